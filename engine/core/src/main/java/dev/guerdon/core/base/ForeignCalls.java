package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/** Work that a program does whenever code of its users has run, such as putting back what that may have changed for the whole process. */
@Internal
public final class ForeignCalls {

    private static volatile @Nullable Runnable tidying;
    private static volatile @Nullable ProcessDefaults defaults;

    private ForeignCalls() {}

    /** Does this after each call from now on, in the thread of the call; it must be quick and never throw. */
    public static void afterEach(Runnable tidy) {
        defaults = new ProcessDefaults();
        tidying = tidy;
    }

    /**
     * Takes the standard streams away from whatever is loaded later, and puts that right after each call: it finds no input, and what it
     * prints goes to standard error. Code that needs them for data opens their descriptors before.
     */
    public static void guardStreams() {
        ForeignStreams.restore();
        afterEach(ForeignStreams::restore);
    }

    /** Tidies up after a call in a thread of its own, such as one of an agent or a tool. It also restores the defaults of the process. */
    public static void endedInOwnThread() {
        ended();
        ProcessDefaults before = defaults;
        if (before != null) {
            before.restore();
        }
    }

    /** Tidies up after a call. */
    public static void ended() {
        Runnable tidy = tidying;
        if (tidy != null) {
            tidy.run();
        }
    }

    /** Defaults of the whole process that its users' code may replace. */
    private static final class ProcessDefaults {

        private final Properties properties = System.getProperties();
        private final Locale locale = Locale.getDefault();
        private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
        private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
        private final TimeZone zone = TimeZone.getDefault();
        private final Thread.@Nullable UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();

        /** Puts back what was replaced. */
        @SuppressWarnings("ReferenceEquality") // what users' code put there is asked nothing
        void restore() {
            if (System.getProperties() != properties) {
                System.setProperties(properties);
            }
            if (Locale.getDefault() != locale
                    || Locale.getDefault(Locale.Category.DISPLAY) != display
                    || Locale.getDefault(Locale.Category.FORMAT) != format) {
                Locale.setDefault(locale);
                Locale.setDefault(Locale.Category.DISPLAY, display);
                Locale.setDefault(Locale.Category.FORMAT, format);
            }
            if (!zone.getClass().equals(TimeZone.getDefault().getClass()) || !zone.equals(TimeZone.getDefault())) {
                TimeZone.setDefault(zone);
            }
            if (Thread.getDefaultUncaughtExceptionHandler() != handler) {
                Thread.setDefaultUncaughtExceptionHandler(handler);
            }
        }
    }

    /** Standard streams for code of users: it finds no input, and what it prints, line by line, goes to standard error. */
    private static final class ForeignStreams {

        /** An end of input that stays one when it is closed. */
        private static final InputStream NOTHING = new InputStream() {
            @Override
            public int read() {
                return -1;
            }
        };

        private static final PrintStream PRINTED =
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8) {
                    @Override
                    public void close() {
                        flush();
                    }
                };

        @SuppressWarnings("ReferenceEquality") // what foreign code put there is asked nothing
        static void restore() {
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
    }
}
