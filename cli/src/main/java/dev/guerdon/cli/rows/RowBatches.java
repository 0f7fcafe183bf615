package dev.guerdon.cli.rows;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.cli.spi.LineScorer.Outcome;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Scores samples in batches, as they are asked for.
 *
 * <p>The first batch is small, because a query may want a few rows only and each call may cost money. Batches of long samples stay
 * small, so that memory does not depend on how many there are.
 */
final class RowBatches implements Iterator<List<Outcome>> {

    private static final int FIRST_SAMPLES = 8;
    private static final int MAX_SAMPLES = 256;
    private static final long MAX_BYTES = 1 << 20;

    private final RowPlan plan;
    private final Iterator<byte[]> samples;
    private final ArrayDeque<List<Outcome>> ready = new ArrayDeque<>();
    private int size = FIRST_SAMPLES;
    private long number;

    RowBatches(RowPlan plan, Iterator<byte[]> samples) {
        this.plan = plan;
        this.samples = samples;
    }

    @Override
    public boolean hasNext() {
        return !ready.isEmpty() || samples.hasNext();
    }

    @Override
    public List<Outcome> next() {
        if (ready.isEmpty()) {
            if (!samples.hasNext()) {
                throw new NoSuchElementException("there are no more samples");
            }
            each((sample, scores) ->
                    ready.add(scores.stream().map(RowPlan::outcome).toList()));
        }
        return ready.remove();
    }

    /** Scores the next batch. */
    void each(RowPlan.Sink sink) {
        List<Line> lines = new ArrayList<>();
        for (long bytes = 0; samples.hasNext() && lines.size() < size && bytes < MAX_BYTES; ) {
            Line line = new Line(samples.next(), ++number);
            bytes += line.bytes.length;
            lines.add(line);
        }
        size = Math.min(MAX_SAMPLES, size * 2);
        for (RewardEntry reward : plan.rewards()) {
            // For each reward anew: a user's reward may have changed what it was given.
            List<Line> readable = lines.stream().filter(Line::decode).toList();
            List<LineSample> decoded = new ArrayList<>();
            readable.forEach(line -> decoded.add(Objects.requireNonNull(line.sample)));
            List<Score> scores = call(reward, decoded);
            for (int i = 0; i < scores.size(); i++) {
                readable.get(i).scores.add(scores.get(i));
            }
        }
        lines.forEach(line -> sink.accept(line.sample, line.scores));
    }

    /** A sample of a batch. */
    private final class Line {
        private final byte[] bytes;
        private final long place;
        private final List<Score> scores = new ArrayList<>();
        private @Nullable LineSample sample;

        Line(byte[] bytes, long place) {
            this.bytes = bytes;
            this.place = place;
        }

        /** Returns whether it can be read; where it cannot, that is the outcome of every reward. */
        boolean decode() {
            if (scores.size() == plan.rewards().size()) {
                return false;
            }
            try {
                sample = plan.decode(bytes, place);
                return true;
            } catch (GuerdonException e) {
                scores.addAll(plan.unreadable(e));
                return false;
            }
        }
    }

    private List<Score> call(RewardEntry reward, List<LineSample> batch) {
        if (batch.isEmpty()) {
            return List.of();
        }
        if (!plan.isTame()) {
            return plan.scorer().scoreAll(reward, batch);
        }
        // The engine has given this thread a core, and not more.
        try (Scorer.Here here = plan.scorer().here()) {
            return here.scoreAll(reward, batch);
        }
    }
}
