package dev.guerdon.viewer.export;

import java.io.IOException;
import java.io.Writer;

/**
 * Texts as cells of CSV (RFC 4180).
 *
 * <p>A spreadsheet takes a cell that begins with one of {@code = + - @}, a tab or a carriage return for a formula, and an agent's words
 * could do harm that way. Before such a text stands an apostrophe, which spreadsheets take for "this is a text". Numbers have none.
 */
final class Csv {

    private Csv() {}

    static void cell(Writer out, String text) throws IOException {
        boolean formula = begins(text);
        boolean quoted = formula || text.isEmpty();
        for (int i = 0; i < text.length() && !quoted; i++) {
            char c = text.charAt(i);
            quoted = c == ',' || c == '"' || c == '\n' || c == '\r' || c == ';' || c == '\t';
        }
        if (!quoted) {
            out.write(text);
            return;
        }
        out.write('"');
        out.write(formula ? "'" : "");
        out.write(text.replace("\"", "\"\""));
        out.write('"');
    }

    private static boolean begins(String text) {
        return !text.isEmpty() && "=+-@\t\r\n＝＋－＠".indexOf(text.charAt(0)) >= 0;
    }
}
