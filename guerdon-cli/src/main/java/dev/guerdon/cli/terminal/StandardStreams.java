package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;

/**
 * Which of the standard streams is a terminal, and how wide it is.
 *
 * <p>The launcher tells: the system property {@code guerdon.terminal} has {@code i} for input, {@code o} for output and {@code e} for
 * errors, and {@code guerdon.columns} has the width. Java itself cannot tell about one stream alone.
 */
@Internal
public final class StandardStreams {

    private static final String TERMINALS = System.getProperty("guerdon.terminal", "");

    private StandardStreams() {}

    public static boolean inputIsTerminal() {
        return TERMINALS.contains("i");
    }

    public static boolean outputIsTerminal() {
        return TERMINALS.contains("o");
    }

    static boolean errorsAreTerminal() {
        return TERMINALS.contains("e");
    }

    /** How many columns the terminal has; 0 if the launcher could not tell. */
    static int columns() {
        return Math.max(0, Integer.getInteger("guerdon.columns", 0));
    }
}
