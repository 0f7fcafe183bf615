package dev.guerdon.api;

/**
 * Adds rewards, tools, environments, policies, agents, suites and every other {@link Extension} to Guerdon.
 *
 * <p>Name the class, which needs a public constructor without parameters, in {@code META-INF/services/dev.guerdon.api.Plugin}.
 * Installing must be cheap, because it happens at every start; open files and connect to servers on first use instead.
 */
@Experimental
public interface Plugin {

    /** Registers what this plugin brings. */
    void install(Registration registration);

    /** Where a plugin registers. */
    interface Registration {

        /** Registers every {@link Reward} method: the static ones of a class, or all of an instance. */
        void rewards(Object classOrInstance);

        /** Registers a reward function under a name. */
        void reward(String name, RewardFunction function);

        /** Registers every {@link Tool} method: the static ones of a class, or all of an instance. */
        void tools(Object classOrInstance);

        /** Registers an extension of any kind under its name. */
        void add(Extension extension);

        default void environment(EnvironmentProvider provider) {
            add(provider);
        }

        default void policy(Policy policy) {
            add(policy);
        }

        /** Everything there is, for what looks other extensions up later; while plugins are installed it is not complete. */
        Catalogue catalogue();
    }
}
