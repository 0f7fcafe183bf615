package dev.guerdon.core;

import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.lines.LineBlock;
import dev.guerdon.core.worker.WorkerPool;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Scores blocks of lines in worker processes.
 *
 * <p>Lines travel as they are; the workers decode what the rewards read. This process decodes a line only to know whose it is, and
 * writes the scores in order. A block is cut into pieces, so that a small job has work for every worker.
 */
final class IsolatedBlocks implements BlockScorer {

    /** How many lines travel together: enough that a message costs little, few enough that all workers get some. */
    private static final int MOST_LINES = 512;

    private static final int MOST_BYTES = 64 << 10;

    /** A piece ends early where its results have this size; the rest of it is asked for again when they are written. */
    private static final int LARGE = 1 << 20;

    private final List<RewardEntry> rewards;
    private final IsolatedRewards workers;
    private final LineDecoder decoder;
    private final @Nullable Double fallback;
    private final boolean waits;
    private final Map<LineBlock, @Nullable Score[]> unfinished = new ConcurrentHashMap<>();

    IsolatedBlocks(
            List<RewardEntry> rewards, IsolatedRewards workers, LineDecoder decoder, @Nullable Double fallback) {
        this.rewards = rewards;
        this.workers = workers;
        this.decoder = decoder;
        this.fallback = fallback;
        this.waits = rewards.stream().anyMatch(reward -> reward.work() == Work.WAIT);
    }

    @Override
    public int atOnce() {
        return workers.size() * 2 + 1;
    }

    @Override
    public CompletableFuture<Part> score(LineBlock block, int from) {
        int lines = block.lines();
        if (from >= lines) {
            return CompletableFuture.completedFuture(new Part(new LineEncoder(rewards, fallback), lines));
        }
        @Nullable Score[] scores =
                unfinished.computeIfAbsent(block, key -> new Score[block.lines() * rewards.size()]);
        CompletableFuture<Part> finished = new CompletableFuture<>();
        List<Lines> pieces = pieces(block, from, scores);
        AtomicInteger open = new AtomicInteger(pieces.size());
        Runnable whenDone = () -> {
            if (open.decrementAndGet() == 0) {
                try {
                    finished.complete(encode(block, from, scores));
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

    /** The lines that are not scored yet, cut into pieces. */
    private List<Lines> pieces(LineBlock block, int from, @Nullable Score[] scores) {
        int most = waits ? IsolatedRewards.MOST_THAT_WAIT : MOST_LINES;
        List<Lines> pieces = new ArrayList<>();
        int first = from;
        for (int line = from; line < block.lines(); line++) {
            if (isScored(scores, line)) {
                if (first < line) {
                    pieces.add(new Lines(block, first, line, scores));
                }
                first = line + 1;
            } else if (line - first == most || line > first && block.end(line) - block.start(first) > MOST_BYTES) {
                pieces.add(new Lines(block, first, line, scores));
                first = line;
            }
        }
        if (first < block.lines()) {
            pieces.add(new Lines(block, first, block.lines(), scores));
        }
        return pieces;
    }

    /** Whether all rewards of a line are decided; where some are not, all are asked for again. */
    private boolean isScored(@Nullable Score[] scores, int line) {
        return scores[(line + 1) * rewards.size() - 1] != null;
    }

    private Part encode(LineBlock block, int from, @Nullable Score[] scores) {
        LineEncoder encoder = new LineEncoder(rewards, fallback);
        int line = from;
        for (; line < block.lines() && isScored(scores, line); line++) {
            int start = line * rewards.size();
            LineSample sample = null;
            String problem = "";
            try {
                sample = decoder.decode(block.bytes(), block.start(line), block.end(line), block.number(line));
            } catch (dev.guerdon.api.GuerdonException e) {
                problem = String.valueOf(e.getMessage());
            }
            if (sample == null) {
                encoder.unreadable(block.number(line), problem);
            }
            for (int reward = 0; reward < rewards.size(); reward++) {
                Score score = scores[start + reward];
                if (sample != null && score != null) {
                    encoder.add(sample, reward, score);
                }
                scores[start + reward] = null;
            }
        }
        if (line == block.lines()) {
            unfinished.remove(block);
        }
        return new Part(encoder, line);
    }

    /** Some lines of a block: call {@code i} is reward {@code i % rewards} of line {@code firstLine + i / rewards}. */
    private final class Lines implements WorkerPool.Batch {
        private final LineBlock block;
        private final int firstLine;
        private final int endLine;
        private final @Nullable Score[] scores;
        private Runnable whenDone = () -> {};

        Lines(LineBlock block, int firstLine, int endLine, @Nullable Score[] scores) {
            this.block = block;
            this.firstLine = firstLine;
            this.endLine = endLine;
            this.scores = scores;
        }

        @Override
        public int calls() {
            return (endLine - firstLine) * rewards.size();
        }

        @Override
        public boolean waits() {
            return waits;
        }

        @Override
        public byte[] request(int from, int to) {
            int start = firstLine + from / rewards.size();
            int end = firstLine + (to + rewards.size() - 1) / rewards.size();
            Map<String, Object> head = workers.head(rewards, waits, "line", from, to);
            head.put("line", block.number(start));
            head.put("most_bytes", LARGE);
            byte[] first = JsonCodec.write(head).getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream out =
                    new ByteArrayOutputStream(first.length + block.end(end - 1) - block.start(start) + 2);
            out.writeBytes(first);
            out.write('\n');
            long number = block.number(start);
            for (int line = start; line < end; line++) {
                for (; number < block.number(line); number++) {
                    out.write('\n'); // blank lines count in the numbers
                }
                out.write(block.bytes(), block.start(line), block.end(line) - block.start(line));
                out.write('\n');
                number++;
            }
            return out.toByteArray();
        }

        @Override
        public String name(int call) {
            return rewards.get(call % rewards.size()).name();
        }

        @Override
        public Score late(int call) {
            return Scorer.late(rewards.get(call % rewards.size()), workers.deadline());
        }

        @Override
        public void decide(int call, Score score) {
            scores[firstLine * rewards.size() + call] = score;
        }

        @Override
        public void done() {
            whenDone.run();
        }
    }
}
