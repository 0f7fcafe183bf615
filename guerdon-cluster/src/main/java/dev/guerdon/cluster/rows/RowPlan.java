package dev.guerdon.cluster.rows;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cluster.spi.LineScorer;
import dev.guerdon.cluster.spi.LineScorer.Outcome;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rewards that score rows. */
final class RowPlan implements LineScorer.Plan {

    private final List<RewardEntry> rewards;
    private final Scorer scorer;
    private final LineDecoder decoder;
    private final boolean tame;

    RowPlan(List<RewardEntry> rewards, Isolation isolation, Scorer scorer) {
        if (rewards.isEmpty()) {
            throw new GuerdonException("expected at least one reward");
        }
        if (rewards.stream().map(RewardEntry::label).distinct().count() < rewards.size()) {
            throw new GuerdonException("a reward is named twice: " + String.join(", ", labels(rewards)));
        }
        this.rewards = List.copyOf(rewards);
        this.scorer = scorer;
        this.decoder = new LineDecoder(rewards);
        this.tame = rewards.stream()
                .allMatch(each -> each.work() == Work.COMPUTE && !each.isForeign() && !isolation.covers(each));
    }

    private static List<String> labels(List<RewardEntry> rewards) {
        return rewards.stream().map(RewardEntry::label).toList();
    }

    @Override
    public List<String> labels() {
        return labels(rewards);
    }

    /** Whether the thread that has a sample may score it itself: all rewards are Guerdon's own, compute, and have an end. */
    boolean isTame() {
        return tame;
    }

    Scorer scorer() {
        return scorer;
    }

    List<RewardEntry> rewards() {
        return rewards;
    }

    /**
     * A sample as the rewards read it.
     *
     * @throws GuerdonException where it cannot be read
     */
    LineSample decode(byte[] sample, long number) {
        return decoder.decode(sample, 0, sample.length, number);
    }

    @Override
    public Iterator<List<Outcome>> score(Iterator<byte[]> samples) {
        return new Batches(this, samples);
    }

    @Override
    public LineScorer.Seat seat() {
        return new OwnSeat(this);
    }

    static Outcome outcome(Score score) {
        return switch (score) {
            case Score.Scored scored -> scored(scored.result());
            case Score.Unscored unscored ->
                new Outcome(null, Map.of(), unscored.reason().name(), unscored.message());
        };
    }

    private static Outcome scored(RewardResult result) {
        Map<String, @Nullable String> extras = new LinkedHashMap<>();
        result.extras().forEach((name, value) -> extras.put(name, text(value)));
        return new Outcome(result.reward(), extras, null, null);
    }

    private static @Nullable String text(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> text;
            default -> JsonCodec.write(value);
        };
    }

    /** The outcomes of a sample that cannot be read: the same for all rewards. */
    List<Score> unreadable(GuerdonException problem) {
        Score score = new Score.Unscored(Score.Reason.INVALID_INPUT, String.valueOf(problem.getMessage()));
        List<Score> scores = new ArrayList<>();
        rewards.forEach(reward -> scores.add(score));
        return scores;
    }

    @Override
    public byte[] sum(Iterator<byte[]> samples) {
        return Sums.of(this, samples);
    }

    @Override
    public Map<String, Object> figures(List<byte[]> sums) {
        return Sums.figures(labels(), sums);
    }
}
