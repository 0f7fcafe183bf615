package dev.guerdon.core;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.core.boundary.Fault;
import dev.guerdon.core.engine.ComputePool;
import dev.guerdon.core.job.Blocks;
import dev.guerdon.core.lines.LineBlock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Scores blocks of lines on the threads of a scorer. */
record LocalBlocks(
        List<RewardEntry> rewards,
        Scorer scorer,
        LineDecoder decoder,
        @Nullable Double fallback,
        Blocks.Ends ends) implements Blocks<LineEncoder> {

    /** A part of a block ends when its scores have this size, so that memory does not depend on what rewards return. */
    static final int LARGE = 1 << 20;

    @Override
    public CompletableFuture<Part<LineEncoder>> score(LineBlock block, int from) {
        Calls calls = new Calls(block, from);
        scorer.pool().submit(calls);
        return calls.finished;
    }

    @Override
    public int atOnce() {
        return scorer.pool().threads() * 2 + 1;
    }

    /** The calls for some lines: call {@code i} is reward {@code i % rewards} of line {@code from + i / rewards}. */
    private final class Calls implements ComputePool.Chunk {
        private final LineBlock block;
        private final int from;
        private final LineEncoder encoder = new LineEncoder(rewards, fallback);
        private final CompletableFuture<Part<LineEncoder>> finished = new CompletableFuture<>();
        private @Nullable LineSample current;
        private int decided;
        private @Nullable LineSample begun;

        Calls(LineBlock block, int from) {
            this.block = block;
            this.from = from;
        }

        /** What a call brought; the sample is handed on here, because a call that is given up must not touch the block. */
        private record Outcome(@Nullable LineSample sample, Score score) {}

        @Override
        public int size() {
            return (block.lines() - from) * rewards.size();
        }

        private int line(int i) {
            return from + i / rewards.size();
        }

        private LineSample decode(int line) {
            return decoder.decode(block.bytes(), block.start(line), block.end(line), block.number(line));
        }

        @Override
        public Object call(int i) {
            int line = line(i);
            LineSample sample = current;
            if (sample == null || sample.number() != block.number(line)) {
                try {
                    sample = decode(line);
                } catch (Throwable e) {
                    return new Outcome(null, new Score.Unscored(Score.Reason.INVALID_INPUT, problem(line, e)));
                }
            }
            RewardEntry reward = rewards.get(i % rewards.size());
            Score refused = scorer.refusal(reward);
            return new Outcome(sample, refused != null ? refused : scorer.callNow(reward, sample));
        }

        private String problem(int line, Throwable e) {
            return e instanceof GuerdonException
                    ? String.valueOf(e.getMessage())
                    : "line " + block.number(line) + " cannot be decoded: "
                            + Fault.of(e).text();
        }

        @Override
        public void accept(int i, Object result) {
            Outcome outcome = (Outcome) result;
            // A user's reward may have changed what it was given, and may have kept it.
            current = rewards.get(i % rewards.size()).isPredefined() ? outcome.sample : null;
            add(i, outcome.sample, outcome.score);
        }

        @Override
        public void late(int i) {
            Score score = scorer.lateScore(rewards.get(i % rewards.size()));
            LineSample sample = null;
            if (i % rewards.size() == 0) {
                try {
                    // The call that was given up still has the sample it began with.
                    sample = decode(line(i));
                } catch (Throwable e) {
                    score = new Score.Unscored(Score.Reason.INVALID_INPUT, problem(line(i), e));
                }
            }
            current = null;
            add(i, sample, score);
        }

        /** Writes a score. The first of a line decides whether the line can be read; the others follow it. */
        private void add(int i, @Nullable LineSample sample, Score score) {
            int reward = i % rewards.size();
            if (reward == 0) {
                begun = sample;
            }
            if (begun != null) {
                encoder.add(begun, reward, score);
            } else if (reward == 0) {
                encoder.unreadable(block.number(line(i)), ((Score.Unscored) score).message());
            }
            decided = i + 1;
        }

        @Override
        public void cameBack(int i) {
            scorer.cameBack(rewards.get(i % rewards.size()));
        }

        @Override
        public boolean full() {
            return decided % rewards.size() == 0 && (encoder.size() >= LARGE || ends.before(block, line(decided)));
        }

        @Override
        public void done() {
            finished.complete(new Part<>(encoder, from + decided / rewards.size()));
        }

        @Override
        public void failed(Throwable problem) {
            finished.completeExceptionally(problem);
        }
    }
}
