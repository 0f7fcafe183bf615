package dev.guerdon.cli;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** How log messages look on the command line, and which of them a user should see. */
final class Logs {

    /** Held here, because the JDK forgets the level of a logger that nobody holds. */
    private static List<Logger> held = List.of();

    private Logs() {}

    /** One line for each message; read by the JDK when the first is written. */
    static void format() {
        String property = "java.util.logging.SimpleFormatter.format";
        if (System.getProperty(property) == null) {
            System.setProperty(property, "guerdon: %5$s%6$s%n");
        }
    }

    /** Leaves out what libraries say about themselves. */
    static void hushLibraries() {
        held = List.of(Logger.getLogger("io.helidon"), Logger.getLogger("org.apache.lucene"));
        held.forEach(logger -> logger.setLevel(Level.SEVERE));
    }
}
