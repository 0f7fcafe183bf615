package dev.guerdon.cli;

/**
 * Which of the standard streams is a terminal.
 *
 * <p>The launcher tells, in the system property {@code guerdon.terminal}: {@code i} for input, {@code e} for errors. Java itself cannot
 * tell about one stream alone.
 */
final class StandardStreams {

    private static final String TERMINALS = System.getProperty("guerdon.terminal", "");

    private StandardStreams() {}

    static boolean inputIsTerminal() {
        return TERMINALS.contains("i");
    }

    static boolean errorsAreTerminal() {
        return TERMINALS.contains("e");
    }
}
