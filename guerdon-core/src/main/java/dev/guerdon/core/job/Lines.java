package dev.guerdon.core.job;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.core.lines.LineBlock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Starts to score lines one by one.
 *
 * @param <E> the scores of some lines
 */
@Internal
@FunctionalInterface
public interface Lines<E extends Encoded> {

    /** Starts the rewards of a line. */
    Started<E> start(LineBlock block, int line);

    /**
     * A line whose rewards are under way.
     *
     * @param scores of each reward
     * @param encode the scores as they will be written; waits for them
     */
    record Started<E extends Encoded>(List<CompletableFuture<Score>> scores, Supplier<E> encode) {

        boolean isReady() {
            return scores.stream().allMatch(CompletableFuture::isDone);
        }
    }
}
