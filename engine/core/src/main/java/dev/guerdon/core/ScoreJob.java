package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Score;
import dev.guerdon.core.InputRun.Input;
import dev.guerdon.core.LineBlock.Place;
import dev.guerdon.core.LineReader.InputHash;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.core.base.Sha256;
import dev.guerdon.core.boundary.CodeBoundary;
import dev.guerdon.core.boundary.CodeFault;
import dev.guerdon.core.boundary.ComputePool;
import java.io.Flushable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Scores a JSON-lines stream of any length: one line out for each line in, in the same order.
 *
 * <p>The calling thread reads blocks of lines and writes the results; blocks are decoded, scored and encoded on the scorer's
 * threads. What is in flight is counted in bytes, so memory depends neither on the input's size nor on the length of its lines. A line that cannot
 * be read or scored becomes an {@code unscored} line and stops nothing.
 */
@Experimental
public final class ScoreJob {

    /** How often a checkpoint is written. */
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(2);

    /** Number of lines that wait for rewards that wait. */
    private static final int MAX_WAITING_LINES = 512;

    private final List<RewardEntry> rewards;
    private final Scorer scorer;
    private final @Nullable Double fallback;
    private final long limit;
    private final Listener listener;
    private final LineDecoder decoder;
    private final @Nullable IsolatedRewards apart;
    private volatile boolean cancelled;
    private volatile boolean stopping;
    private @Nullable Consumer<BadLine> badLines;
    private int jobs = 1;

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

        /** Called after each block that was written. */
        default void progress(Progress progress) {}

        /** Keeps the progress, so that a later job can continue from it. The output has been flushed. */
        default void checkpoint(Progress progress) throws IOException {}
    }

    /**
     * Progress of a job.
     *
     * @param inputBytes how much of the uncompressed input is done
     * @param nextLine the number of the next line
     * @param lines how many lines were written
     * @param outputBytes how many bytes were written
     * @param metrics the figures so far, for each reward in order
     * @param input the hash of the input that is done, {@code OFF} for none
     */
    public record Progress(
            long inputBytes, long nextLine, long lines, long outputBytes, List<Metrics> metrics, InputHash input) {

        /** Returns the beginning of a job with that many rewards. */
        public static Progress none(int rewards) {
            return begin(rewards, InputHash.OFF);
        }

        /** Returns the beginning of a job in the middle of an input, at the beginning of a line. */
        public static Progress at(int rewards, long inputBytes, long nextLine) {
            Progress none = none(rewards);
            return new Progress(inputBytes, nextLine, 0, 0, none.metrics, none.input);
        }

        /** Returns the beginning of a job that can be resumed: the input is hashed on the way. */
        public static Progress hashed(int rewards) {
            return begin(rewards, InputHash.of(Sha256.digest()));
        }

        private static Progress begin(int rewards, InputHash input) {
            List<Metrics> metrics = new ArrayList<>();
            for (int i = 0; i < rewards; i++) {
                metrics.add(new Metrics());
            }
            return new Progress(0, 1, 0, 0, List.copyOf(metrics), input);
        }

        /** Returns how many lines have a reward that could not be computed. */
        public long unscored() {
            return metrics.stream().mapToLong(Metrics::unscored).max().orElse(0);
        }
    }

    /**
     * A line whose content is at fault: it cannot be read, or a field of it cannot be used.
     *
     * @param line its number
     * @param offset where it begins in the input
     * @param length how many bytes it has
     * @param text its first bytes, at most {@link #MAX_TEXT}
     * @param reason what is wrong with it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record BadLine(long line, long offset, long length, byte[] text, String reason) {

        /** Number of bytes of a line that are reported. */
        public static final int MAX_TEXT = LineReader.MAX_REPORTED_LENGTH;
    }

    /**
     * Sets a listener for each line that is unscored as {@link Score.Reason#INVALID_INPUT}, in order, by the thread that runs the job. Set before
     * the job runs.
     */
    public ScoreJob badLines(Consumer<BadLine> listener) {
        badLines = listener;
        return this;
    }

    /**
     * Leaves room for other jobs in the same process. Set before the job runs.
     *
     * @param jobs how many run at once
     */
    public ScoreJob share(int jobs) {
        this.jobs = jobs;
        return this;
    }

    /**
     * Asks the job to stop as soon as it can: the lines that are worked on are finished and written, but others of the same block are
     * not. At least one line is done if there is one, so that a job that is always stopped comes to its end.
     */
    public void stop() {
        stopping = true;
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
     * @param out the output, standing after what {@code from} wrote; flushed, not closed
     * @param from where to begin
     */
    public Progress run(InputStream in, OutputStream out, Progress from) throws IOException {
        Input input = new Input(
                in,
                new Place(from.inputBytes, from.nextLine, from.input),
                from.lines,
                limit,
                () -> cancelled,
                () -> stopping);
        Results results = new Results(out, from);
        Throwable broken = null;
        try {
            long mostBytes = Runtime.getRuntime().maxMemory() / 4 / Math.max(1, jobs);
            new InputRun(input, results, mostBytes, pieces(input)).run();
        } catch (CompletionException e) {
            broken = e.getCause() == null ? e : e.getCause();
        }
        out.flush();
        IOException unread = input.failure();
        if (unread != null) {
            throw ended(
                    "the input cannot be read after line " + (input.lineNumber() - 1) + ": " + unread.getMessage(),
                    unread,
                    results.done);
        }
        if (broken != null) {
            throw ended(
                    "scoring stopped after line " + (results.done.nextLine - 1) + ": "
                            + CodeFault.of(broken).text(),
                    broken,
                    results.done);
        }
        return results.done;
    }

    private GuerdonException ended(String how, Throwable reason, Progress done) throws IOException {
        listener.checkpoint(done);
        String message = how + "; the " + done.lines + " scores before it are written";
        // An input that cannot be read at all is a bad input, and nothing was done.
        return done.lines > 0 ? new EndedEarly(message, reason) : new GuerdonException(message, reason);
    }

    private InputRun.Pieces pieces(Input input) {
        if (apart != null) {
            return new IsolatedBlocks(rewards, apart, decoder, fallback, input);
        }
        return rewards.stream().anyMatch(reward -> reward.work() == Work.WAIT)
                ? new WaitingLines()
                : new LocalBlocks(input);
    }

    /** Scores blocks of lines on the threads of a scorer. */
    private final class LocalBlocks implements InputRun.Pieces {

        /** A part of a block ends when its scores have this size, so that memory does not depend on what rewards return. */
        private static final int MAX_RESULT_BYTES = 1 << 20;

        private final InputRun.Input input;

        LocalBlocks(InputRun.Input input) {
            this.input = input;
        }

        @Override
        public CompletableFuture<InputRun.Part> begin(LineBlock block, int from) {
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
            private final CompletableFuture<InputRun.Part> finished = new CompletableFuture<>();
            private @Nullable LineSample current;
            private int decided;
            private @Nullable LineSample begun;

            Calls(LineBlock block, int from) {
                this.block = block;
                this.from = from;
            }

            @Override
            public int size() {
                return (block.lines() - from) * rewards.size();
            }

            private int line(int i) {
                return from + i / rewards.size();
            }

            @Override
            public Object call(int i) {
                int line = line(i);
                LineSample sample = current;
                if (sample == null || sample.number() != block.number(line)) {
                    try {
                        sample = decoder.decode(block, line);
                    } catch (Throwable e) {
                        return new SharedBatchRunner.Outcome(null, LineDecoder.unreadable(block.number(line), e));
                    }
                }
                return new SharedBatchRunner.Outcome(sample, scorer.attempt(rewards.get(i % rewards.size()), sample));
            }

            @Override
            public void accept(int i, Object result) {
                SharedBatchRunner.Outcome outcome = (SharedBatchRunner.Outcome) result;
                // A user's reward may have changed what it was given, and may have kept it.
                current = rewards.get(i % rewards.size()).isPredefined() ? outcome.sample() : null;
                add(i, outcome.sample(), outcome.score());
            }

            @Override
            public void late(int i) {
                Score score = scorer.lateScore(rewards.get(i % rewards.size()));
                LineSample sample = null;
                if (i % rewards.size() == 0) {
                    try {
                        // The call that was given up still has the sample it began with.
                        sample = decoder.decode(block, line(i));
                    } catch (Throwable e) {
                        score = LineDecoder.unreadable(block.number(line(i)), e);
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
            public void onLateReturn(int i) {
                scorer.onLateReturn(rewards.get(i % rewards.size()));
            }

            @Override
            public boolean full() {
                return decided % rewards.size() == 0
                        && (encoder.size() >= MAX_RESULT_BYTES || input.endsBefore(block, line(decided)));
            }

            @Override
            public void done() {
                finished.complete(new InputRun.Part(encoder, from + decided / rewards.size()));
            }

            @Override
            public void failed(Throwable problem) {
                finished.completeExceptionally(problem);
            }
        }
    }

    /** Lines whose rewards wait, many at once. */
    private final class WaitingLines implements InputRun.Pieces {
        @Override
        public int atOnce() {
            return MAX_WAITING_LINES;
        }

        @Override
        public boolean lineByLine() {
            return true;
        }

        @Override
        public CompletableFuture<InputRun.Part> begin(LineBlock block, int line) {
            LineEncoder encoder = new LineEncoder(rewards, fallback);
            List<CompletableFuture<Score>> scores = new ArrayList<>();
            LineSample sample;
            try {
                sample = decoder.decode(block, line);
                for (RewardEntry reward : rewards) {
                    // They run at the same time, and a user's reward may change what it is given.
                    scores.add(scorer.start(reward, rewards.size() == 1 ? sample : decoder.decode(block, line)));
                }
            } catch (GuerdonException e) {
                encoder.unreadable(block.number(line), String.valueOf(e.getMessage()));
                return CompletableFuture.completedFuture(new InputRun.Part(encoder, line + 1));
            }
            return CompletableFuture.allOf(scores.toArray(CompletableFuture[]::new))
                    .thenApply(all -> {
                        for (int reward = 0; reward < scores.size(); reward++) {
                            encoder.add(sample, reward, scores.get(reward).join());
                        }
                        return new InputRun.Part(encoder, line + 1);
                    });
        }
    }

    /** Output of one run: writes the scores, and reports the progress. */
    final class Results implements Flushable {
        private final OutputStream out;
        private Progress done;
        private long lastCheckpoint = System.nanoTime();

        Results(OutputStream out, Progress from) {
            this.out = out;
            this.done = from;
        }

        /** Returns what stands in the place of a line that was too long to be read. */
        LineEncoder tooLong(BadLine line) {
            LineEncoder encoder = new LineEncoder(rewards, fallback);
            encoder.tooLong(line);
            return encoder;
        }

        /**
         * Writes scores.
         *
         * @param block has the lines that were scored; none if one was too long
         * @param from the first of them
         * @param position the position after the lines
         */
        void write(LineEncoder scores, @Nullable LineBlock block, int from, Place position) throws IOException {
            if (badLines != null) {
                scores.badLines(block, from).forEach(badLines);
            }
            scores.writeTo(out);
            List<Metrics> metrics = done.metrics;
            for (int i = 0; i < metrics.size(); i++) {
                metrics.get(i).add(scores.metrics().get(i));
            }
            done = new Progress(
                    position.inputBytes(),
                    position.nextLine(),
                    done.lines + scores.lines(),
                    done.outputBytes + scores.size(),
                    metrics,
                    position.hash());
            Progress now = done;
            CodeBoundary.tell("following the progress", () -> listener.progress(now));
            long time = System.nanoTime();
            if (time - lastCheckpoint > CHECKPOINT_INTERVAL.toNanos()) {
                lastCheckpoint = time;
                out.flush();
                listener.checkpoint(done);
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }
}
