package dev.guerdon.cli.picture;

import java.awt.image.BufferedImage;
import java.util.Arrays;

/** Says a picture in sixels: bands of six rows, each painted once for every colour in it. */
final class Sixel {

    private static final int BAND = 6;

    /** The columns of a colour that a band has not. */
    private static final byte[] UNUSED = {};

    private Sixel() {}

    static String encode(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        Palette palette = Palette.of(image);
        StringBuilder out = new StringBuilder(width * height / 4);
        // Pixels that are not painted keep what was there; the raster is as large as the picture, its pixels are
        // square.
        out.append("\u001bP0;1;0q\"1;1;").append(width).append(';').append(height);
        for (int i = 0; i < palette.size(); i++) {
            int rgb = palette.colour(i);
            out.append('#').append(i).append(";2;");
            out.append(percent((rgb >> 16) & 0xff)).append(';');
            out.append(percent((rgb >> 8) & 0xff)).append(';');
            out.append(percent(rgb & 0xff));
        }
        byte[][] painted = new byte[palette.size()][];
        for (int top = 0; top < height; top += BAND) {
            Arrays.fill(painted, UNUSED);
            for (int row = 0; row < BAND && top + row < height; row++) {
                for (int x = 0; x < width; x++) {
                    int number = palette.number(image.getRGB(x, top + row));
                    if (painted[number].length == 0) {
                        painted[number] = new byte[width];
                    }
                    painted[number][x] |= (byte) (1 << row);
                }
            }
            boolean first = true;
            for (int number = 0; number < painted.length; number++) {
                if (painted[number].length > 0) {
                    out.append(first ? "" : "$").append('#').append(number);
                    runs(painted[number], out);
                    first = false;
                }
            }
            out.append('-');
        }
        return out.append("\u001b\\").toString();
    }

    private static int percent(int level) {
        return Math.round(level * 100 / 255f);
    }

    private static void runs(byte[] columns, StringBuilder out) {
        int end = columns.length;
        while (end > 0 && columns[end - 1] == 0) {
            end--; // What is not painted at the end need not be said.
        }
        for (int from = 0; from < end; ) {
            int to = from + 1;
            while (to < end && columns[to] == columns[from]) {
                to++;
            }
            char sixel = (char) ('?' + columns[from]);
            if (to - from > 3) {
                out.append('!').append(to - from).append(sixel);
            } else {
                out.append(String.valueOf(sixel).repeat(to - from));
            }
            from = to;
        }
    }
}
