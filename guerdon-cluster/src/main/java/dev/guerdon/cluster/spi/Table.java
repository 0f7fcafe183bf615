package dev.guerdon.cluster.spi;

import dev.guerdon.api.Experimental;

/** Rows that the engine of a cluster can read, in partitions. */
@Experimental
public interface Table {

    /** What it is called, for people. */
    String name();

    /**
     * Changes when the rows or their partitions change: two tables with the same identity have the same rows in the same
     * partitions in the same order.
     */
    String identity();

    int partitions();
}
