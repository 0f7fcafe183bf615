package dev.guerdon.catalogue.regex;

import dev.guerdon.api.Internal;

/** Whose rules a pattern follows. */
@Internal
public enum Flavor {
    /** Python's {@code re} for {@code str}: Unicode digits and words, {@code $} also before a last line feed. */
    PYTHON,
    /** ECMA-262 with the flag {@code u}: ASCII digits and words, {@code $} at the end only, {@code \p{...}}. */
    ECMA
}
