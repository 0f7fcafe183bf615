package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.ForeignCalls;
import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Standard streams of this process: which of them is a terminal, and how wide it is.
 *
 * <p>The launcher says so: the system property {@code guerdon.terminal} has {@code i} for input, {@code o} for output and {@code e} for
 * errors, and {@code guerdon.columns} has the width. Java itself does not know about one stream alone. Without a launcher, as with
 * jbang, Java is asked about input and output together.
 */
@Internal
public final class StandardStreams {

    private static final boolean TOLD = System.getProperty("guerdon.terminal") != null;
    private static final String TERMINALS = TOLD ? System.getProperty("guerdon.terminal", "") : found();

    /** Set by the terminals of Windows that take escape sequences. */
    private static final List<String> MODERN = List.of("WT_SESSION", "ANSICON", "ConEmuANSI", "TERM");

    /** What is typed or piped into the program, once users' code has something else in its place. */
    private static volatile @Nullable InputStream realIn;

    private StandardStreams() {}

    /**
     * Keeps users' code from the streams: standard output is for data, so what it prints goes to standard error, and it finds its input empty.
     * Get hold of the real streams before.
     */
    public static synchronized void guard() {
        if (realIn == null) {
            realIn = System.in;
            ForeignCalls.guardStreams();
        }
    }

    /** Returns what is typed or piped into the program. */
    public static InputStream in() {
        InputStream real = realIn;
        return real == null ? System.in : real;
    }

    public static boolean inputIsTerminal() {
        return TERMINALS.contains("i");
    }

    public static boolean outputIsTerminal() {
        return TERMINALS.contains("o");
    }

    static boolean errorsAreTerminal() {
        return TERMINALS.contains("e");
    }

    /** Returns how many columns the terminal has; 0 if the launcher does not know. */
    static int columns() {
        return Math.max(0, Integer.getInteger("guerdon.columns", 0));
    }

    /** Returns whether a terminal takes escape sequences; the old console of Windows shows them as text unless a launcher changed it. */
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

    /** Returns whether errors go to another file than the output, if the system says so (Linux). */
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
