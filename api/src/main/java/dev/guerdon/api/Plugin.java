package dev.guerdon.api;

import java.util.List;

/**
 * Addition of rewards, tools, environments, policies, agents, suites and every other {@link Extension} to Guerdon.
 *
 * <p>Name the class, which needs a public constructor without parameters, in {@code META-INF/services/dev.guerdon.api.Plugin}.
 * Installing must be cheap, because it happens at every start; open files and connect to servers on first use instead.
 *
 * <p>{@snippet :
 * public final class HousePlugin implements Plugin {
 *     public void install(Registration registration) {
 *         registration.rewards(HouseRewards.class);
 *         registration.environment(new HouseProvider());
 *     }
 * }
 * }
 */
@Experimental
public interface Plugin {

    /** Registers what this plugin brings. */
    void install(Registration registration);

    /** Registration of what a plugin adds. */
    interface Registration {

        /** Registers every {@link Reward} method: the static ones of a class, or all of an instance. */
        void rewards(Object classOrInstance);

        /** Registers a reward function under a name. */
        void reward(String name, RewardFunction function);

        /** Registers every {@link Tool} method: the static ones of a class, or all of an instance. */
        void tools(Object classOrInstance);

        /** Registers an extension of any kind under its name. */
        void add(Extension extension);

        /** Registers an environment. */
        default void environment(EnvironmentProvider provider) {
            add(provider);
        }

        /** Registers a policy. */
        default void policy(Policy policy) {
            add(policy);
        }

        /** Returns the catalogue of all extensions, to look others up later. It is not complete while plugins are being installed. */
        Catalogue catalogue();
    }

    /** Everything that was added to Guerdon, by kind and name. Safe for use by many threads. */
    interface Catalogue {

        /**
         * Returns the extension of a kind that has a name.
         *
         * @throws GuerdonException if there is none, with the nearest name
         */
        <E extends Extension> E find(Class<E> kind, String name);

        /** Returns all extensions of a kind, by name. */
        <E extends Extension> List<E> all(Class<E> kind);
    }
}
