package dev.guerdon.core.job;

import dev.guerdon.api.Internal;
import dev.guerdon.core.lines.LineBlock;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One run of a job, block by block; used by the calling thread alone, but for the blocks that other threads or processes score.
 *
 * @param <E> the scores of some lines
 */
@Internal
public final class ComputingRun<E extends Encoded> {

    private final Input input;
    private final Output<E> output;
    private final Share share;
    private final Blocks<E> blocks;
    private final ArrayDeque<InFlight<E>> inFlight = new ArrayDeque<>();
    private long bytes;

    public ComputingRun(Input input, Output<E> output, Share share, Blocks<E> blocks) {
        this.input = input;
        this.output = output;
        this.share = share;
        this.blocks = blocks;
    }

    /** A block whose scores are still to be written; without lines, a message in the place of one that was too long. */
    private record InFlight<E extends Encoded>(
            @Nullable LineBlock block,
            CompletableFuture<Blocks.Part<E>> part,
            @Nullable Place behind) {

        long bytes() {
            return block == null ? 0 : Share.takenBy(block.bytes().length);
        }
    }

    /** Scores the input up to its end, or until the job is stopped. */
    public void run() throws IOException {
        boolean ended = false;
        while (!ended || !inFlight.isEmpty()) {
            boolean idle = inFlight.isEmpty();
            boolean room = inFlight.size() < blocks.atOnce() && (share.hasRoom(bytes) || idle);
            if (!ended
                    && room
                    && input.await(() -> !idle && inFlight.getFirst().part.isDone(), idle, output)) {
                Input.Next next = input.next();
                ended = next == null;
                if (next != null) {
                    InFlight<E> begun = begin(next);
                    bytes += begun.bytes();
                    inFlight.add(begun);
                }
            } else if (!finish(inFlight.remove())) {
                inFlight.forEach(other -> other.part.join()); // what they have is not wanted any more
                return;
            }
        }
    }

    private InFlight<E> begin(Input.Next next) {
        return switch (next) {
            case Input.Next.Some(LineBlock block) -> {
                input.begin(block);
                yield new InFlight<>(block, blocks.score(block, 0), null);
            }
            case Input.Next.TooLong tooLong -> {
                input.begin(null);
                Blocks.Part<E> message = new Blocks.Part<>(output.tooLong(tooLong.line()), 0);
                yield new InFlight<>(null, CompletableFuture.completedFuture(message), tooLong.behind());
            }
        };
    }

    /** Writes the scores of the first block, or those that it has so far; false where the job ends within it. */
    private boolean finish(InFlight<E> first) throws IOException {
        Blocks.Part<E> part = first.part.join();
        LineBlock block = first.block;
        if (block == null || part.next() >= block.lines()) {
            bytes -= first.bytes();
            Place behind = block == null ? Objects.requireNonNull(first.behind) : Place.behind(block);
            output.write(part.scores(), block, part.from(), behind);
            return true;
        }
        if (part.scores().lines() > 0) {
            output.write(part.scores(), block, part.from(), Place.after(block, part.next() - 1));
        }
        if (input.isStopping()) {
            return false;
        }
        inFlight.addFirst(new InFlight<>(block, blocks.score(block, part.next()), null));
        return true;
    }
}
