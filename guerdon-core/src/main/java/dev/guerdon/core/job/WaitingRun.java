package dev.guerdon.core.job;

import dev.guerdon.api.Internal;
import dev.guerdon.core.lines.LineBlock;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a job whose rewards wait, line by line; used by the calling thread alone.
 *
 * @param <E> the scores of some lines
 */
@Internal
public final class WaitingRun<E extends Encoded> {

    /** How many lines wait for rewards that wait. */
    private static final int MOST_LINES = 512;

    private final Input input;
    private final Output<E> output;
    private final Share share;
    private final Lines<E> lines;
    private final ArrayDeque<Pending<E>> pending = new ArrayDeque<>();
    private long bytes;
    private long largestScore;

    public WaitingRun(Input input, Output<E> output, Share share, Lines<E> lines) {
        this.input = input;
        this.output = output;
        this.share = share;
        this.lines = lines;
    }

    /** A line whose scores are still to be written; without a block, one that was too long. */
    private record Pending<E extends Encoded>(
            Lines.Started<E> started, @Nullable LineBlock block, int line, Place behind, long bytes) {}

    /** Scores the input up to its end, or until the job is stopped. */
    public void run() throws IOException {
        while (true) {
            boolean idle = pending.isEmpty();
            if (!input.await(() -> !idle && pending.getFirst().started.isReady(), idle, output)) {
                finishSome(MOST_LINES);
                continue;
            }
            Input.Next next = input.next();
            if (next == null) {
                break;
            }
            switch (next) {
                case Input.Next.TooLong tooLong -> {
                    input.begin(null);
                    Lines.Started<E> message = new Lines.Started<>(List.of(), () -> output.tooLong(tooLong.line()));
                    pending.add(new Pending<>(message, null, 0, tooLong.behind(), 0));
                }
                case Input.Next.Some(LineBlock block) -> {
                    for (int i = 0; i < block.lines() && !input.isOver(); i++) {
                        input.begin(block);
                        Pending<E> started = start(block, i);
                        bytes += started.bytes;
                        pending.add(started);
                        finishSome(MOST_LINES);
                    }
                }
            }
        }
        finishSome(0);
    }

    private Pending<E> start(LineBlock block, int line) {
        // What its scores will take is not known; twice what others took is a fair guess.
        long taken = Share.takenBy(block.end(line) - block.start(line)) + 2 * largestScore;
        return new Pending<>(lines.start(block, line), block, line, Place.after(block, line), taken);
    }

    /** Writes lines from the front: those that are ready, and as many more as it takes to go on within the limits. */
    private void finishSome(int most) throws IOException {
        while (!pending.isEmpty()) {
            Pending<E> first = pending.getFirst();
            if (pending.size() <= most && share.hasRoom(bytes) && !first.started.isReady()) {
                return;
            }
            pending.remove();
            bytes -= first.bytes;
            E scores = first.started.encode().get();
            largestScore = Math.max(largestScore, scores.size());
            output.write(scores, first.block, first.line, first.behind);
        }
    }
}
