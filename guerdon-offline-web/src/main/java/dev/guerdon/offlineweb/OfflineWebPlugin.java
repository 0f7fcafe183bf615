package dev.guerdon.offlineweb;

import dev.guerdon.api.Plugin;
import dev.guerdon.offlineweb.researcher.Researcher;

/** Brings the rule-based stand-in for a model that does web research. */
public final class OfflineWebPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.policy(new Researcher());
    }
}
