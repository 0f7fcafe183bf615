package dev.guerdon.text;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.SuiteText;
import dev.guerdon.text.qa.ReaderPolicy;

/** Brings the rewards for texts, the suite {@code qa}, and a policy that answers its questions. */
@Internal
public final class TextPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.rewards(QaRewards.class);
        registration.rewards(AnswerRewards.class);
        registration.policy(new ReaderPolicy());
        registration.add(SuiteText.beside(TextPlugin.class, "qa"));
    }
}
