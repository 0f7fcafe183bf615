package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.logging.LogManager;

/** Makes the JDK's console handler write {@link LogLine}. Public because the JDK makes it from its name, when the first logger is used. */
@Internal
public final class LogSetup {

    private static final String CONFIGURATION = String.format(Locale.ROOT, """
            handlers=java.util.logging.ConsoleHandler
            .level=INFO
            java.util.logging.ConsoleHandler.level=INFO
            java.util.logging.ConsoleHandler.formatter=%s
            """, LogLine.class.getName());

    /** Configures the process's log. */
    public LogSetup() throws IOException {
        LogManager.getLogManager()
                .readConfiguration(new ByteArrayInputStream(CONFIGURATION.getBytes(StandardCharsets.UTF_8)));
    }
}
