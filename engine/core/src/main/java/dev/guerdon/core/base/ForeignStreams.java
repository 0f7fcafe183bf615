package dev.guerdon.core.base;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The standard streams of a process whose own data goes elsewhere, which foreign code may print to but neither close nor keep.
 *
 * <p>Nobody reads what is printed as data, so it is one stream for all; flushed by lines, which keeps them whole.
 */
final class ForeignStreams {

    private static final PrintStream PRINTED = new Unclosable();
    private static final InputStream NOTHING = new Empty();

    private ForeignStreams() {}

    /** Takes the streams away from whatever is loaded later, and puts them back after each call that changed them. */
    static void guard() {
        restore();
        ForeignCalls.afterEach(ForeignStreams::restore);
    }

    @SuppressWarnings("ReferenceEquality") // what foreign code put there is asked nothing
    private static void restore() {
        if (System.out != PRINTED) {
            System.setOut(PRINTED);
        }
        if (System.err != PRINTED) {
            System.setErr(PRINTED);
        }
        if (System.in != NOTHING) {
            System.setIn(NOTHING);
        }
    }

    private static final class Empty extends InputStream {

        @Override
        public int read() {
            return -1;
        }
    }

    private static final class Unclosable extends PrintStream {

        Unclosable() {
            super(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            flush();
        }
    }
}
