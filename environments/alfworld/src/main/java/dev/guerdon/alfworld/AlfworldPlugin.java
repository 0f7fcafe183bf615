package dev.guerdon.alfworld;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.SuiteText;

/** Brings ALFWorld: its environment, tools, reward and policies. */
@Internal
public final class AlfworldPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.environment(new AlfworldProvider());
        registration.tools(AlfworldTools.class);
        registration.rewards(AlfworldTools.class);
        registration.policy(AlfworldPolicy.EXPERT);
        registration.policy(AlfworldPolicy.EXPLORER);
        registration.add(SuiteText.beside(AlfworldPlugin.class, "alfworld"));
    }
}
