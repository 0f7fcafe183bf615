import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Draws what a terminal showed: reads text from standard input, writes an SVG picture to standard output.
 *
 * <p>Run from source: {@code java TerminalPicture.java TITLE < text > picture.svg}. Lines that begin with "$ " are what was typed.
 */
final class TerminalPicture {

    private static final double CHARACTER = 7.8;
    private static final int LINE = 18;
    private static final int MARGIN = 16;
    private static final int BAR = 32;

    public static void main(String[] arguments) throws IOException {
        List<String> lines;
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            lines = in.lines().toList();
        }
        int columns = lines.stream().mapToInt(String::length).max().orElse(80);
        long width = Math.round(columns * CHARACTER) + 2 * MARGIN;
        int height = BAR + lines.size() * LINE + MARGIN;
        StringBuilder svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + " " + height
                + "\" width=\"" + width + "\" height=\"" + height + "\" role=\"img\">\n<title>" + escaped(arguments[0]) + "</title>\n"
                + "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#161a22\"/>\n"
                + "<g fill=\"#3a4252\"><circle cx=\"20\" cy=\"16\" r=\"5\"/><circle cx=\"38\" cy=\"16\" r=\"5\"/><circle cx=\"56\" cy=\"16\" r=\"5\"/></g>\n"
                + "<g font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\" font-size=\"13\" fill=\"#d5dae3\">\n");
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.isBlank()) {
                svg.append("<text x=\"").append(MARGIN).append("\" y=\"").append(BAR + i * LINE + 14).append("\" textLength=\"")
                        .append(Math.round(line.length() * CHARACTER)).append("\" lengthAdjust=\"spacingAndGlyphs\"")
                        .append(line.startsWith("$ ") ? " fill=\"#8fd3a5\" font-weight=\"bold\"" : "")
                        .append('>').append(escaped(line).replace(' ', '\u00a0')).append("</text>\n");
            }
        }
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(svg + "</g>\n</svg>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
