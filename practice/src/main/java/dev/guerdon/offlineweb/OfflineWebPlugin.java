package dev.guerdon.offlineweb;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.SuiteText;
import dev.guerdon.offlineweb.policy.MiniwobOracle;
import dev.guerdon.offlineweb.policy.RuleBasedResearcher;

/** Brings the offline web, its researcher and its rules of diagnosis, and the oracle that plays MiniWoB's tasks. */
@Internal
public final class OfflineWebPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.environment(new PagesProvider());
        registration.policy(new RuleBasedResearcher());
        registration.policy(new MiniwobOracle());
        registration.add(new DateWindowRule());
        registration.add(new WrongTimezoneRule());
        registration.add(SuiteText.beside(OfflineWebPlugin.class, "offline-web"));
        registration.add(SuiteText.beside(OfflineWebPlugin.class, "offline-pages"));
    }
}
