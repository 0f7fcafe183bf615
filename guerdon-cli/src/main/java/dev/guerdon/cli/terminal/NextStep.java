package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.io.File;

/** A command that knows what is most useful to type after it. */
@Internal
public interface NextStep {

    /**
     * The command to type next, with real names; empty if there is none. Asked once, after the command has ended well.
     *
     * <p>It starts with {@code guerdon}, whatever the user types for that. Options that tell where runs and plugins are, such as
     * {@code --runs}, are added to it.
     */
    String next();

    /** A word as a shell reads it back: in quotes where that is needed. */
    static String quoted(String word) {
        return quoted(word, File.separatorChar == '\\');
    }

    /** The same for a shell of Windows or of any other system. */
    static String quoted(String word, boolean windows) {
        if (windows) {
            return word.matches("[\\w@+=:,./#\\\\-]+") ? word : '"' + word + '"';
        }
        return word.matches("[\\w@%+=:,./#-]+") && !word.startsWith("#")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }
}
