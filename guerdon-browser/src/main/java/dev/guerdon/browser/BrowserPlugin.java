package dev.guerdon.browser;

import dev.guerdon.api.Plugin;

/** Brings the browser: its environment and its tools. */
public final class BrowserPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        BrowserProvider provider = new BrowserProvider(Machine.thisOne());
        registration.environment(provider);
        registration.tools(new BrowserTools(provider));
        registration.tools(FetchTools.class);
    }
}
