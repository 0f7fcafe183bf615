package dev.guerdon.text;

import dev.guerdon.api.Plugin;

/** Registers the rewards of this module. */
public final class TextPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.rewards(QaRewards.class);
        registration.rewards(AnswerRewards.class);
    }
}
