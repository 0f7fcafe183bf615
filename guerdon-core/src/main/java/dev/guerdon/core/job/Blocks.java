package dev.guerdon.core.job;

import dev.guerdon.api.Internal;
import dev.guerdon.core.lines.LineBlock;
import java.util.concurrent.CompletableFuture;

/**
 * Scores blocks of lines, here or elsewhere.
 *
 * <p>Blocks are begun in the order in which they are handed in; several may be under way at once.
 *
 * @param <E> the scores of some lines
 */
@Internal
public interface Blocks<E extends Encoded> {

    /**
     * Scores lines of a block.
     *
     * @param from the first line to score; those before it are done
     */
    CompletableFuture<Part<E>> score(LineBlock block, int from);

    /** How many blocks it can have under way, one of them waiting for each that is worked on. */
    int atOnce();

    /**
     * The scores of some lines of a block.
     *
     * @param scores holds them
     * @param next the first line that is still to do; the number of lines where none is. A part may end early where its scores have
     *     become large
     */
    record Part<E extends Encoded>(E scores, int next) {

        /** The first of the lines. */
        int from() {
            return next - (int) scores.lines();
        }
    }

    /** Whether the work on a block is to end before one of its lines. */
    @FunctionalInterface
    interface Ends {

        boolean before(LineBlock block, int line);
    }
}
