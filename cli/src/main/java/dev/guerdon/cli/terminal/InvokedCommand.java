package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.io.File;
import java.nio.file.Path;

/**
 * Command lines as the user of this process types them.
 *
 * <p>Guerdon has no fixed name: it is {@code ./guerdon} in a checkout, and a path where an archive was unpacked. The launcher sets it with
 * the system property {@code guerdon.command}.
 */
@Internal
public final class InvokedCommand {

    private static final String DEFAULT_NAME = "guerdon";

    private InvokedCommand() {}

    /** Returns a line that starts with {@code guerdon}, with what this process was called by instead; any other line as it is. */
    public static String line(String line) {
        return line(name(), line);
    }

    static String line(String name, String line) {
        return line.equals(DEFAULT_NAME) || line.startsWith(DEFAULT_NAME + " ")
                ? quoted(name) + line.substring(DEFAULT_NAME.length())
                : line;
    }

    /** Returns the same for someone who changes to another folder before. */
    public static String lineElsewhere(String line) {
        return line(
                isRelative(name())
                        ? Path.of(name()).toAbsolutePath().normalize().toString()
                        : name(),
                line);
    }

    /** Returns what {@code ./dev} of the checkout is that this process was started in. */
    public static String dev() {
        String name = name();
        return quoted((name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : ".") + "/dev");
    }

    private static boolean isRelative(String name) {
        return (name.contains("/") || name.contains("\\")) && !Path.of(name).isAbsolute();
    }

    private static String name() {
        String told = System.getProperty("guerdon.command", "");
        return told.isBlank() ? DEFAULT_NAME : told;
    }

    /** Returns a word as a shell reads it back: in quotes if that is needed. */
    public static String quoted(String word) {
        return quoted(word, File.separatorChar == '\\');
    }

    /** Returns the same for a shell of Windows or of any other system. */
    static String quoted(String word, boolean windows) {
        if (windows) {
            return word.matches("[\\w@+=:,./#\\\\-]+") ? word : '"' + word + '"';
        }
        return word.matches("[\\w@%+=:,./#-]+") && !word.startsWith("#")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }
}
