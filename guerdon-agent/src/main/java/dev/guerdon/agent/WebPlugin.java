package dev.guerdon.agent;

import dev.guerdon.api.Plugin;

/** Brings the rule-based stand-in for a model that does web research. */
public final class WebPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.policy(new WebResearcher());
    }
}
