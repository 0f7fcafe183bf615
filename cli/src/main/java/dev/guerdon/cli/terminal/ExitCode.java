package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;

/** The exit codes of every command. Where a command does not catch an interrupt, the JVM itself ends with the code for it. */
@Internal
public final class ExitCode {

    /** Done. */
    public static final int DONE = 0;

    /** Done, but a gate failed or some inputs could not be scored. */
    public static final int INCOMPLETE = 1;

    /** Wrong usage, a bad input file or an internal error: nothing was done. */
    public static final int REFUSED = 2;

    /** A fault such as a full disk ended the work early: everything written is valid, and the work can be resumed. */
    public static final int ENDED_EARLY = 3;

    /** Interrupted by the user; what was done until then is saved. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
