package dev.guerdon.cli.picture;

import dev.guerdon.api.Internal;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;

/** Shows pictures in a terminal that can. */
@Internal
public final class Pictures {

    private static final Duration MOST_FOR_ANSWER = Duration.ofMillis(700);
    private static final int MOST_ANSWERED = 1_000;
    private static final int USUAL_CELL_WIDTH = 9;
    private static final int USUAL_CELL_HEIGHT = 18;

    private final Terminal terminal;
    private final Protocol protocol;
    private final int[] cell;

    private Pictures(Terminal terminal, Protocol protocol, int[] cell) {
        this.terminal = terminal;
        this.protocol = protocol;
        this.cell = cell;
    }

    /**
     * The pictures of a terminal.
     *
     * @param choice what the user said: {@link Protocol#CHOICES}
     * @param environment has TERM and what terminals say about themselves
     */
    public static Pictures of(Terminal terminal, String choice, Map<String, String> environment) {
        int[] usual = {USUAL_CELL_WIDTH, USUAL_CELL_HEIGHT};
        boolean auto = Protocol.isAuto(choice);
        if (!auto && Protocol.named(choice) == Protocol.NONE) {
            return new Pictures(terminal, Protocol.NONE, usual);
        }
        Answers answers = new Answers(Terminals.canBeAsked(environment) ? ask(terminal) : "");
        Protocol found = Terminals.speaksKitty(environment)
                ? Protocol.KITTY
                : answers.hasSixels() ? Protocol.SIXEL : Protocol.NONE;
        return new Pictures(
                terminal, auto ? found : Protocol.named(choice), answers.cell().orElse(usual));
    }

    /** Asks the terminal about itself; empty where it does not answer soon. */
    private static String ask(Terminal terminal) {
        Attributes before = terminal.enterRawMode();
        StringBuilder answered = new StringBuilder();
        try {
            terminal.writer().write(Answers.QUESTION);
            terminal.writer().flush();
            long end = System.nanoTime() + MOST_FOR_ANSWER.toNanos();
            while (answered.length() < MOST_ANSWERED && !new Answers(answered.toString()).isComplete()) {
                long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
                int next = left <= 0
                        ? NonBlockingReader.READ_EXPIRED
                        : terminal.reader().read(left);
                if (next < 0) {
                    break;
                }
                answered.append((char) next);
            }
        } catch (IOException e) {
            return ""; // Nothing that could show a picture.
        } finally {
            terminal.setAttributes(before);
        }
        return answered.toString();
    }

    public boolean canShow() {
        return protocol != Protocol.NONE;
    }

    /** Shows a PNG picture on lines of its own, as large as fits; what is no picture is not shown. */
    public void show(byte[] png) {
        if (!canShow()) {
            return;
        }
        said(png).ifPresent(text -> {
            terminal.writer().write(text);
            terminal.writer().write("\r\n");
            terminal.writer().flush();
        });
    }

    private Optional<String> said(byte[] png) {
        BufferedImage image;
        try {
            image = ImageIO.read(new ByteArrayInputStream(png));
        } catch (IOException e) {
            return Optional.empty();
        }
        if (image == null) {
            return Optional.empty();
        }
        Size size = terminal.getSize();
        Cells.Size fitting = new Cells(
                        size.getColumns() > 0 ? size.getColumns() : 80,
                        size.getRows() > 0 ? size.getRows() : 24,
                        cell[0],
                        cell[1])
                .fit(image.getWidth(), image.getHeight());
        return Optional.of(
                switch (protocol) {
                    case KITTY -> Kitty.encode(png, fitting.columns(), fitting.rows());
                    case SIXEL -> Sixel.encode(scaled(image, fitting.width(), fitting.height()));
                    case NONE -> "";
                });
    }

    private static BufferedImage scaled(BufferedImage image, int width, int height) {
        BufferedImage smaller = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = smaller.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(image, 0, 0, width, height, null);
        graphics.dispose();
        return smaller;
    }
}
