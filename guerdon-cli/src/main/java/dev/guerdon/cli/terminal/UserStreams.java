package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.base.ForeignCalls;
import java.io.InputStream;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * The standard streams as code of a program's users sees them.
 *
 * <p>Standard output is for data. What users' code prints with {@code System.out} goes to standard error, it finds {@code System.in}
 * empty, and it can close neither. The program itself has the real streams.
 */
@Internal
public final class UserStreams {

    private static volatile @Nullable UserStreams guarding;

    private final InputStream realIn;
    private final PrintStream shownOut;
    private final InputStream shownIn;

    private UserStreams() {
        this.realIn = System.in;
        this.shownOut = new Unclosable(System.err);
        this.shownIn = new Empty();
    }

    /** Puts stand-ins in the place of the streams of {@link System}, once; get hold of the real ones before. */
    public static synchronized void guard() {
        if (guarding == null) {
            guarding = new UserStreams();
            restore();
            ForeignCalls.afterEach(UserStreams::restore);
        }
    }

    /** Puts the stand-ins back where the user's code put something else. */
    @SuppressWarnings("ReferenceEquality") // what the user's code put there is asked nothing
    private static void restore() {
        UserStreams streams = guarding;
        if (streams != null) {
            if (System.out != streams.shownOut) {
                System.setOut(streams.shownOut);
            }
            if (System.err != streams.shownOut) {
                System.setErr(streams.shownOut);
            }
            if (System.in != streams.shownIn) {
                System.setIn(streams.shownIn);
            }
        }
    }

    /** What is typed or piped into the program. */
    public static InputStream in() {
        UserStreams streams = guarding;
        return streams == null ? System.in : streams.realIn;
    }

    /** As the JDK's own, but for one that can be closed by whoever comes first. */
    private static final class Empty extends InputStream {

        @Override
        public int read() {
            return -1;
        }

        @Override
        public int read(byte[] bytes, int from, int length) {
            return length == 0 ? 0 : -1;
        }
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
