package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Score;
import dev.guerdon.core.engine.ComputePool;
import dev.guerdon.core.lines.LineBlock;
import dev.guerdon.core.lines.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Scores a JSON-lines stream of any length: one line out for each line in, in the same order.
 *
 * <p>The calling thread reads blocks of lines and writes the results; blocks are decoded, scored and encoded on the scorer's
 * threads, a few of them in flight, so memory does not depend on the input's size. A line that cannot be read or scored becomes an
 * {@code unscored} line and stops nothing.
 */
@Experimental
public final class ScoreJob {

    /** How often a checkpoint is written. */
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(2);

    private final List<RewardEntry> rewards;
    private final Scorer scorer;
    private final @Nullable Double fallback;
    private final long limit;
    private final Listener listener;
    private final LineDecoder decoder;
    private final @Nullable IsolatedRewards apart;
    private volatile boolean cancelled;

    /**
     * @param rewards the rewards, at least one
     * @param scorer runs them; stays open
     * @param fallback the number to write in place of a reward that could not be computed; null writes null
     * @param limit the most lines to score
     * @param listener follows the progress
     */
    public ScoreJob(
            List<RewardEntry> rewards, Scorer scorer, @Nullable Double fallback, long limit, Listener listener) {
        if (rewards.isEmpty()) {
            throw new GuerdonException("a score job needs at least one reward");
        }
        this.rewards = List.copyOf(rewards);
        this.scorer = scorer;
        this.fallback = fallback;
        this.limit = limit;
        this.listener = listener;
        // Where workers decode what the rewards read, this process needs to know no more than whose line it is.
        this.apart = rewards.stream().anyMatch(scorer::isIsolated) ? scorer.isolated() : null;
        this.decoder = new LineDecoder(apart == null ? rewards : List.of());
    }

    /** Follows a job. */
    public interface Listener {

        /** Told after each block that was written. */
        default void progress(Progress progress) {}

        /** Asked to keep the progress, so that a later job can go on from it. The output has been flushed. */
        default void checkpoint(Progress progress) {}
    }

    /**
     * How far a job is.
     *
     * @param inputBytes how much of the uncompressed input is done
     * @param nextLine the number of the next line
     * @param lines how many lines were written
     * @param outputBytes how many bytes were written
     * @param metrics the figures so far, for each reward in order
     */
    public record Progress(long inputBytes, long nextLine, long lines, long outputBytes, List<Metrics> metrics) {

        /** The beginning of a job with that many rewards. */
        public static Progress none(int rewards) {
            List<Metrics> metrics = new ArrayList<>();
            for (int i = 0; i < rewards; i++) {
                metrics.add(new Metrics());
            }
            return new Progress(0, 1, 0, 0, List.copyOf(metrics));
        }

        /** How many lines have a reward that could not be computed. */
        public long unscored() {
            return metrics.stream().mapToLong(Metrics::unscored).max().orElse(0);
        }
    }

    /** Asks the job to stop soon: what was read is finished and written, nothing more is read. */
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /**
     * Runs the job. Where the input cannot be read to its end, what was read is scored and written before the exception.
     *
     * @param in the input, standing at {@code from}
     * @param out the output, standing behind what {@code from} wrote; flushed, not closed
     * @param from where to begin
     */
    public Progress run(InputStream in, OutputStream out, Progress from) throws IOException {
        Run run = new Run(in, out, from);
        boolean waits = rewards.stream().anyMatch(reward -> reward.work() == Work.WAIT);
        if (waits && apart == null) {
            run.waiting();
        } else {
            run.computing();
        }
        out.flush();
        if (run.failure != null) {
            listener.checkpoint(run.done);
            throw new GuerdonException(
                    "the input cannot be read behind line " + (run.reader.lineNumber() - 1) + ": "
                            + run.failure.getMessage() + "; the " + run.done.lines + " scores before it are written",
                    run.failure);
        }
        return run.done;
    }

    /** One run of the job; used by the calling thread alone, but for the blocks that the scorer's threads fill. */
    private final class Run {
        private final LineReader reader;
        private final OutputStream out;
        private Progress done;
        private long read;
        private @Nullable IOException failure;
        private long lastCheckpoint = System.nanoTime();

        Run(InputStream in, OutputStream out, Progress from) {
            this.reader = new LineReader(in, from.inputBytes, from.nextLine);
            this.out = out;
            this.done = from;
            this.read = from.lines;
        }

        /** The next block, or null at the end, at the limit, or when the job was cancelled. */
        private @Nullable Object next() {
            if (cancelled || read >= limit) {
                return null;
            }
            try {
                LineBlock block = reader.next(limit < Long.MAX_VALUE ? limit - read : limit);
                if (block != null && limit < Long.MAX_VALUE) {
                    read += block.lines();
                }
                return block;
            } catch (LineReader.LineTooLong e) {
                read++;
                return e;
            } catch (IOException e) {
                failure = e;
                return null;
            }
        }

        void computing() throws IOException {
            ArrayDeque<CompletableFuture<Block>> inFlight = new ArrayDeque<>();
            int most = scorer.pool().threads() * 2 + 1;
            Object next = next();
            while (next != null || !inFlight.isEmpty()) {
                if (next != null && inFlight.size() < most) {
                    inFlight.add(submit(next));
                    next = next();
                } else {
                    Block first = inFlight.remove().join();
                    write(first.encoder, first.inputBytes, first.nextLine.join());
                }
            }
        }

        private CompletableFuture<Block> submit(Object next) {
            if (next instanceof LineBlock lines && apart != null) {
                return apart.score(lines, rewards, decoder, new LineEncoder(rewards, fallback))
                        .thenApply(encoder -> new Block(lines, encoder));
            }
            if (next instanceof LineBlock lines) {
                Block block = new Block(lines);
                scorer.pool().submit(block);
                return block.finished;
            }
            Block block = new Block(reader.offset(), reader.lineNumber());
            if (next instanceof LineReader.LineTooLong tooLong) {
                block.encoder.unreadable(tooLong.number(), String.valueOf(tooLong.getMessage()));
            }
            return CompletableFuture.completedFuture(block);
        }

        private void write(LineEncoder encoder, long inputBytes, long nextLine) throws IOException {
            encoder.writeTo(out);
            List<Metrics> metrics = done.metrics;
            for (int i = 0; i < metrics.size(); i++) {
                metrics.get(i).add(encoder.metrics().get(i));
            }
            done = new Progress(
                    inputBytes, nextLine, done.lines + encoder.lines(), done.outputBytes + encoder.size(), metrics);
            listener.progress(done);
            long now = System.nanoTime();
            if (now - lastCheckpoint > CHECKPOINT_INTERVAL.toNanos()) {
                lastCheckpoint = now;
                out.flush();
                listener.checkpoint(done);
            }
        }

        /** A line whose rewards are under way. */
        private record Pending(
                @Nullable LineSample sample,
                List<CompletableFuture<Score>> scores,
                long number,
                String problem,
                long inputBytes,
                long nextLine) {}

        void waiting() throws IOException {
            ArrayDeque<Pending> inFlight = new ArrayDeque<>();
            Object next;
            while ((next = next()) != null) {
                if (next instanceof LineReader.LineTooLong tooLong) {
                    inFlight.add(new Pending(
                            null,
                            List.of(),
                            tooLong.number(),
                            String.valueOf(tooLong.getMessage()),
                            reader.offset(),
                            reader.lineNumber()));
                } else if (next instanceof LineBlock block) {
                    for (int i = 0; i < block.lines() && !cancelled; i++) {
                        inFlight.add(start(block, i));
                        finishSome(inFlight, 512);
                    }
                }
            }
            finishSome(inFlight, 0);
        }

        private Pending start(LineBlock block, int line) {
            long after = block.offsetAfter(line);
            long number = block.number(line);
            try {
                LineSample sample = decoder.decode(block.bytes(), block.start(line), block.end(line), number);
                List<CompletableFuture<Score>> scores = new ArrayList<>();
                for (RewardEntry reward : rewards) {
                    scores.add(scorer.start(reward, sample));
                }
                return new Pending(sample, scores, number, "", after, number + 1);
            } catch (GuerdonException e) {
                return new Pending(null, List.of(), number, String.valueOf(e.getMessage()), after, number + 1);
            }
        }

        /** Writes lines from the front: those that are ready, and as many more as it takes to have at most {@code most} left. */
        private void finishSome(ArrayDeque<Pending> inFlight, int most) throws IOException {
            while (!inFlight.isEmpty()) {
                Pending first = inFlight.peek();
                boolean ready = first.scores.stream().allMatch(CompletableFuture::isDone);
                if (!ready && inFlight.size() <= most) {
                    return;
                }
                inFlight.remove();
                LineEncoder encoder = new LineEncoder(rewards, fallback);
                if (first.sample == null) {
                    encoder.unreadable(first.number, first.problem);
                } else {
                    for (int r = 0; r < rewards.size(); r++) {
                        encoder.add(first.sample, r, first.scores.get(r).join());
                    }
                }
                write(encoder, first.inputBytes, first.nextLine);
            }
        }
    }

    /** A block of lines on its way through the scorer: call {@code i} is reward {@code i % rewards} of line {@code i / rewards}. */
    private final class Block implements ComputePool.Chunk {
        private final @Nullable LineBlock lines;
        private final LineEncoder encoder;
        private final CompletableFuture<Block> finished = new CompletableFuture<>();
        private final long inputBytes;
        private final CompletableFuture<Long> nextLine;
        private @Nullable LineSample current;

        Block(LineBlock lines) {
            this(lines, new LineEncoder(rewards, fallback));
        }

        Block(LineBlock lines, LineEncoder encoder) {
            this.lines = lines;
            this.encoder = encoder;
            this.inputBytes = lines.endOffset();
            this.nextLine = lines.nextNumber();
        }

        /** A block without lines to score. */
        Block(long inputBytes, long nextLine) {
            this.lines = null;
            this.encoder = new LineEncoder(rewards, fallback);
            this.inputBytes = inputBytes;
            this.nextLine = CompletableFuture.completedFuture(nextLine);
        }

        /** What a call brought; the sample is handed on here, because a call that is given up must not touch the block. */
        private record Outcome(@Nullable LineSample sample, Score score) {}

        private LineBlock lines() {
            return java.util.Objects.requireNonNull(lines);
        }

        @Override
        public int size() {
            return lines().lines() * rewards.size();
        }

        @Override
        public Object call(int i) {
            int line = i / rewards.size();
            LineBlock block = lines();
            LineSample sample = current;
            if (sample == null || sample.number() != block.number(line)) {
                try {
                    sample = decoder.decode(block.bytes(), block.start(line), block.end(line), block.number(line));
                } catch (GuerdonException e) {
                    return new Outcome(
                            null, new Score.Unscored(Score.Reason.INVALID_INPUT, String.valueOf(e.getMessage())));
                }
            }
            RewardEntry reward = rewards.get(i % rewards.size());
            Score refused = scorer.refusal(reward);
            return new Outcome(sample, refused != null ? refused : Scorer.call(reward, sample));
        }

        @Override
        public void accept(int i, Object result) {
            Outcome outcome = (Outcome) result;
            int reward = i % rewards.size();
            LineSample sample = outcome.sample;
            if (sample == null) {
                if (reward == 0) {
                    encoder.unreadable(lines().number(i / rewards.size()), ((Score.Unscored) outcome.score).message());
                }
                return;
            }
            current = sample;
            encoder.add(sample, reward, outcome.score);
        }

        @Override
        public void late(int i) {
            int line = i / rewards.size();
            LineBlock block = lines();
            int reward = i % rewards.size();
            Score score = scorer.lateScore(rewards.get(reward));
            try {
                encoder.add(
                        decoder.decode(block.bytes(), block.start(line), block.end(line), block.number(line)),
                        reward,
                        score);
            } catch (GuerdonException e) {
                if (reward == 0) {
                    encoder.unreadable(block.number(line), String.valueOf(e.getMessage()));
                }
            }
        }

        @Override
        public void cameBack(int i) {
            scorer.stuckOf(rewards.get(i % rewards.size())).decrementAndGet();
        }

        @Override
        public void done() {
            finished.complete(this);
        }
    }
}
