package dev.guerdon.cli.picture;

import java.util.Base64;

/** Says a picture in Kitty's graphics protocol, which takes PNG as it is. */
final class Kitty {

    /** The most characters that one escape sequence may carry. */
    private static final int CHUNK = 4_096;

    private Kitty() {}

    /** The picture, shown at once over that many cells; the terminal sends nothing back. */
    static String encode(byte[] png, int columns, int rows) {
        String data = Base64.getEncoder().encodeToString(png);
        StringBuilder out = new StringBuilder(data.length() + data.length() / 200);
        for (int from = 0; from < data.length() || from == 0; from += CHUNK) {
            int to = Math.min(data.length(), from + CHUNK);
            out.append("\u001b_G");
            if (from == 0) {
                out.append("f=100,a=T,q=2,c=")
                        .append(columns)
                        .append(",r=")
                        .append(rows)
                        .append(',');
            }
            out.append("m=").append(to < data.length() ? 1 : 0).append(';');
            out.append(data, from, to).append("\u001b\\");
        }
        return out.toString();
    }
}
