package dev.guerdon.core.job;

import dev.guerdon.api.Internal;
import dev.guerdon.core.lines.InputHash;
import dev.guerdon.core.lines.LineBlock;

/**
 * Where the input goes on behind lines that are done.
 *
 * @param inputBytes the offset in the uncompressed input
 * @param nextLine the number of the next line
 * @param hash the hash of the input up to there
 */
@Internal
public record Place(long inputBytes, long nextLine, InputHash hash) {

    /** Behind a line of a block. */
    static Place after(LineBlock block, int line) {
        long offset = block.offsetAfter(line);
        return new Place(offset, block.numberAfter(line), block.hashUpTo(offset));
    }

    /** Behind a whole block. */
    static Place behind(LineBlock block) {
        long offset = block.endOffset();
        return new Place(offset, block.nextNumber().join(), block.hashUpTo(offset));
    }
}
