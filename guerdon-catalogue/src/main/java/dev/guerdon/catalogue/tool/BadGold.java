package dev.guerdon.catalogue.tool;

import dev.guerdon.api.Internal;

/** Says what is wrong with the calls that a task gives as right. */
@Internal
public final class BadGold extends RuntimeException {

    BadGold(String problem) {
        super(problem, null, false, false);
    }
}
