package dev.guerdon.math;

import dev.guerdon.api.Plugin;

/** Registers the math rewards. */
public final class MathPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.rewards(MathRewards.class);
    }
}
