package dev.guerdon.server;

import dev.guerdon.api.Plugin;

/** Brings the protocols in which the environments are served. */
public final class ServerPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new AlfworldProtocol());
        registration.add(new WebshopProtocol());
        registration.add(new ScienceworldProtocol());
        registration.add(new MinilabProtocol());
    }
}
