package dev.guerdon.webshop;

import dev.guerdon.api.Plugin;

/** Brings WebShop to Guerdon: environment, tools, reward and the rule baseline. */
public final class WebshopPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.environment(new WebshopProvider());
        registration.tools(WebshopTools.class);
        registration.rewards(WebshopReward.class);
        registration.policy(new RulePolicy());
    }
}
