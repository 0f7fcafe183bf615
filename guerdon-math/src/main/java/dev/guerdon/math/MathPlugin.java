package dev.guerdon.math;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.SuiteText;

/** Brings the rewards for mathematics, the suite {@code math}, and a policy that computes. */
@Internal
public final class MathPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.rewards(MathRewards.class);
        registration.policy(new CalculatorPolicy());
        registration.add(SuiteText.beside(MathPlugin.class, "math"));
    }
}
