package dev.guerdon.agent;

import dev.guerdon.api.GuerdonException;

/** A rollout reached one of its limits of tokens, money or time. */
public final class BudgetException extends GuerdonException {

    public BudgetException(String message) {
        super(message);
    }
}
