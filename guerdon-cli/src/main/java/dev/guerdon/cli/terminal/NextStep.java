package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;

/** A command that knows what is most useful to type after it. */
@Internal
public interface NextStep {

    /** The command to type next, with real names; empty if there is none. Asked once, after the command has ended well. */
    String next();

    /** A word as a shell reads it back: in quotes where that is needed. */
    static String quoted(String word) {
        return word.matches("[\\w@%+=:,./#-]+") && !word.startsWith("#")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }
}
