package dev.guerdon.cli.picture;

import java.awt.image.BufferedImage;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Reads sixels as a terminal does, written from the format's description and not from the encoder. */
final class SixelReader {

    private final String text;
    private int at;
    private final Map<Integer, Integer> colours = new HashMap<>();

    private SixelReader(String text) {
        this.text = text;
    }

    static BufferedImage read(String text) {
        return new SixelReader(text).read();
    }

    private BufferedImage read() {
        expect("\u001bP");
        while (peek() != 'q') {
            at++;
        }
        expect("q\"");
        number();
        expect(";");
        number();
        expect(";");
        int width = number();
        expect(";");
        int height = number();
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        int x = 0;
        int y = 0;
        int colour = 0;
        while (peek() != '\u001b') {
            char c = text.charAt(at++);
            switch (c) {
                case '#' -> {
                    colour = number();
                    if (peek() == ';') {
                        expect(";2;");
                        int red = number();
                        expect(";");
                        int green = number();
                        expect(";");
                        int blue = number();
                        colours.put(colour, 0xff000000 | (level(red) << 16) | (level(green) << 8) | level(blue));
                    }
                }
                case '$' -> x = 0;
                case '-' -> {
                    x = 0;
                    y += 6;
                }
                case '!' -> {
                    int times = number();
                    char sixel = text.charAt(at++);
                    for (int i = 0; i < times; i++) {
                        paint(image, x++, y, sixel, colour);
                    }
                }
                default -> paint(image, x++, y, c, colour);
            }
        }
        expect("\u001b\\");
        if (at != text.length()) {
            throw new AssertionError("something follows the picture");
        }
        return image;
    }

    private void paint(BufferedImage image, int x, int y, char sixel, int colour) {
        int bits = sixel - '?';
        if (bits < 0 || bits > 63) {
            throw new AssertionError("no sixel: " + (int) sixel);
        }
        for (int row = 0; row < 6; row++) {
            if (((bits >> row) & 1) != 0) {
                image.setRGB(
                        x, y + row, Objects.requireNonNull(colours.get(colour))); // Beside the picture, this throws.
            }
        }
    }

    private static int level(int percent) {
        return Math.round(percent * 255 / 100f);
    }

    private char peek() {
        return text.charAt(at);
    }

    private int number() {
        int from = at;
        while (Character.isDigit(peek())) {
            at++;
        }
        return Integer.parseInt(text.substring(from, at));
    }

    private void expect(String part) {
        if (!text.startsWith(part, at)) {
            throw new AssertionError("expected " + part + " at " + at);
        }
        at += part.length();
    }
}
