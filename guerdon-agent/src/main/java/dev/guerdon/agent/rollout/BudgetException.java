package dev.guerdon.agent.rollout;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;

/** A rollout reached one of its limits of tokens, money or time. */
@Internal
public final class BudgetException extends GuerdonException {

    public BudgetException(String message) {
        super(message);
    }
}
