package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;

/** Says where it was that an environment could not be had: what is missing is missing on that machine. */
final class OnHost {

    private OnHost() {}

    static Rollout named(Rollout rollout, String host) {
        if (rollout.trajectory().finishReason() != FinishReason.ENVIRONMENT_LOST) {
            return rollout;
        }
        String where = " (on " + host + ")";
        return new Rollout(
                rollout.plan(),
                rollout.trajectory(),
                rollout.finalResponse(),
                switch (rollout.score()) {
                    case Score.Scored scored -> scored;
                    case Score.Unscored unscored -> new Score.Unscored(unscored.reason(), unscored.message() + where);
                },
                rollout.turns(),
                rollout.usage(),
                rollout.error() + where);
    }
}
