package dev.guerdon.core;

import dev.guerdon.core.lines.LineBlock;
import java.util.concurrent.CompletableFuture;

/**
 * Scores blocks of lines, here or elsewhere.
 *
 * <p>Blocks are begun in the order in which they are handed in; several may be under way at once.
 */
interface BlockScorer {

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
