package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Which of the standard streams is a terminal, and how wide it is.
 *
 * <p>The launcher tells: the system property {@code guerdon.terminal} has {@code i} for input, {@code o} for output and {@code e} for
 * errors, and {@code guerdon.columns} has the width. Java itself cannot tell about one stream alone. Where no launcher tells, as with
 * jbang, Java is asked about input and output together.
 */
@Internal
public final class StandardStreams {

    private static final boolean TOLD = System.getProperty("guerdon.terminal") != null;
    private static final String TERMINALS = TOLD ? System.getProperty("guerdon.terminal", "") : found();

    /** Set by the terminals of Windows that take escape sequences. */
    private static final List<String> MODERN = List.of("WT_SESSION", "ANSICON", "ConEmuANSI", "TERM");

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

    /** Whether a terminal takes escape sequences; the old console of Windows shows them as text unless a launcher changed it. */
    static boolean takesEscapes(Map<String, String> environment) {
        return TOLD || File.separatorChar == '/' || MODERN.stream().anyMatch(environment::containsKey);
    }

    private static String found() {
        if (!consoleIsTerminal()) {
            return "";
        }
        return errorsAreElsewhere() ? "io" : "ioe";
    }

    /** From Java 22 on there is a console without a terminal too, and the method that tells them apart. */
    @SuppressWarnings("SystemConsoleNull") // it is null on Java 21
    private static boolean consoleIsTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Whether errors go to another file than the output, where the system tells (Linux). */
    private static boolean errorsAreElsewhere() {
        try {
            Path open = Path.of("/proc/self/fd");
            return Files.isDirectory(open)
                    && !Files.readSymbolicLink(open.resolve("1")).equals(Files.readSymbolicLink(open.resolve("2")));
        } catch (IOException e) {
            return true;
        }
    }
}
