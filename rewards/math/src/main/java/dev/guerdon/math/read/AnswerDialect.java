package dev.guerdon.math.read;

/** Whose reading of an answer. */
enum AnswerDialect {
    /** Our own. */
    EXACT,
    /** That of Math-Verify: every letter is a variable of its own, and numbers side by side are added like mixed numbers. */
    VERIFY
}
