package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Capabilities of one of the standard streams.
 *
 * @param terminal whether a person looks at it
 * @param cursor whether a line can be drawn again; not on a terminal that calls itself dumb
 * @param colour whether colours are shown
 * @param width how many columns it has; a pipe has no end
 */
@Internal
public record TerminalScreen(boolean terminal, boolean cursor, boolean colour, int width) {

    /** A file or a pipe: text as it is. */
    public static final TerminalScreen PIPE = new TerminalScreen(false, false, false, Integer.MAX_VALUE);

    private static final int DEFAULT_WIDTH = 80;
    private static final int MIN_WIDTH = 20;

    /**
     * Returns the screen of a stream.
     *
     * @param terminal whether the stream is a terminal
     * @param columns how many columns the launcher counted; 0 if it does not know
     * @param environment has COLUMNS, TERM, NO_COLOR and CLICOLOR_FORCE
     */
    static TerminalScreen of(boolean terminal, int columns, Map<String, String> environment) {
        boolean dumb = environment.getOrDefault("TERM", "").equals("dumb");
        boolean colour = terminal && !dumb;
        String forced = environment.getOrDefault("CLICOLOR_FORCE", "");
        if (!forced.isEmpty() && !forced.equals("0")) {
            colour = true;
        }
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
            colour = false;
        }
        return new TerminalScreen(
                terminal, terminal && !dumb, colour, terminal ? width(columns, environment) : Integer.MAX_VALUE);
    }

    private static int width(int columns, Map<String, String> environment) {
        String typed = environment.getOrDefault("COLUMNS", "");
        int width = typed.matches("[1-9]\\d{0,4}") ? Integer.parseInt(typed) : columns;
        return width <= 0 ? DEFAULT_WIDTH : Math.max(MIN_WIDTH, width);
    }

    /** Returns the same without colours. */
    TerminalScreen plain() {
        return new TerminalScreen(terminal, cursor, false, width);
    }

    /** Returns the text in a style, if colours are shown here. */
    public String paint(Style style, String text) {
        return colour ? style.around(text) : text;
    }

    /** Returns a line that fits: on a terminal it is cut before it would wrap. */
    public String fit(String line) {
        return terminal ? TextWidth.cut(line, width) : line;
    }

    /**
     * Capabilities of the two output streams of a command.
     *
     * @param out where data goes
     * @param err where progress and notices go
     */
    @Internal
    public record Screens(TerminalScreen out, TerminalScreen err) {

        /** No terminal at all. */
        public static final Screens PIPES = new Screens(TerminalScreen.PIPE, TerminalScreen.PIPE);

        /** The command at the root, which knows the screens and whether the user wants colours. */
        @Internal
        public interface Holder {
            Screens screens();
        }

        /** Returns the screens of this process. */
        public static Screens ofProcess() {
            Map<String, String> environment = new HashMap<>(System.getenv());
            if (!StandardStreams.takesEscapes(environment)) {
                environment.put("TERM", "dumb");
            }
            int columns = StandardStreams.columns();
            return new Screens(
                    TerminalScreen.of(StandardStreams.outputIsTerminal(), columns, environment),
                    TerminalScreen.of(StandardStreams.errorsAreTerminal(), columns, environment));
        }

        /** Returns the screens that a command prints to. */
        public static Screens of(CommandSpec command) {
            return command.root().userObject() instanceof Holder holder ? holder.screens() : PIPES;
        }

        /** Returns the same without colours. */
        public Screens plain() {
            return new Screens(out.plain(), err.plain());
        }
    }

    /** Meaning of a colour: red is worse, green is better, yellow wants a look. */
    @Internal
    public enum Style {
        NONE(""),
        BAD("31"),
        GOOD("32"),
        WARNING("33"),
        FAINT("2"),
        STRONG("1");

        private final String code;

        Style(String code) {
            this.code = code;
        }

        /** Returns the text in this style, between the terminal's escape sequences. */
        String around(String text) {
            return this == NONE || text.isBlank() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
        }
    }
}
