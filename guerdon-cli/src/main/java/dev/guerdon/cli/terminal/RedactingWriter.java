package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Secrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * Takes secrets out of what a command prints, line by line, and escapes what would trick a terminal. What was not ended by a line break goes out when it is
 * flushed.
 */
@Internal
public final class RedactingWriter extends Writer {

    private final Writer out;
    private final StringBuilder line = new StringBuilder();

    private RedactingWriter(Writer out) {
        this.out = out;
    }

    public static PrintWriter around(PrintWriter out) {
        return new PrintWriter(new RedactingWriter(out), true);
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        synchronized (lock) {
            line.append(text, from, length);
            int end = line.lastIndexOf("\n") + 1;
            if (end > 0) {
                out.write(clean(line.substring(0, end)));
                line.delete(0, end);
            }
        }
    }

    private static String clean(String text) {
        return Shown.printed(Secrets.known().redact(text));
    }

    @Override
    public void flush() throws IOException {
        synchronized (lock) {
            if (!line.isEmpty()) {
                out.write(clean(line.toString()));
                line.setLength(0);
            }
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        flush();
        out.close();
    }
}
