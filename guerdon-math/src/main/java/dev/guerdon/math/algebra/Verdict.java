package dev.guerdon.math.algebra;

/** What one method of comparing found. */
public enum Verdict {
    EQUAL,
    DIFFERENT,
    UNKNOWN
}
