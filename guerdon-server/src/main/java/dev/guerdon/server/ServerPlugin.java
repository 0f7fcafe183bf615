package dev.guerdon.server;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.server.mcp.McpProtocol;
import dev.guerdon.server.openenv.OpenEnvProtocol;
import dev.guerdon.server.ors.OrsProtocol;
import dev.guerdon.server.protocol.AlfworldProtocol;
import dev.guerdon.server.protocol.MinilabProtocol;
import dev.guerdon.server.protocol.ScienceworldProtocol;
import dev.guerdon.server.protocol.WebshopProtocol;
import dev.guerdon.server.question.QuestionProvider;
import dev.guerdon.server.trainer.EvaluateProtocol;
import dev.guerdon.server.trainer.NemoGymProtocol;
import dev.guerdon.server.trainer.OpenRlhfProtocol;
import dev.guerdon.server.trainer.RemoteRmProtocol;

/** Brings the protocols in which environments and rewards are served. */
@Internal
public final class ServerPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new AlfworldProtocol());
        registration.add(new WebshopProtocol());
        registration.add(new ScienceworldProtocol());
        registration.add(new MinilabProtocol());
        registration.add(new OpenRlhfProtocol());
        registration.add(new RemoteRmProtocol());
        registration.add(new EvaluateProtocol());
        registration.add(new NemoGymProtocol());
        registration.add(new OpenEnvProtocol());
        registration.add(new McpProtocol());
        registration.add(new OrsProtocol());
        registration.add(new QuestionProvider());
    }
}
