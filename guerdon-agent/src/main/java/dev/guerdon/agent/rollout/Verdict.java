package dev.guerdon.agent.rollout;

import dev.guerdon.agent.spi.RolloutSetup.Rewards;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the rewards of a rollout say: the score of the one that decides, with the others' as extras.
 *
 * <p>Another reward's score stands under its name, and its own extras under {@code name/key}. One that cannot score says why under
 * {@code name/unscored}, and takes nothing from the rollout's own score.
 *
 * @param score the score that decides
 * @param beside what the other rewards say
 * @param timedOut whether a reward was stopped at its deadline, and may still hold what the rollout used
 */
record Verdict(Score score, Map<String, @Nullable Object> beside, boolean timedOut) {

    static Verdict of(Score score) {
        return new Verdict(score, Map.of(), false);
    }

    static Verdict of(Scorer scorer, Rewards rewards, Sample sample) {
        Score score = scorer.score(rewards.deciding(), sample);
        boolean late = late(score);
        Map<String, @Nullable Object> beside = new LinkedHashMap<>();
        for (RewardEntry reward : rewards.beside()) {
            Score other = scorer.score(reward, sample);
            late |= late(other);
            switch (other) {
                case Score.Scored scored -> {
                    beside.put(reward.label(), scored.result().reward());
                    scored.result().extras().forEach((key, value) -> beside.put(reward.label() + "/" + key, value));
                }
                case Score.Unscored unscored -> {
                    beside.put(reward.label(), null);
                    beside.put(reward.label() + "/unscored", unscored.reason() + ": " + unscored.message());
                }
            }
        }
        return new Verdict(score, beside, late);
    }

    private static boolean late(Score score) {
        return score instanceof Score.Unscored unscored && unscored.reason() == Score.Reason.TIMEOUT;
    }

    /** The score with all that goes with it. */
    Score whole() {
        if (beside.isEmpty() || !(score instanceof Score.Scored scored)) {
            return score;
        }
        Map<String, @Nullable Object> extras =
                new LinkedHashMap<>(scored.result().extras());
        extras.putAll(beside);
        return new Score.Scored(new RewardResult(scored.result().reward(), extras));
    }

    /** The trajectory with its reward, and with every extra that is a number. */
    Trajectory on(Trajectory trajectory) {
        return whole() instanceof Score.Scored scored
                ? trajectory.withReward(scored.result())
                : trajectory.withMetrics(new RewardResult(0, beside).metrics());
    }
}
