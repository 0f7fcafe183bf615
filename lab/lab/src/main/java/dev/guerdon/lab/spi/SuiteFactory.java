package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.SuiteProvider;
import dev.guerdon.core.Registry;

/** A suite written in Java; a {@link dev.guerdon.api.Plugin} adds it. */
@Experimental
public interface SuiteFactory extends SuiteProvider {

    /** Returns one line. */
    String description();

    /**
     * Makes the suite.
     *
     * @param registry the rewards, tools, environments and policies there are
     * @param split what stands behind a colon after the name, as in {@code shop:test}; empty where nothing does
     */
    Suite load(Registry registry, String split);
}
