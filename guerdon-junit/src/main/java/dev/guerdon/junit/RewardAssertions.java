package dev.guerdon.junit;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.core.RewardEntry;

/** Begins a check of a reward. */
@Experimental
public final class RewardAssertions {

    private RewardAssertions() {}

    /** Checks a reward that a plugin on the class path brings, by name. */
    public static RewardAssert assertReward(String name) {
        return new RewardAssert(Registries.of().reward(name));
    }

    /**
     * Checks a reward by name.
     *
     * @param rewards the class, or instance, with methods annotated {@link dev.guerdon.api.Reward}
     */
    public static RewardAssert assertReward(String name, Object rewards) {
        return new RewardAssert(Registries.of(rewards).reward(name));
    }

    /** Checks a function. */
    public static RewardAssert assertReward(RewardFunction function) {
        return new RewardAssert(RewardEntry.of("reward", function));
    }
}
