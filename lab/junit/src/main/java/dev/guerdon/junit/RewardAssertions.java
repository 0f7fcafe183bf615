package dev.guerdon.junit;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;

/** Begins a check of a reward. */
@Experimental
public final class RewardAssertions {

    private RewardAssertions() {}

    /** Checks a reward that a plugin on the class path brings, by name. */
    public static RewardAssert assertReward(String name) {
        return of(registry(), name);
    }

    /**
     * Checks a reward by name.
     *
     * @param rewards the class, or instance, with methods annotated {@link dev.guerdon.api.Reward}
     */
    public static RewardAssert assertReward(String name, Object rewards) {
        return of(registry(rewards), name);
    }

    /** Checks a function. */
    public static RewardAssert assertReward(RewardFunction function) {
        return new RewardAssert(registry(), RewardEntry.of("reward", function));
    }

    private static RewardAssert of(Registry registry, String name) {
        return new RewardAssert(registry, registry.reward(name));
    }

    /** Returns everything on the class path, and these classes or instances. */
    static Registry registry(Object... rewards) {
        Registry registry = Registry.discover(RewardAssertions.class.getClassLoader());
        for (Object each : rewards) {
            registry.rewards(each);
        }
        return registry;
    }
}
