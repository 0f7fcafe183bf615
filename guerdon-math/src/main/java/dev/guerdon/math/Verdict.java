package dev.guerdon.math;

/** What one method of comparing found. */
enum Verdict {
    EQUAL,
    DIFFERENT,
    UNKNOWN
}
