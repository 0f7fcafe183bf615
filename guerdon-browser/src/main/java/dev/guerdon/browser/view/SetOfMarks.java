package dev.guerdon.browser.view;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ElementProperties;
import dev.guerdon.browser.spi.ElementProperties.Box;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import javax.imageio.ImageIO;

/** Draws a dashed box around each element that can be acted on, with its bid in a tag at the upper left corner. */
@Internal
public final class SetOfMarks {

    private static final double SMALLEST_AREA = 20;
    private static final int DASH = 4;
    private static final int GAP = 8;
    private static final int WIDTH = 2;
    private static final int MARGIN = 2;
    private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);

    private SetOfMarks() {}

    /**
     * Marks a screenshot.
     *
     * @param png the picture
     * @param properties the elements by bid
     * @return the marked picture, as PNG
     */
    public static byte[] overlay(byte[] png, Map<String, ElementProperties> properties) {
        try {
            BufferedImage read = ImageIO.read(new ByteArrayInputStream(png));
            if (read == null) {
                throw new GuerdonException("the screenshot is not a picture that can be read; expected PNG");
            }
            BufferedImage marked = new BufferedImage(read.getWidth(), read.getHeight(), BufferedImage.TYPE_INT_RGB);
            Graphics2D canvas = marked.createGraphics();
            canvas.drawImage(read, 0, 0, null);
            canvas.setFont(FONT);
            canvas.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            properties.forEach((bid, element) -> {
                Box box = element.box();
                if (element.setOfMarks() && box != null && box.width() * box.height() >= SMALLEST_AREA) {
                    mark(canvas, bid, box);
                }
            });
            canvas.dispose();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ImageIO.write(marked, "png", out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new GuerdonException("could not mark the screenshot: " + e, e);
        }
    }

    private static void mark(Graphics2D canvas, String bid, Box box) {
        canvas.setColor(Color.BLACK);
        int left = (int) Math.rint(box.x());
        int top = (int) Math.rint(box.y());
        int right = (int) Math.rint(box.x() + box.width());
        int bottom = (int) Math.rint(box.y() + box.height());
        int limit = 1 << 15;
        for (int x = Math.max(left, -limit); x < Math.min(right, limit); x += DASH + GAP) {
            int length = Math.min(DASH, right - x);
            canvas.fillRect(x, top - 1, length, WIDTH);
            canvas.fillRect(right - (x - left) - length, bottom - 1, length, WIDTH);
        }
        for (int y = Math.max(top, -limit); y < Math.min(bottom, limit); y += DASH + GAP) {
            int length = Math.min(DASH, bottom - y);
            canvas.fillRect(right - 1, y, WIDTH, length);
            canvas.fillRect(left - 1, bottom - (y - top) - length, WIDTH, length);
        }
        tag(canvas, bid, box);
    }

    private static void tag(Graphics2D canvas, String bid, Box box) {
        FontMetrics metrics = canvas.getFontMetrics();
        int ascent = metrics.getAscent() - metrics.getDescent();
        int width = metrics.stringWidth(bid) + 2 * (MARGIN + 1);
        int height = ascent + 2 * (MARGIN + 1);
        int x = (int) Math.rint(box.x());
        int y = (int) Math.rint(box.y() - height / 2.0 + 4);
        canvas.setColor(Color.BLACK);
        canvas.fillRect(x, y, width, height);
        canvas.setColor(Color.WHITE);
        canvas.drawRect(x, y, width - 1, height - 1);
        canvas.drawString(bid, x + MARGIN + 1, y + MARGIN + 1 + ascent);
    }
}
