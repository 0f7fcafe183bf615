package dev.guerdon.cli.faults;

import java.nio.file.Path;

/** One way in which the world can fail, and what must hold all the same. */
interface Scenario extends AutoCloseable {

    /**
     * Injects some faults and checks what must hold afterwards.
     *
     * @param chaos decides what happens
     * @param folder an empty folder for this step
     * @throws AssertionError where something that is promised does not hold
     */
    void step(Chaos chaos, Path folder) throws Exception;

    /** Ends what outlives a step. */
    @Override
    default void close() {}
}
