package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;

/** What one method of comparing found. */
@Internal
public enum Verdict {
    EQUAL,
    DIFFERENT,
    UNKNOWN
}
