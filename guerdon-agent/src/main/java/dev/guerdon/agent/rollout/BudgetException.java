package dev.guerdon.agent.rollout;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Trajectory.FinishReason;

/** A rollout reached one of its limits of tokens, money or time. */
@Internal
public final class BudgetException extends GuerdonException {

    private final FinishReason limit;

    /**
     * @param limit the limit that was reached, as the reason for the rollout's end
     */
    public BudgetException(FinishReason limit, String message) {
        super(message);
        this.limit = limit;
    }

    FinishReason limit() {
        return limit;
    }
}
