package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;

/**
 * Stand-in for {@code System.exit}, {@code Runtime.exit} and {@code Runtime.halt} in foreign code: an error for the code that
 * called, where the others would end the work of everybody.
 *
 * <p>{@code ExitCalls} puts the calls here.
 */
@Internal
@SuppressWarnings("DoNotCallSuggester") // called by class files that were changed, never by sources
public final class ExitGuard {

    private ExitGuard() {}

    /** The program was asked to end. An error, so that code which handles any exception does not handle this one. */
    public static final class Refused extends Error {
        private static final long serialVersionUID = 1L;

        Refused(String call) {
            super("called " + call + ", which would have ended everybody's work; return or throw instead");
        }
    }

    /** Stands for {@code System.exit}. */
    public static void exit(int status) {
        throw new Refused("System.exit(" + status + ")");
    }

    /** Stands for {@code Runtime.exit}. */
    public static void exit(Runtime runtime, int status) {
        throw new Refused("Runtime.exit(" + status + ")");
    }

    /** Stands for {@code Runtime.halt}. */
    public static void halt(Runtime runtime, int status) {
        throw new Refused("Runtime.halt(" + status + ")");
    }
}
