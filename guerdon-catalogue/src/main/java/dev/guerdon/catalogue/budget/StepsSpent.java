package dev.guerdon.catalogue.budget;

import dev.guerdon.api.Internal;

/** Thrown where a grading has used its budget of steps; has no stack trace, since it is an ordinary end. */
@Internal
public final class StepsSpent extends RuntimeException {

    public StepsSpent(long limit) {
        super("the budget of " + limit + " steps is spent", null, false, false);
    }
}
