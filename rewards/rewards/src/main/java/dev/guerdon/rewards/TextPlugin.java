package dev.guerdon.rewards;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;

/** Brings the rewards for texts. */
@Internal
public final class TextPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.rewards(QaRewards.class);
        registration.rewards(AnswerRewards.class);
    }
}
