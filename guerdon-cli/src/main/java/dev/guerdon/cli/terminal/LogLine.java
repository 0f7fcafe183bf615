package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Secrets;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/** A log message as {@link Logs} wants it to look, without secrets. Public because the JDK makes it from its name. */
@Internal
public final class LogLine extends SimpleFormatter {

    @Override
    public String format(LogRecord message) {
        return Shown.printed(Secrets.known().redact(super.format(message)));
    }
}
