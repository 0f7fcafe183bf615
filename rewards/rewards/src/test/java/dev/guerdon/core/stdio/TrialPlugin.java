package dev.guerdon.core.stdio;

import dev.guerdon.api.Plugin;

/** Rewards and an environment that behave badly. */
public final class TrialPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.rewards(TrialRewards.class);
        registration.add(new Corridor());
    }
}
