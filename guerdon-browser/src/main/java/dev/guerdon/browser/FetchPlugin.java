package dev.guerdon.browser;

import dev.guerdon.api.Plugin;

/** Brings the tools that read the web without a browser. */
public final class FetchPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.tools(FetchTools.class);
    }
}
