package dev.guerdon.cli.rows;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.cli.spi.LineScorer;
import dev.guerdon.cli.spi.LineScorer.Outcome;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.Metrics;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import java.nio.charset.StandardCharsets;
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

    /** Returns whether the thread that has a sample may score it itself: all rewards are Guerdon's own, compute, and have an end. */
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
     * Returns a sample as the rewards read it.
     *
     * @throws GuerdonException if it cannot be read
     */
    LineSample decode(byte[] sample, long number) {
        return decoder.decode(sample, 0, sample.length, number);
    }

    @Override
    public Iterator<List<Outcome>> score(Iterator<byte[]> samples) {
        return new RowBatches(this, samples);
    }

    @Override
    public LineScorer.Seat seat() {
        return new OwnSeat();
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

    /** Returns the outcomes of a sample that cannot be read: the same for all rewards. */
    List<Score> unreadable(GuerdonException problem) {
        Score score = new Score.Unscored(Score.Reason.INVALID_INPUT, String.valueOf(problem.getMessage()));
        List<Score> scores = new ArrayList<>();
        rewards.forEach(reward -> scores.add(score));
        return scores;
    }

    /** Keeps nothing of the samples but the state of the metrics. */
    @Override
    public byte[] sum(Iterator<byte[]> samples) {
        List<Metrics> metrics = none(rewards.size());
        RowBatches batches = new RowBatches(this, samples);
        while (batches.hasNext()) {
            batches.each((sample, scores) -> {
                String group = group(sample);
                for (int i = 0; i < scores.size(); i++) {
                    metrics.get(i).add(scores.get(i), group);
                }
            });
        }
        return JsonCodec.write(metrics.stream().map(Metrics::saveWithGroups).toList())
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String group(@Nullable LineSample sample) {
        return sample == null ? "" : sample.groupId();
    }

    @Override
    public Map<String, Object> figures(List<byte[]> sums) {
        List<String> labels = labels();
        List<Metrics> all = none(labels.size());
        for (byte[] sum : sums) {
            List<Json> states = JsonCodec.read(sum, "the metrics of a part").asList();
            if (states.size() != labels.size()) {
                throw new GuerdonException(
                        "expected metrics of " + labels.size() + " rewards, found those of " + states.size());
            }
            for (int i = 0; i < states.size(); i++) {
                all.get(i).add(Metrics.restore(states.get(i)));
            }
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            String prefix = labels.size() == 1 ? "" : labels.get(i) + "/";
            all.get(i).toMap().forEach((name, value) -> figures.put(prefix + name, value));
        }
        return figures;
    }

    private static List<Metrics> none(int rewards) {
        List<Metrics> metrics = new ArrayList<>();
        for (int i = 0; i < rewards; i++) {
            metrics.add(new Metrics());
        }
        return metrics;
    }

    /** Receives a sample and its scores; the sample is null if it could not be read. */
    @FunctionalInterface
    interface Sink {
        void accept(@Nullable LineSample sample, List<Score> scores);
    }

    /** A thread that scores sample by sample: tame rewards in the thread itself, others where they belong. */
    private final class OwnSeat implements LineScorer.Seat {

        private final Scorer.@Nullable Here here = tame ? scorer.here() : null;
        private long number;

        @Override
        public double reward(byte[] sample) {
            try {
                LineSample decoded = decode(sample, ++number);
                return score(rewards.getFirst(), decoded) instanceof Score.Scored scored
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
                for (RewardEntry reward : rewards) {
                    // A user's reward may have changed what it was given.
                    scores.add(score(reward, decode(sample, number)));
                }
                return scores;
            } catch (GuerdonException e) {
                return unreadable(e);
            }
        }

        private Score score(RewardEntry reward, LineSample sample) {
            Scorer.Here own = here;
            return own == null
                    ? scorer.score(reward, sample)
                    : own.scoreAll(reward, List.of(sample)).getFirst();
        }

        @Override
        public void close() {
            if (here != null) {
                here.close();
            }
        }
    }
}
