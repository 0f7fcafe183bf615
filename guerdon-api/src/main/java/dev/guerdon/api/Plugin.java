package dev.guerdon.api;

/**
 * Adds rewards, tools, environments and policies to Guerdon.
 *
 * <p>Found with {@link java.util.ServiceLoader}: name the class in {@code META-INF/services/dev.guerdon.api.Plugin}. Installing
 * must be cheap, because it happens at every start; open files and connect to servers on first use instead.
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

        void environment(EnvironmentProvider provider);

        void policy(Policy policy);
    }
}
