package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.util.Map;

/**
 * What one of the standard streams can show.
 *
 * @param terminal whether a person looks at it
 * @param cursor whether a line can be drawn again; not on a terminal that calls itself dumb
 * @param colour whether colours are shown
 * @param width how many columns it has; a pipe has no end
 */
@Internal
public record Screen(boolean terminal, boolean cursor, boolean colour, int width) {

    /** A file or a pipe: text as it is. */
    public static final Screen PIPE = new Screen(false, false, false, Integer.MAX_VALUE);

    private static final int USUAL_WIDTH = 80;
    private static final int NARROWEST = 20;

    /**
     * The screen of a stream.
     *
     * @param terminal whether the stream is a terminal
     * @param columns how many columns the launcher counted; 0 if it does not know
     * @param environment has COLUMNS, TERM, NO_COLOR and CLICOLOR_FORCE
     */
    static Screen of(boolean terminal, int columns, Map<String, String> environment) {
        boolean dumb = environment.getOrDefault("TERM", "").equals("dumb");
        boolean colour = terminal && !dumb;
        String forced = environment.getOrDefault("CLICOLOR_FORCE", "");
        if (!forced.isEmpty() && !forced.equals("0")) {
            colour = true;
        }
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
            colour = false;
        }
        return new Screen(
                terminal, terminal && !dumb, colour, terminal ? width(columns, environment) : Integer.MAX_VALUE);
    }

    private static int width(int columns, Map<String, String> environment) {
        String typed = environment.getOrDefault("COLUMNS", "");
        int width = typed.matches("[1-9]\\d{0,4}") ? Integer.parseInt(typed) : columns;
        return width <= 0 ? USUAL_WIDTH : Math.max(NARROWEST, width);
    }

    /** The same without colours. */
    Screen plain() {
        return new Screen(terminal, cursor, false, width);
    }

    /** The text in a style, if colours are shown here. */
    public String paint(Style style, String text) {
        return colour ? style.around(text) : text;
    }

    /** A line that fits: on a terminal it is cut before it would wrap. */
    public String fit(String line) {
        return terminal ? TextWidth.cut(line, width) : line;
    }
}
