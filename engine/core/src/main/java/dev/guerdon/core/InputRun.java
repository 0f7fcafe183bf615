package dev.guerdon.core;

import dev.guerdon.core.LineBlock.Place;
import dev.guerdon.core.LineReader.LineTooLong;
import java.io.Flushable;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a score job through its input: pieces are begun ahead, no more of them at once than memory has room for, and their scores
 * are handed on in order. Used by the calling thread alone; other threads or processes score the pieces.
 */
final class InputRun {

    /** A line as bytes, decoded, and as what a reward makes of it: long lines are scored nearly alone. */
    private static final int COPIES = 16;

    private final Input input;
    private final ScoreJob.Results output;
    private final Pieces pieces;
    private final long mostBytes;
    private final ArrayDeque<InFlight> inFlight = new ArrayDeque<>();
    private long bytes;
    private long largestScore;
    private boolean ended;
    private @Nullable LineBlock current;
    private int nextLine;

    /** @param mostBytes how much memory the lines that are under way may take */
    InputRun(Input input, ScoreJob.Results output, long mostBytes, Pieces pieces) {
        this.input = input;
        this.output = output;
        this.mostBytes = mostBytes;
        this.pieces = pieces;
    }

    /** Scores lines, here or elsewhere. Pieces are begun in the order of the lines; several may be under way at once. */
    interface Pieces {
        /** Begins a piece of a block, from a line on. */
        CompletableFuture<Part> begin(LineBlock block, int from);

        /** Returns how many pieces may be under way. */
        int atOnce();

        /** Returns whether each line is a piece, as for rewards that wait; else a piece goes to the end of its block. */
        default boolean lineByLine() {
            return false;
        }
    }

    /**
     * The scores of some lines of a block.
     *
     * @param next the first line that is still to do. A part may end early where its scores have become large
     */
    record Part(LineEncoder scores, int next) {
        /** Returns the first of the lines. */
        int from() {
            return next - (int) scores.lines();
        }
    }

    /** A piece whose scores are still to be written; without a block, a message in the place of a line that was too long. */
    private record InFlight(
            CompletableFuture<Part> part,
            @Nullable LineBlock block,
            long bytes,
            @Nullable Place position) {
        boolean isReady() {
            return part.isDone();
        }
    }

    /** Scores the input up to its end, or until the job is stopped. */
    void run() throws IOException {
        while (!ended || !inFlight.isEmpty()) {
            boolean idle = inFlight.isEmpty();
            boolean room = inFlight.size() < pieces.atOnce() && (bytes < mostBytes || idle);
            if (room && begin(idle)) {
                while (pieces.lineByLine()
                        && !inFlight.isEmpty()
                        && inFlight.getFirst().isReady()) {
                    finish(inFlight.remove());
                }
            } else if (!finish(inFlight.remove())) {
                inFlight.forEach(other -> other.part.join()); // what they have is not wanted any more
                return;
            }
        }
    }

    /** Begins the next piece, or reads on for it; false if the first result should be written before. */
    private boolean begin(boolean idle) throws IOException {
        if (current != null) {
            beginLine(current);
            return true;
        }
        if (ended || !input.await(() -> !idle && inFlight.getFirst().isReady(), idle, output)) {
            return false;
        }
        LineBlock block;
        try {
            block = input.next();
        } catch (LineTooLong line) {
            input.begin(null);
            Part message = new Part(output.tooLong(line.line()), 0);
            inFlight.add(new InFlight(CompletableFuture.completedFuture(message), null, 0, input.place()));
            return true;
        }
        if (block == null) {
            ended = true;
        } else if (pieces.lineByLine()) {
            current = block;
            nextLine = 0;
        } else {
            add(block, 0, COPIES * (long) block.bytes().length);
        }
        return true;
    }

    private void beginLine(LineBlock block) {
        if (nextLine == block.lines() || input.isOver()) {
            current = null;
            return;
        }
        // What its scores will take is not known; twice what others took is a fair guess.
        int length = block.end(nextLine) - block.start(nextLine);
        add(block, nextLine++, COPIES * (long) length + 2 * largestScore);
    }

    private void add(LineBlock block, int from, long taken) {
        input.begin(block);
        inFlight.add(new InFlight(pieces.begin(block, from), block, taken, null));
        bytes += taken;
    }

    /** Writes the scores of the first piece, or those that it has so far; false if the job ends within it. */
    private boolean finish(InFlight first) throws IOException {
        Part part = first.part.join();
        LineEncoder scores = part.scores;
        LineBlock block = first.block;
        if (block == null) {
            output.write(scores, null, part.from(), Objects.requireNonNull(first.position));
            return true;
        }
        boolean done = pieces.lineByLine() || part.next >= block.lines();
        if (done || scores.lines() > 0) {
            output.write(scores, block, part.from(), Place.after(block, part.next - 1));
        }
        if (done) {
            bytes -= first.bytes;
            largestScore = Math.max(largestScore, scores.size());
        } else if (input.isStopping()) {
            return false;
        } else {
            inFlight.addFirst(new InFlight(pieces.begin(block, part.next), block, first.bytes, null));
        }
        return true;
    }

    /** The input of one run: what is scored next, and when nothing more is. Used by the thread that runs the job, but for {@link #endsBefore}. */
    static final class Input {

        /** Time after which a result is written while the input pauses. */
        private static final Duration PAUSE = Duration.ofMillis(5);

        /** Time after which a job that waits for input notices that it was cancelled. */
        private static final Duration IDLE = Duration.ofMillis(200);

        private final LineReader reader;
        private final long limit;
        private final BooleanSupplier cancelled;
        private final BooleanSupplier stopping;
        private long read;
        private boolean begun;
        private volatile @Nullable LineBlock firstBlock;
        private @Nullable IOException failure;

        /**
         * @param in stands at {@code from}
         * @param lines how many were done before
         * @param limit the most lines in all
         * @param cancelled whether the input ends after what was read
         * @param stopping whether it ends within the block that is worked on, but not before the first line
         */
        Input(InputStream in, Place from, long lines, long limit, BooleanSupplier cancelled, BooleanSupplier stopping) {
            this.reader = new LineReader(in, from.inputBytes(), from.nextLine(), from.hash());
            this.read = lines;
            this.limit = limit;
            this.cancelled = cancelled;
            this.stopping = stopping;
        }

        /**
         * Returns the next lines, or null at the end, at the limit, or when the job was cancelled.
         *
         * @throws LineTooLong if the next line cannot be read; the one after it can
         */
        @Nullable
        LineBlock next() throws LineTooLong {
            if (isOver() || read >= limit) {
                return null;
            }
            try {
                LineBlock block = reader.next(limit < Long.MAX_VALUE ? limit - read : limit);
                if (block != null && limit < Long.MAX_VALUE) {
                    read += block.lines();
                }
                return block;
            } catch (LineTooLong e) {
                read++;
                throw e;
            } catch (IOException e) {
                failure = e;
                return null;
            }
        }

        /** Returns the position after the lines that were read. */
        Place place() {
            return new Place(reader.offset(), reader.lineNumber(), reader.hash());
        }

        /** Notes that the work on a line begins; without a block it is one that was too long. */
        void begin(@Nullable LineBlock block) {
            begun = true;
            if (firstBlock == null) {
                firstBlock = block;
            }
        }

        /** Returns whether nothing more is begun. */
        boolean isOver() {
            return cancelled.getAsBoolean() || (stopping.getAsBoolean() && begun);
        }

        boolean isStopping() {
            return stopping.getAsBoolean();
        }

        /** Returns whether the work on a block ends before this line of it; the first line of all is always done. */
        boolean endsBefore(LineBlock block, int line) {
            return stopping.getAsBoolean() && (line > 0 || block != firstBlock);
        }

        /**
         * Returns whether to read on: true once there is input, false once the first result can be written while there is none. What was
         * written before is passed on, because a pause may be long.
         *
         * @param idle whether nothing is under way
         */
        boolean await(BooleanSupplier firstIsDone, boolean idle, Flushable written) throws IOException {
            if (reader.awaitReady(Duration.ZERO)) {
                return true;
            }
            written.flush();
            while (!firstIsDone.getAsBoolean()) {
                if (cancelled.getAsBoolean() || stopping.getAsBoolean() || reader.awaitReady(idle ? IDLE : PAUSE)) {
                    return true;
                }
            }
            return false;
        }

        /** Returns why the input could not be read to its end; null if it could. */
        @Nullable
        IOException failure() {
            return failure;
        }

        /** Returns the number of the line that would be read next. */
        long lineNumber() {
            return reader.lineNumber();
        }
    }
}
