package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * An episode on its way: handed out, or to be handed out again.
 *
 * @param plan the episode
 * @param losses how often the process that played it was lost
 * @param alone whether it goes into a piece of its own, because one that it was in did not come back
 * @param started whether it was handed out before
 * @param since when it was drawn
 */
record Handout(RolloutPlan plan, int losses, boolean alone, boolean started, Instant since) {

    static Handout of(RolloutPlan plan) {
        return new Handout(plan, 0, false, false, Instant.now());
    }

    Handout lost(int times) {
        return new Handout(plan, losses + times, true, started, since);
    }

    Handout begun() {
        return new Handout(plan, losses, alone, true, since);
    }

    Handout byItself() {
        return new Handout(plan, losses, true, started, since);
    }

    /** The rollout of an episode that nobody brought to its end. */
    Rollout ended(FinishReason reason, String error) {
        Score.Unscored score = switch (reason.kind()) {
            case CANCELLED -> new Score.Unscored(Score.Reason.CANCELLED, "the rollout was cancelled");
            case ENVIRONMENT_LOST -> new Score.Unscored(Score.Reason.RESOURCE, "the environment was lost: " + error);
            case ENDED, TRUNCATED, MODEL_FAILED, FAILED, UNKNOWN ->
                new Score.Unscored(Score.Reason.ERROR, "the rollout ended in an error: " + error);
        };
        Trajectory nothing = new Trajectory(
                plan.id(),
                plan.task().id(),
                List.of(List.of()),
                OptionalDouble.empty(),
                Map.of(),
                reason,
                since,
                Duration.between(since, Instant.now()));
        return new Rollout(plan, nothing, "", score, List.of(), Usage.NONE, error);
    }
}
