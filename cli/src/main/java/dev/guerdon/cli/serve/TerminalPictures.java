package dev.guerdon.cli.serve;

import dev.guerdon.api.GuerdonException;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.TerminalGraphics;
import org.jline.terminal.impl.TerminalGraphicsManager;

/** Shows pictures in a terminal that can, in one of the ways that JLine knows. */
record TerminalPictures(Terminal terminal, TerminalGraphics graphics) {

    /** The choices of an option. */
    static final String CHOICES = "auto|kitty|sixel|none";

    private static final int CELL_WIDTH = 9;
    private static final int CELL_HEIGHT = 18;

    /** Lines that stay for the prompt and for what is said about the picture. */
    private static final int RESERVED_LINES = 4;

    /** Refuses what is none of the choices. */
    static void check(String choice) {
        if (!List.of(CHOICES.split("\\|", -1)).contains(choice)) {
            throw new GuerdonException("expected --picture " + CHOICES + ", found '" + choice + "'");
        }
    }

    /** Returns how this terminal shows pictures, or empty if it does not, or is not to. */
    static Optional<TerminalPictures> of(Terminal terminal, String choice) {
        if (choice.equals("auto") && terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
            return Optional.empty(); // it would show the question what it can as text
        }
        Optional<TerminalGraphics> found = choice.equals("auto")
                ? TerminalGraphicsManager.getBestProtocol(terminal)
                : TerminalGraphicsManager.getAvailableProtocols().stream()
                        .filter(each -> each.getProtocol().name().equalsIgnoreCase(choice))
                        .findFirst();
        return found.map(graphics -> new TerminalPictures(terminal, graphics));
    }

    /** Shows a PNG picture on lines of its own, as large as fits and never enlarged; what is no picture is not shown. */
    void show(byte[] png) {
        try {
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
            if (image != null) {
                graphics.displayImage(terminal, fitting(image));
                terminal.writer().write("\r\n");
                terminal.writer().flush();
            }
        } catch (IOException e) {
            // The text next to it says what there is.
        }
    }

    private BufferedImage fitting(BufferedImage image) {
        double width = (terminal.getSize().getColumns() > 0 ? terminal.getSize().getColumns() : 80) * CELL_WIDTH;
        double height = Math.max(
                        2,
                        (terminal.getSize().getRows() > 0 ? terminal.getSize().getRows() : 24) - RESERVED_LINES)
                * CELL_HEIGHT;
        double scale = Math.min(1, Math.min(width / image.getWidth(), height / image.getHeight()));
        int shownWidth = Math.max(1, (int) (image.getWidth() * scale));
        int shownHeight = Math.max(1, (int) (image.getHeight() * scale));
        BufferedImage smaller = new BufferedImage(shownWidth, shownHeight, BufferedImage.TYPE_INT_RGB);
        smaller.getGraphics()
                .drawImage(image.getScaledInstance(shownWidth, shownHeight, Image.SCALE_SMOOTH), 0, 0, null);
        return smaller;
    }
}
