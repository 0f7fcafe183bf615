package dev.guerdon.cli.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PicturesTest {

    private static final Pattern KITTY = Pattern.compile("\u001b_G([^;]*);([A-Za-z0-9+/=]*)\u001b\\\\");

    private static BufferedImage page(int width, int height) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
        graphics.setColor(new Color(26, 115, 232));
        graphics.fillRect(2, 3, width / 2, height / 3);
        graphics.setColor(Color.BLACK);
        graphics.drawLine(0, 0, width - 1, height - 1);
        graphics.dispose();
        return image;
    }

    private static byte[] png(BufferedImage image) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }

    /** The largest difference of a colour at any pixel; every pixel must be painted. */
    private static int difference(BufferedImage one, BufferedImage other) {
        assertThat(other.getWidth()).isEqualTo(one.getWidth());
        assertThat(other.getHeight()).isEqualTo(one.getHeight());
        int most = 0;
        for (int y = 0; y < one.getHeight(); y++) {
            for (int x = 0; x < one.getWidth(); x++) {
                assertThat(other.getRGB(x, y) >>> 24).isEqualTo(255);
                for (int shift = 0; shift <= 16; shift += 8) {
                    int a = (one.getRGB(x, y) >> shift) & 0xff;
                    int b = (other.getRGB(x, y) >> shift) & 0xff;
                    most = Math.max(most, Math.abs(a - b));
                }
            }
        }
        return most;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 6, 7, 12, 100})
    void sixelsReadBackAreThePicture(int height) {
        BufferedImage page = page(61, height);
        assertThat(difference(page, SixelReader.read(Sixel.encode(page)))).isLessThanOrEqualTo(2);
    }

    @Test
    void aPictureOfManyColoursComesBackNearlyTheSame() {
        BufferedImage image = new BufferedImage(160, 90, BufferedImage.TYPE_INT_RGB);
        Random random = new Random(7);
        for (int y = 0; y < 90; y++) {
            for (int x = 0; x < 160; x++) {
                image.setRGB(x, y, new Color(x, y * 2, 128 + random.nextInt(16)).getRGB());
            }
        }
        assertThat(difference(image, SixelReader.read(Sixel.encode(image)))).isLessThanOrEqualTo(24);
        BufferedImage noise = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < 64 * 64; i++) {
            noise.setRGB(i % 64, i / 64, random.nextInt() & 0xffffff);
        }
        assertThat(difference(noise, SixelReader.read(Sixel.encode(noise)))).isLessThanOrEqualTo(96);
    }

    @Test
    void kittyGetsThePngInPiecesThatItTakes() throws IOException {
        BufferedImage noise = new BufferedImage(80, 80, BufferedImage.TYPE_INT_RGB);
        Random random = new Random(7);
        for (int i = 0; i < 80 * 80; i++) {
            noise.setRGB(i % 80, i / 80, random.nextInt());
        }
        byte[] png = png(noise);
        Matcher pieces = KITTY.matcher(Kitty.encode(png, 40, 12));
        StringBuilder data = new StringBuilder();
        String last = "";
        int count = 0;
        while (pieces.find()) {
            assertThat(pieces.group(2).length()).isLessThanOrEqualTo(4096);
            assertThat(pieces.group(1)).startsWith(count == 0 ? "f=100,a=T,q=2,c=40,r=12,m=1" : "m=");
            data.append(pieces.group(2));
            last = pieces.group(1);
            count++;
        }
        assertThat(count).isGreaterThan(2);
        assertThat(last).isEqualTo("m=0");
        assertThat(Base64.getDecoder().decode(data.toString())).isEqualTo(png);
    }

    @Test
    void aPictureFitsTheTerminalAndKeepsItsProportions() {
        Cells.Size size = new Cells(80, 24, 9, 18).fit(1280, 720);
        assertThat(size).isEqualTo(new Cells.Size(640, 360, 72, 20));
        assertThat(new Cells(200, 60, 9, 18).fit(100, 50)).isEqualTo(new Cells.Size(100, 50, 12, 3));
        Cells.Size tiny = new Cells(1, 1, 9, 18).fit(1280, 720);
        assertThat(tiny.width()).isBetween(1, 9);
        assertThat(tiny.height()).isPositive();
    }

    @Test
    void theEnvironmentTellsKittyUnlessSomethingStandsBetween() {
        assertThat(Terminals.speaksKitty(Map.of("KITTY_WINDOW_ID", "1", "TERM", "xterm-kitty")))
                .isTrue();
        assertThat(Terminals.speaksKitty(Map.of("TERM", "xterm-ghostty"))).isTrue();
        assertThat(Terminals.speaksKitty(Map.of("TERM_PROGRAM", "WezTerm", "TERM", "xterm-256color")))
                .isTrue();
        assertThat(Terminals.speaksKitty(Map.of("KITTY_WINDOW_ID", "1", "TERM", "screen-256color")))
                .isFalse();
        assertThat(Terminals.speaksKitty(Map.of("KITTY_WINDOW_ID", "1", "TERM", "xterm-kitty", "TMUX", "/x")))
                .isFalse();
        assertThat(Terminals.speaksKitty(Map.of("TERM", "xterm"))).isFalse();
        assertThat(Terminals.canBeAsked(Map.of("TERM", "dumb"))).isFalse();
        assertThat(Terminals.canBeAsked(Map.of())).isFalse();
    }

    @Test
    void aTerminalsAnswerTellsSixelsAndCells() {
        Answers sixel = new Answers("\u001b[6;21;10t\u001b[?62;4;22c");
        assertThat(sixel.isComplete()).isTrue();
        assertThat(sixel.hasSixels()).isTrue();
        assertThat(sixel.cell()).hasValueSatisfying(cell -> assertThat(cell).containsExactly(10, 21));
        // The first number is the kind of terminal, and 4 is no attribute there.
        assertThat(new Answers("\u001b[?4;6c").hasSixels()).isFalse();
        assertThat(new Answers("\u001b[?1;2c").hasSixels()).isFalse();
        assertThat(new Answers("\u001b[?64;14;24c").hasSixels()).isFalse();
        assertThat(new Answers("\u001b[6;0;0t\u001b[?62;4c").cell()).isEmpty();
        assertThat(new Answers("abc").isComplete()).isFalse();
    }

    private static String shown(String answer, String choice, Map<String, String> environment) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Terminal terminal = new ExternalTerminal(
                "test",
                "xterm",
                new ByteArrayInputStream(answer.getBytes(StandardCharsets.US_ASCII)),
                out,
                StandardCharsets.UTF_8)) {
            terminal.setSize(Size.of(80, 24));
            Pictures pictures = Pictures.of(terminal, choice, environment);
            pictures.show(png(page(1280, 720)));
            terminal.flush();
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aTerminalGetsThePictureInItsOwnWay() throws IOException {
        Map<String, String> xterm = Map.of("TERM", "xterm");
        String sixel = shown("\u001b[6;18;9t\u001b[?62;4c", "auto", xterm);
        assertThat(sixel).contains("\u001bP0;1;0q\"1;1;640;360");
        assertThat(shown("\u001b[?62;4c", "auto", Map.of("TERM", "xterm-kitty")))
                .contains("\u001b_Gf=100,a=T,q=2,c=72,r=20");
        assertThat(shown("\u001b[?62c", "sixel", xterm)).contains("\u001bP0;1;0q");
        assertThat(shown("\u001b[?62c", "kitty", xterm)).contains("\u001b_G");
    }

    @Test
    void aTerminalThatCannotGetsNoneAndADumbOneIsNotAsked() throws IOException {
        for (String silent : List.of(
                shown("\u001b[?62c", "auto", Map.of("TERM", "xterm")), shown("", "auto", Map.of("TERM", "xterm")))) {
            assertThat(silent).doesNotContain("\u001bP").doesNotContain("\u001b_G");
        }
        assertThat(shown("", "auto", Map.of("TERM", "dumb"))).isEmpty();
        assertThat(shown("", "none", Map.of("TERM", "xterm"))).isEmpty();
        assertThatThrownBy(() -> Protocol.named("ascii")).hasMessageContaining("auto|kitty|sixel|none");
    }
}
