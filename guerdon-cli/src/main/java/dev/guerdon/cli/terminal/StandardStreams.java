package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;

/**
 * Which of the standard streams is a terminal.
 *
 * <p>The launcher tells, in the system property {@code guerdon.terminal}: {@code i} for input, {@code e} for errors. Java itself cannot
 * tell about one stream alone.
 */
@Internal
public final class StandardStreams {

    private static final String TERMINALS = System.getProperty("guerdon.terminal", "");

    private StandardStreams() {}

    public static boolean inputIsTerminal() {
        return TERMINALS.contains("i");
    }

    public static boolean errorsAreTerminal() {
        return TERMINALS.contains("e");
    }
}
