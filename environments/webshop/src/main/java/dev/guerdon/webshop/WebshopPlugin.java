package dev.guerdon.webshop;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.SuiteText;

/** Brings WebShop to Guerdon: environment, tools, reward and the rule baseline. */
@Internal
public final class WebshopPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.environment(new WebshopProvider());
        registration.tools(WebshopTools.class);
        registration.rewards(WebshopTools.class);
        registration.policy(new RulePolicy());
        registration.add(SuiteText.beside(WebshopPlugin.class, "webshop"));
    }
}
