package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Score;
import dev.guerdon.base.EndedEarly;
import dev.guerdon.base.Sha256;
import dev.guerdon.core.boundary.Boundary;
import dev.guerdon.core.boundary.Fault;
import dev.guerdon.core.job.ComputingRun;
import dev.guerdon.core.job.Input;
import dev.guerdon.core.job.Lines;
import dev.guerdon.core.job.Output;
import dev.guerdon.core.job.Place;
import dev.guerdon.core.job.Share;
import dev.guerdon.core.job.Stop;
import dev.guerdon.core.job.WaitingRun;
import dev.guerdon.core.lines.InputHash;
import dev.guerdon.core.lines.LineBlock;
import dev.guerdon.core.lines.LineReader;
import dev.guerdon.core.lines.LineReader.LineTooLong;
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
 * threads. What is in flight is counted in bytes, so memory depends neither on the input's size nor on the length of its lines. A line that cannot be read or scored becomes an
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
    private final Stop stop = new Stop();
    private @Nullable Consumer<BadLine> badLines;
    private Share share = Share.among(1);

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
        default void checkpoint(Progress progress) throws IOException {}
    }

    /**
     * How far a job is.
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

        /** The beginning of a job with that many rewards. */
        public static Progress none(int rewards) {
            return begin(rewards, InputHash.OFF);
        }

        /** The beginning of a job in the middle of an input, at the beginning of a line. */
        public static Progress at(int rewards, long inputBytes, long nextLine) {
            Progress none = none(rewards);
            return new Progress(inputBytes, nextLine, 0, 0, none.metrics, none.input);
        }

        /** The beginning of a job that a later one may go on with: the input is hashed on the way. */
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

        /** How many lines have a reward that could not be computed. */
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
     * @param text its first bytes, at most {@link #MOST_TEXT}
     * @param reason what is wrong with it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record BadLine(long line, long offset, long length, byte[] text, String reason) {

        /** How much of a line is told. */
        public static final int MOST_TEXT = LineReader.TOLD_OF_LONG_LINE;
    }

    /**
     * Tells of each line that is unscored as {@link Score.Reason#INVALID_INPUT}, in order, by the thread that runs the job. Set before
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
        share = Share.among(jobs);
        return this;
    }

    /**
     * Asks the job to stop as soon as it can: the lines that are worked on are finished and written, but others of the same block are
     * not. At least one line is done where there is one, so that a job that is always stopped comes to its end.
     */
    public void stop() {
        stop.stop();
    }

    /** Asks the job to stop soon: what was read is finished and written, nothing more is read. */
    public void cancel() {
        stop.cancel();
    }

    public boolean isCancelled() {
        return stop.isCancelled();
    }

    /**
     * Runs the job. Where the input cannot be read to its end, what was read is scored and written before the exception.
     *
     * @param in the input, standing at {@code from}
     * @param out the output, standing behind what {@code from} wrote; flushed, not closed
     * @param from where to begin
     */
    public Progress run(InputStream in, OutputStream out, Progress from) throws IOException {
        Input input = new Input(in, new Place(from.inputBytes, from.nextLine, from.input), from.lines, limit, stop);
        Results results = new Results(out, from);
        Throwable broken = null;
        try {
            if (apart != null) {
                IsolatedBlocks blocks = new IsolatedBlocks(rewards, apart, decoder, fallback, input::endsBefore);
                new ComputingRun<>(input, results, share, blocks).run();
            } else if (rewards.stream().anyMatch(reward -> reward.work() == Work.WAIT)) {
                new WaitingRun<>(input, results, share, this::start).run();
            } else {
                LocalBlocks blocks = new LocalBlocks(rewards, scorer, decoder, fallback, input::endsBefore);
                new ComputingRun<>(input, results, share, blocks).run();
            }
        } catch (CompletionException e) {
            broken = e.getCause() == null ? e : e.getCause();
        }
        out.flush();
        IOException unread = input.failure();
        if (unread != null) {
            throw ended(
                    "the input cannot be read behind line " + (input.lineNumber() - 1) + ": " + unread.getMessage(),
                    unread,
                    results.done);
        }
        if (broken != null) {
            throw ended(
                    "scoring ended behind line " + (results.done.nextLine - 1) + ": "
                            + Fault.of(broken).text(),
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

    /** Starts the rewards of a line, which wait. */
    private Lines.Started<LineEncoder> start(LineBlock block, int line) {
        LineSample sample;
        List<CompletableFuture<Score>> scores = new ArrayList<>();
        try {
            sample = decode(block, line);
            for (RewardEntry reward : rewards) {
                // They run at the same time, and a user's reward may change what it is given.
                scores.add(scorer.start(reward, rewards.size() == 1 ? sample : decode(block, line)));
            }
        } catch (GuerdonException e) {
            String problem = String.valueOf(e.getMessage());
            return new Lines.Started<>(List.of(), () -> {
                LineEncoder encoder = new LineEncoder(rewards, fallback);
                encoder.unreadable(block.number(line), problem);
                return encoder;
            });
        }
        return new Lines.Started<>(scores, () -> {
            LineEncoder encoder = new LineEncoder(rewards, fallback);
            for (int reward = 0; reward < scores.size(); reward++) {
                encoder.add(sample, reward, scores.get(reward).join());
            }
            return encoder;
        });
    }

    private LineSample decode(LineBlock block, int line) {
        return decoder.decode(block.bytes(), block.start(line), block.end(line), block.number(line));
    }

    /** Writes the scores of one run, and tells of them. */
    private final class Results implements Output<LineEncoder> {
        private final OutputStream out;
        private Progress done;
        private long lastCheckpoint = System.nanoTime();

        Results(OutputStream out, Progress from) {
            this.out = out;
            this.done = from;
        }

        @Override
        public LineEncoder tooLong(LineTooLong line) {
            LineEncoder encoder = new LineEncoder(rewards, fallback);
            encoder.tooLong(line);
            return encoder;
        }

        @Override
        public void write(LineEncoder scores, @Nullable LineBlock block, int from, Place behind) throws IOException {
            if (badLines != null) {
                scores.badLines(block, from).forEach(badLines);
            }
            scores.writeTo(out);
            List<Metrics> metrics = done.metrics;
            for (int i = 0; i < metrics.size(); i++) {
                metrics.get(i).add(scores.metrics().get(i));
            }
            done = new Progress(
                    behind.inputBytes(),
                    behind.nextLine(),
                    done.lines + scores.lines(),
                    done.outputBytes + scores.size(),
                    metrics,
                    behind.hash());
            Progress now = done;
            Boundary.tell("following the progress", () -> listener.progress(now));
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
