package dev.guerdon.server;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.server.protocol.AlfworldProtocol;
import dev.guerdon.server.protocol.MinilabProtocol;
import dev.guerdon.server.protocol.ScienceworldProtocol;
import dev.guerdon.server.protocol.WebshopProtocol;

/** Brings the protocols in which the environments are served. */
@Internal
public final class ServerPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new AlfworldProtocol());
        registration.add(new WebshopProtocol());
        registration.add(new ScienceworldProtocol());
        registration.add(new MinilabProtocol());
    }
}
