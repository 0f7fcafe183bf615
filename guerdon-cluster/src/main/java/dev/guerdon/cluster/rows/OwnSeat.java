package dev.guerdon.cluster.rows;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.cluster.spi.LineScorer;
import dev.guerdon.cluster.spi.LineScorer.Outcome;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread that scores sample by sample: tame rewards in the thread itself, others where they belong. */
final class OwnSeat implements LineScorer.Seat {

    private final RowPlan plan;
    private final Scorer.@Nullable Here here;
    private long number;

    OwnSeat(RowPlan plan) {
        this.plan = plan;
        this.here = plan.isTame() ? plan.scorer().here() : null;
    }

    @Override
    public double reward(byte[] sample) {
        try {
            LineSample decoded = plan.decode(sample, ++number);
            return score(plan.rewards().getFirst(), decoded) instanceof Score.Scored scored
                    ? scored.result().reward()
                    : Double.NaN;
        } catch (GuerdonException e) {
            return Double.NaN;
        }
    }

    @Override
    public List<Outcome> score(byte[] sample) {
        return scores(sample).stream().map(RowPlan::outcome).toList();
    }

    private List<Score> scores(byte[] sample) {
        try {
            number++;
            List<Score> scores = new ArrayList<>();
            for (RewardEntry reward : plan.rewards()) {
                // A user's reward may have changed what it was given.
                scores.add(score(reward, plan.decode(sample, number)));
            }
            return scores;
        } catch (GuerdonException e) {
            return plan.unreadable(e);
        }
    }

    private Score score(RewardEntry reward, LineSample sample) {
        Scorer.Here own = here;
        return own == null
                ? plan.scorer().score(reward, sample)
                : own.scoreAll(reward, List.of(sample)).getFirst();
    }

    @Override
    public void close() {
        if (here != null) {
            here.close();
        }
    }
}
