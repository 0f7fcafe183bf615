package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.SecretFilter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Format of log messages on the command line, and the choice of those that a user should see. */
@Internal
public final class CommandLogging {

    /** Held here, because the JDK forgets the level of a logger without references. */
    private static List<Logger> held = List.of();

    private CommandLogging() {}

    /** One line for each message, without secrets; read by the JDK when the first is written. */
    public static void format() {
        String property = "java.util.logging.SimpleFormatter.format";
        if (System.getProperty(property) == null) {
            System.setProperty(property, "guerdon: %5$s%6$s%n");
        }
        // A user's own configuration comes first.
        if (System.getProperty("java.util.logging.config.class") == null
                && System.getProperty("java.util.logging.config.file") == null) {
            System.setProperty("java.util.logging.config.class", Setup.class.getName());
        }
    }

    /** Leaves out what libraries say about themselves. */
    public static void hushLibraries() {
        held = List.of(Logger.getLogger("io.helidon"), Logger.getLogger("org.apache.lucene"));
        held.forEach(logger -> logger.setLevel(Level.SEVERE));
    }

    /** Makes the JDK's console handler write a {@link Line}. Public because the JDK makes it from its name, when the first logger is used. */
    @Internal
    public static final class Setup {

        private static final String CONFIGURATION = String.format(Locale.ROOT, """
            handlers=java.util.logging.ConsoleHandler
            .level=INFO
            java.util.logging.ConsoleHandler.level=INFO
            java.util.logging.ConsoleHandler.formatter=%s
            """, Line.class.getName());

        /** Configures the process's log. */
        public Setup() throws IOException {
            LogManager.getLogManager()
                    .readConfiguration(new ByteArrayInputStream(CONFIGURATION.getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** A log message without secrets. Public because the JDK makes it from its name. */
    @Internal
    public static final class Line extends SimpleFormatter {

        @Override
        public String format(LogRecord message) {
            return TerminalEscape.printed(SecretFilter.known().redact(super.format(message)));
        }
    }
}
