package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Score;
import dev.guerdon.base.EndedEarly;
import dev.guerdon.base.Sha256;
import dev.guerdon.core.boundary.Boundary;
import dev.guerdon.core.boundary.Fault;
import dev.guerdon.core.lines.InputHash;
import dev.guerdon.core.lines.LineBlock;
import dev.guerdon.core.lines.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
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

    /** A line as bytes, decoded, and as what a reward makes of it: long lines are scored nearly alone. */
    private static final int COPIES = 16;

    /** How soon a result is written while the input pauses. */
    private static final Duration PAUSE = Duration.ofMillis(5);

    /** How soon a job that waits for input notices that it was cancelled. */
    private static final Duration IDLE = Duration.ofMillis(200);

    /** How many lines wait for rewards that wait. */
    private static final int MOST_LINES = 512;

    /** How much of the memory the lines in flight may take. */
    private final long mostBytes = Runtime.getRuntime().maxMemory() / 4;

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
        try {
            if (waits && apart == null) {
                run.waiting();
            } else {
                run.computing(
                        apart == null
                                ? new LocalBlocks(rewards, scorer, decoder, fallback)
                                : new IsolatedBlocks(rewards, apart, decoder, fallback));
            }
        } catch (CompletionException e) {
            run.broken = e.getCause() == null ? e : e.getCause();
        }
        out.flush();
        if (run.failure != null || run.broken != null) {
            listener.checkpoint(run.done);
            throw run.ended();
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
        private @Nullable Throwable broken;
        private long lastCheckpoint = System.nanoTime();

        Run(InputStream in, OutputStream out, Progress from) {
            this.reader = new LineReader(in, from.inputBytes, from.nextLine, from.input);
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

        private GuerdonException ended() {
            String written = "; the " + done.lines + " scores before it are written";
            Throwable reason = failure != null ? failure : Objects.requireNonNull(broken);
            String message = failure != null
                    ? "the input cannot be read behind line " + (reader.lineNumber() - 1) + ": " + failure.getMessage()
                            + written
                    : "scoring ended behind line " + (done.nextLine - 1) + ": "
                            + (broken == null ? "" : Fault.of(broken).text()) + written;
            // An input that cannot be read at all is a bad input, and nothing was done.
            return done.lines > 0 ? new EndedEarly(message, reason) : new GuerdonException(message, reason);
        }

        /** Where the input goes on behind lines that are done. */
        private record Place(long inputBytes, long nextLine, InputHash hash) {

            static Place after(LineBlock block, int line) {
                long offset = block.offsetAfter(line);
                return new Place(offset, block.numberAfter(line), block.hashUpTo(offset));
            }

            static Place behind(LineBlock block) {
                long offset = block.endOffset();
                return new Place(offset, block.nextNumber().join(), block.hashUpTo(offset));
            }
        }

        private Place place() {
            return new Place(reader.offset(), reader.lineNumber(), reader.hash());
        }

        /** A block whose scores are still to be written; without lines, a message in the place of one that was too long. */
        private record InFlight(
                @Nullable LineBlock block,
                CompletableFuture<Blocks.Part> part,
                @Nullable Place behind) {

            long bytes() {
                return block == null ? 0 : (long) COPIES * block.bytes().length;
            }
        }

        /**
         * Whether to read on: true once there is input, false once the first result can be written while there is none. What was
         * written before is passed on, because nobody knows how long a pause will be.
         */
        private boolean awaitInput(BooleanSupplier firstIsDone, boolean idle) throws IOException {
            if (reader.awaitReady(Duration.ZERO)) {
                return true;
            }
            out.flush();
            while (!firstIsDone.getAsBoolean()) {
                if (cancelled || reader.awaitReady(idle ? IDLE : PAUSE)) {
                    return true;
                }
            }
            return false;
        }

        void computing(Blocks blocks) throws IOException {
            ArrayDeque<InFlight> inFlight = new ArrayDeque<>();
            long bytes = 0;
            boolean ended = false;
            while (!ended || !inFlight.isEmpty()) {
                boolean room = inFlight.size() < blocks.atOnce() && (bytes < mostBytes || inFlight.isEmpty());
                boolean idle = inFlight.isEmpty();
                if (!ended
                        && room
                        && awaitInput(() -> !idle && inFlight.getFirst().part.isDone(), idle)) {
                    Object next = next();
                    ended = next == null;
                    if (next != null) {
                        InFlight begun = begin(blocks, next);
                        bytes += begun.bytes();
                        inFlight.add(begun);
                    }
                } else {
                    InFlight first = inFlight.remove();
                    Blocks.Part part = first.part.join();
                    LineBlock block = first.block;
                    if (block != null && part.next() < block.lines()) {
                        write(part.encoder(), Place.after(block, part.next() - 1));
                        inFlight.addFirst(new InFlight(block, blocks.score(block, part.next()), null));
                    } else {
                        bytes -= first.bytes();
                        write(
                                part.encoder(),
                                block == null ? Objects.requireNonNull(first.behind) : Place.behind(block));
                    }
                }
            }
        }

        private InFlight begin(Blocks blocks, Object next) {
            if (next instanceof LineBlock block) {
                return new InFlight(block, blocks.score(block, 0), null);
            }
            LineEncoder encoder = new LineEncoder(rewards, fallback);
            if (next instanceof LineReader.LineTooLong tooLong) {
                encoder.unreadable(tooLong.number(), String.valueOf(tooLong.getMessage()));
            }
            return new InFlight(null, CompletableFuture.completedFuture(new Blocks.Part(encoder, 0)), place());
        }

        private void write(LineEncoder encoder, Place behind) throws IOException {
            encoder.writeTo(out);
            List<Metrics> metrics = done.metrics;
            for (int i = 0; i < metrics.size(); i++) {
                metrics.get(i).add(encoder.metrics().get(i));
            }
            done = new Progress(
                    behind.inputBytes,
                    behind.nextLine,
                    done.lines + encoder.lines(),
                    done.outputBytes + encoder.size(),
                    metrics,
                    behind.hash);
            Progress now = done;
            Boundary.tell("following the progress", () -> listener.progress(now));
            long time = System.nanoTime();
            if (time - lastCheckpoint > CHECKPOINT_INTERVAL.toNanos()) {
                lastCheckpoint = time;
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
                Place behind,
                long bytes) {

            boolean isReady() {
                return scores.stream().allMatch(CompletableFuture::isDone);
            }
        }

        private final ArrayDeque<Pending> pending = new ArrayDeque<>();
        private long pendingBytes;
        private long largestScore;

        void waiting() throws IOException {
            while (true) {
                boolean idle = pending.isEmpty();
                if (!awaitInput(() -> !idle && pending.getFirst().isReady(), idle)) {
                    finishSome(MOST_LINES);
                    continue;
                }
                Object next = next();
                if (next == null) {
                    break;
                }
                if (next instanceof LineReader.LineTooLong tooLong) {
                    String message = String.valueOf(tooLong.getMessage());
                    pending.add(new Pending(null, List.of(), tooLong.number(), message, place(), 0));
                } else if (next instanceof LineBlock block) {
                    for (int i = 0; i < block.lines() && !cancelled; i++) {
                        Pending started = start(block, i);
                        pendingBytes += started.bytes;
                        pending.add(started);
                        finishSome(MOST_LINES);
                    }
                }
            }
            finishSome(0);
        }

        private Pending start(LineBlock block, int line) {
            long number = block.number(line);
            List<CompletableFuture<Score>> scores = new ArrayList<>();
            LineSample sample = null;
            String problem = "";
            try {
                sample = decode(block, line);
                for (RewardEntry reward : rewards) {
                    // They run at the same time, and a user's reward may change what it is given.
                    scores.add(scorer.start(reward, rewards.size() == 1 ? sample : decode(block, line)));
                }
            } catch (GuerdonException e) {
                problem = String.valueOf(e.getMessage());
            }
            // What its scores will take is not known; twice what others took is a fair guess.
            long bytes = (long) COPIES * (block.end(line) - block.start(line)) + 2 * largestScore;
            return new Pending(sample, scores, number, problem, Place.after(block, line), bytes);
        }

        private LineSample decode(LineBlock block, int line) {
            return decoder.decode(block.bytes(), block.start(line), block.end(line), block.number(line));
        }

        /** Writes lines from the front: those that are ready, and as many more as it takes to go on within the limits. */
        private void finishSome(int most) throws IOException {
            while (!pending.isEmpty()) {
                Pending first = pending.peek();
                if (pending.size() <= most && pendingBytes < mostBytes && !first.isReady()) {
                    return;
                }
                pending.remove();
                pendingBytes -= first.bytes;
                LineEncoder encoder = new LineEncoder(rewards, fallback);
                if (first.sample == null) {
                    encoder.unreadable(first.number, first.problem);
                } else {
                    for (int r = 0; r < rewards.size(); r++) {
                        encoder.add(first.sample, r, first.scores.get(r).join());
                    }
                }
                largestScore = Math.max(largestScore, encoder.size());
                write(encoder, first.behind);
            }
        }
    }

    /**
     * Scores blocks of lines, here or elsewhere.
     *
     * <p>Blocks are begun in the order in which they are handed in; several may be under way at once.
     */
    interface Blocks {

        /**
         * Scores lines of a block.
         *
         * @param from the first line to score; those before it are done
         */
        CompletableFuture<Part> score(LineBlock block, int from);

        /** How many blocks it can have under way, one of them waiting for each that is worked on. */
        int atOnce();

        /**
         * The scores of some lines of a block.
         *
         * @param encoder holds them
         * @param next the first line that is still to do; the number of lines where none is. A part may end early where its scores have
         *     become large
         */
        record Part(LineEncoder encoder, int next) {}
    }
}
