package dev.guerdon.cli;

/** The exit codes of every command. An interrupt needs none here: the JVM itself ends with 130. */
final class ExitCode {

    /** Done. */
    static final int DONE = 0;

    /** Done, but a gate failed or some inputs could not be scored. */
    static final int INCOMPLETE = 1;

    /** Wrong usage, a bad input file or an internal error: the work was not done. */
    static final int REFUSED = 2;

    private ExitCode() {}
}
