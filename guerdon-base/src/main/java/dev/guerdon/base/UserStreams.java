package dev.guerdon.base;

import dev.guerdon.api.Internal;
import java.io.InputStream;
import java.io.PrintStream;

/**
 * The standard streams as code of a program's users sees them.
 *
 * <p>Standard output is for data. What users' code prints with {@code System.out} goes to standard error, it finds {@code System.in}
 * empty, and it can close neither. The program itself has the real streams.
 */
@Internal
public final class UserStreams {

    private static volatile InputStream realIn = System.in;
    private static boolean guarded;

    private UserStreams() {}

    /** Puts stand-ins in the place of the streams of {@link System}, once; get hold of the real ones before. */
    public static synchronized void guard() {
        if (!guarded) {
            guarded = true;
            realIn = System.in;
            PrintStream err = new Unclosable(System.err);
            System.setErr(err);
            System.setOut(err);
            System.setIn(InputStream.nullInputStream());
        }
    }

    /** What is typed or piped into the program. */
    public static InputStream in() {
        return guarded() ? realIn : System.in;
    }

    private static synchronized boolean guarded() {
        return guarded;
    }

    private static final class Unclosable extends PrintStream {

        Unclosable(PrintStream target) {
            super(target, true, target.charset());
        }

        @Override
        public void close() {
            flush();
        }
    }
}
