package dev.guerdon.catalogue.regex;

import dev.guerdon.api.Internal;

/** Says why a text is no pattern, and where. */
@Internal
public final class BadPattern extends Exception {

    BadPattern(String problem, int position) {
        super(problem + " at position " + position, null, false, false);
    }
}
