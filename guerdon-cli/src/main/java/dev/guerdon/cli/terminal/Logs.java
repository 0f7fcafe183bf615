package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** How log messages look on the command line, and which of them a user should see. */
@Internal
public final class Logs {

    /** Held here, because the JDK forgets the level of a logger that nobody holds. */
    private static List<Logger> held = List.of();

    private Logs() {}

    /** One line for each message, without secrets; read by the JDK when the first is written. */
    public static void format() {
        String property = "java.util.logging.SimpleFormatter.format";
        if (System.getProperty(property) == null) {
            System.setProperty(property, "guerdon: %5$s%6$s%n");
        }
        // A user's own configuration comes first.
        if (System.getProperty("java.util.logging.config.class") == null
                && System.getProperty("java.util.logging.config.file") == null) {
            System.setProperty("java.util.logging.config.class", "dev.guerdon.cli.terminal.LogSetup");
        }
    }

    /** Leaves out what libraries say about themselves. */
    public static void hushLibraries() {
        held = List.of(Logger.getLogger("io.helidon"), Logger.getLogger("org.apache.lucene"));
        held.forEach(logger -> logger.setLevel(Level.SEVERE));
    }
}
