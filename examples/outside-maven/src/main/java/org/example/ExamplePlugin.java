package org.example;

import dev.guerdon.api.Plugin;

/** Lets every command of Guerdon find the reward in this jar. */
public final class ExamplePlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.rewards(ShortAnswer.class);
    }
}
