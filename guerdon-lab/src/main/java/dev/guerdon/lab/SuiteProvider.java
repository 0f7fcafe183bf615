package dev.guerdon.lab;

import dev.guerdon.core.Registry;

/**
 * A suite written in Java.
 *
 * <p>Found with {@link java.util.ServiceLoader}: name the class in {@code META-INF/services/dev.guerdon.lab.SuiteProvider}.
 */
public interface SuiteProvider {

    /** The name after {@code guerdon run}. */
    String name();

    /** One line. */
    String description();

    /**
     * Makes the suite.
     *
     * @param registry the rewards, tools, environments and policies there are
     * @param split what stands behind a colon after the name, as in {@code webshop:official}; empty where nothing does
     */
    Suite load(Registry registry, String split);
}
