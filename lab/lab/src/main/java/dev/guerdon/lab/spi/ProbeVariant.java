package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;

/**
 * A way to write an answer.
 *
 * @param group what is varied, such as {@code case} or {@code thousands}
 * @param name the way
 * @param text the answer
 * @param right whether it says the same as the gold answer, so that it should earn the same
 */
@Experimental
public record ProbeVariant(String group, String name, String text, boolean right) {

    /** Kind of value of a gold answer, which decides how it can be written otherwise. */
    public enum Kind {
        NUMBER,
        DATE,
        LIST,
        JSON,
        TEXT
    }

    /** The group of answers that are wrong, for contrast. */
    public static final String WRONG = "wrong";

    public static ProbeVariant right(String group, String name, String text) {
        return new ProbeVariant(group, name, text, true);
    }

    public static ProbeVariant wrong(String name, String text) {
        return new ProbeVariant(WRONG, name, text, false);
    }
}
