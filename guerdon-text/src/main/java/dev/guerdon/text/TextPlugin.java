package dev.guerdon.text;

import dev.guerdon.api.Plugin;
import dev.guerdon.api.SuiteText;

/** Brings the rewards for texts, the suite {@code qa}, and a policy that answers its questions. */
public final class TextPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.rewards(QaRewards.class);
        registration.rewards(AnswerRewards.class);
        registration.policy(new ReaderPolicy());
        registration.add(SuiteText.beside(TextPlugin.class, "qa"));
    }
}
