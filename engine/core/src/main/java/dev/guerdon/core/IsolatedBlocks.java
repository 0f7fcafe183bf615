package dev.guerdon.core;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Score;
import dev.guerdon.core.InputRun.Input;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.worker.ParentLink;
import dev.guerdon.core.worker.WorkerPool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Scores blocks of lines in worker processes.
 *
 * <p>Lines travel as they are; the workers decode what the rewards read. This process decodes a line only to know whose it is, and
 * writes the scores in order. A block is cut into pieces, so that a small job has work for every worker.
 */
final class IsolatedBlocks implements InputRun.Pieces {

    /** Time that a worker should be busy with the lines that travel together. Then a message costs little, and all workers get some. */
    private static final long TARGET_NANOS = Duration.ofMillis(20).toNanos();

    private static final int MIN_LINES = 16;

    private static final int MAX_LINES = 4096;

    /** A piece ends early where its results have this size; the rest of it is asked for again when they are written. */
    private static final int MAX_RESULT_BYTES = 1 << 20;

    private final List<RewardEntry> rewards;
    private final IsolatedRewards workers;
    private final LineDecoder decoder;
    private final @Nullable Double fallback;
    private final Input input;
    private final Map<LineBlock, @Nullable Object[]> unfinished = new ConcurrentHashMap<>();

    /** Only a guess, so that it does not matter if two threads make it at once. */
    private volatile int linesTogether = 256;

    /** The place of a line that an earlier line's {@link Written} holds, too. */
    private static final Object COVERED = new Object();

    /** Lines that a worker wrote, kept in the place of the first of them. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Written(Json head, byte[] payload, int offset, int lines) {}

    IsolatedBlocks(
            List<RewardEntry> rewards,
            IsolatedRewards workers,
            LineDecoder decoder,
            @Nullable Double fallback,
            Input input) {
        this.input = input;
        this.rewards = rewards;
        this.workers = workers;
        this.decoder = decoder;
        this.fallback = fallback;
    }

    @Override
    public int atOnce() {
        return workers.size() * 2 + 1;
    }

    @Override
    public CompletableFuture<InputRun.Part> begin(LineBlock block, int from) {
        int lines = block.lines();
        if (from >= lines) {
            LineEncoder nothing = new LineEncoder(rewards, fallback);
            return CompletableFuture.completedFuture(new InputRun.Part(nothing, lines));
        }
        @Nullable Object[] places = unfinished.computeIfAbsent(block, key -> new Object[block.lines()]);
        CompletableFuture<InputRun.Part> finished = new CompletableFuture<>();
        List<Lines> pieces = pieces(block, from, places);
        AtomicInteger open = new AtomicInteger(pieces.size());
        Runnable whenDone = () -> {
            if (open.decrementAndGet() == 0) {
                try {
                    finished.complete(encode(block, from, places));
                } catch (Throwable e) {
                    finished.completeExceptionally(e);
                }
            }
        };
        WorkerPool pool = workers.pool();
        for (Lines piece : pieces) {
            piece.whenDone = whenDone;
            pool.submit(piece);
        }
        return finished;
    }

    /** Returns the lines that are not scored yet, cut into pieces. */
    private List<Lines> pieces(LineBlock block, int from, @Nullable Object[] places) {
        boolean waits = rewards.stream().anyMatch(reward -> reward.work() == Work.WAIT);
        int most = waits ? IsolatedRewards.MAX_WAITING_SAMPLES : linesTogether;
        List<Lines> pieces = new ArrayList<>();
        int first = from;
        for (int line = from; line < block.lines(); line++) {
            if (isScored(places[line])) {
                if (first < line) {
                    pieces.add(new Lines(block, first, line, places));
                }
                first = line + 1;
            } else if (line - first == most) {
                pieces.add(new Lines(block, first, line, places));
                first = line;
            }
        }
        if (first < block.lines()) {
            pieces.add(new Lines(block, first, block.lines(), places));
        }
        return pieces;
    }

    /** Adapts the size of pieces to the speed of the rewards. */
    private void learn(int lines, long nanos) {
        long fitting = TARGET_NANOS * lines / Math.max(nanos, 1);
        linesTogether = Math.clamp((linesTogether + fitting) / 2, MIN_LINES, MAX_LINES);
    }

    /** Returns whether all rewards of a line are complete; if some are not, all are asked for again. */
    private static boolean isScored(@Nullable Object place) {
        return place instanceof Score[] scores ? Arrays.stream(scores).allMatch(Objects::nonNull) : place != null;
    }

    private InputRun.Part encode(LineBlock block, int from, @Nullable Object[] places) {
        LineEncoder encoder = new LineEncoder(rewards, fallback);
        int line = from;
        while (line < block.lines() && isScored(places[line])) {
            if (places[line] instanceof Written written) {
                List<Metrics> sums = written.head.get("metrics").asList().stream()
                        .map(Metrics::restore)
                        .toList();
                int length = written.payload.length - written.offset;
                encoder.append(written.payload, written.offset, length, written.lines, sums);
                Arrays.fill(places, line, line + written.lines, null);
                line += written.lines;
            } else {
                encode(block, line, (Score[]) Objects.requireNonNull(places[line]), encoder);
                places[line++] = null;
            }
        }
        if (line == block.lines()) {
            unfinished.remove(block);
        }
        return new InputRun.Part(encoder, line);
    }

    private void encode(LineBlock block, int line, Score[] scores, LineEncoder encoder) {
        LineSample sample;
        try {
            sample = decoder.decode(block, line);
        } catch (GuerdonException e) {
            encoder.unreadable(block.number(line), String.valueOf(e.getMessage()));
            return;
        }
        for (int reward = 0; reward < scores.length; reward++) {
            encoder.add(sample, reward, scores[reward]);
        }
    }

    /** Some lines of a block. */
    private final class Lines extends IsolatedRewards.Calls {
        private final LineBlock block;
        private final int firstLine;
        private final int endLine;
        private final @Nullable Object[] places;
        private Runnable whenDone = () -> {};
        private volatile long begunAt;

        Lines(LineBlock block, int firstLine, int endLine, @Nullable Object[] places) {
            super(workers, rewards, workers.deadline());
            this.block = block;
            this.firstLine = firstLine;
            this.endLine = endLine;
            this.places = places;
        }

        @Override
        int samples() {
            return endLine - firstLine;
        }

        @Override
        void tell(Map<String, Object> head, int first) {
            head.put("line", block.number(firstLine + first));
            head.put("most_bytes", MAX_RESULT_BYTES);
            head.put("encode", !waits());
            if (fallback != null) {
                head.put("fallback", fallback);
            }
        }

        @Override
        void write(ByteArrayOutputStream out, int from, int to) {
            // As they stand in the input, blank lines included: those count in the numbers.
            int begin = block.start(firstLine + from);
            out.write(block.bytes(), begin, block.end(firstLine + to - 1) - begin);
            out.write('\n');
            begunAt = System.nanoTime();
        }

        @Override
        public boolean isNeeded() {
            return !input.endsBefore(block, firstLine);
        }

        @Override
        void complete(int sample, int reward, Score score) {
            int line = firstLine + sample;
            if (score instanceof Score.Unscored unscored
                    && unscored.reason() == Score.Reason.CANCELLED
                    && input.endsBefore(block, line)) {
                return; // the job ended before it
            }
            if (!(places[line] instanceof Score[])) {
                places[line] = new Score[rewards.size()];
            }
            ((Score[]) Objects.requireNonNull(places[line]))[reward] = score;
        }

        @Override
        public void complete(int from, int to, Json head, byte[] payload, int offset) throws IOException {
            int size = rewards.size();
            int count = (to - from) / size;
            if (from % size != 0 || to % size != 0 || lines(payload, offset) != count) {
                throw new IOException("another number of lines than was asked for");
            }
            int line = firstLine + from / size;
            Arrays.fill(places, line, line + count, COVERED);
            places[line] = new Written(head, payload, offset, count);
        }

        private static int lines(byte[] payload, int offset) {
            int count = 0;
            for (int i = offset; i < payload.length; i++) {
                count += payload[i] == '\n' ? 1 : 0;
            }
            return payload.length > offset && payload[payload.length - 1] == '\n' ? count : -1;
        }

        @Override
        public void done() {
            learn(endLine - firstLine, System.nanoTime() - begunAt);
            whenDone.run();
        }
    }

    /**
     * Lines of a score job that a worker has finished, on their way to the parent.
     *
     * <p>They are sent as they will be written, with their sums: the parent copies them, and need not read them. Most batches are sent whole,
     * so that the sums do not depend on timing; of slow rewards, little is lost with a worker.
     */
    static final class Writer {

        /** Lines wait no longer than this, unless the next call takes longer. */
        private static final long MAX_WAIT = TimeUnit.MILLISECONDS.toNanos(200);

        private final ParentLink link;
        private final int batch;
        private final List<RewardEntry> rewards;
        private final @Nullable Double fallback;
        private LineEncoder encoder;
        private long sentBytes;
        private long sentAt = System.nanoTime();
        private int from = -1;
        private int to;

        Writer(ParentLink link, int batch, List<RewardEntry> rewards, Json head) {
            this.link = link;
            this.batch = batch;
            this.rewards = rewards;
            this.fallback = head.find("fallback").map(Json::asDouble).orElse(null);
            this.encoder = new LineEncoder(rewards, fallback);
        }

        /** Returns how many bytes there are so far. */
        long bytes() {
            return sentBytes + encoder.size();
        }

        /** Adds a score; those of a line come in order. */
        void add(LineSample sample, int call, Score score) {
            if (from < 0) {
                from = call;
            }
            to = call + 1;
            int reward = (to - from - 1) % rewards.size();
            encoder.add(sample, reward, score);
            if (reward == rewards.size() - 1) {
                endLine();
            }
        }

        /** Adds a line that cannot be read. */
        void unreadable(long number, String problem, int start, int end) {
            if (from < 0) {
                from = start;
            }
            to = end;
            encoder.unreadable(number, problem);
            endLine();
        }

        private void endLine() {
            long now = System.nanoTime();
            if (now - sentAt > MAX_WAIT) {
                send();
                sentAt = now;
            }
        }

        /** Sends the lines so far. */
        void send() {
            if (from < 0) {
                return;
            }
            Map<String, Object> head = new LinkedHashMap<>();
            head.put("from", from);
            head.put("to", to);
            head.put(
                    "metrics",
                    encoder.metrics().stream().map(Metrics::saveWithGroups).toList());
            ByteArrayOutputStream out = new ByteArrayOutputStream((int) encoder.size() + 2048);
            out.writeBytes(JsonCodec.write(head).getBytes(StandardCharsets.UTF_8));
            out.write('\n');
            try {
                encoder.writeTo(out);
            } catch (IOException e) {
                throw new IllegalStateException("memory refused to be written", e);
            }
            link.lines(batch, out.toByteArray());
            sentBytes += encoder.size();
            encoder = new LineEncoder(rewards, fallback);
            from = -1;
        }
    }
}
