package dev.guerdon.cluster.scoring;

import dev.guerdon.cluster.piece.Source;
import dev.guerdon.cluster.spi.Store;

/**
 * A file of the input, or a partition of the table that is the input.
 *
 * @param source where its lines are
 * @param below its path below the input's root
 * @param size its length in bytes; 0 for a partition
 * @param modified when it was last written; 0 where nobody knows
 */
record InputFile(Source source, String below, long size, long modified) {

    static InputFile of(Store.Entry entry) {
        return new InputFile(
                new Source(entry.address(), entry.below(), Source.Kind.of(entry.address())),
                entry.below(),
                entry.size(),
                entry.modified());
    }

    static InputFile partition(String table, int number) {
        return new InputFile(new Source(table, table + " [" + number + "]", Source.Kind.ROWS), "", 0, 0);
    }

    /** The folder of the file below the root, with a slash behind it; empty at the root. */
    String folder() {
        return below.substring(0, below.lastIndexOf('/') + 1);
    }
}
