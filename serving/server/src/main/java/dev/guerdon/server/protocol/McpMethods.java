package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.protocol.RpcCall.RemoteCalls;
import dev.guerdon.server.protocol.RpcCall.RpcException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.ServedEnvironment;
import dev.guerdon.server.spi.ServedEnvironment.ServedTask;
import dev.guerdon.server.spi.ServedEnvironment.ServedTool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Methods that an agent's session answers. */
record McpMethods(EnvironmentService environments) {

    /** The revision that is spoken where a client wants one that is not known. */
    static final String REVISION = "2025-06-18";

    /** The revisions that are spoken. Between them, nothing differs in what this server has. */
    static final List<String> REVISIONS = List.of(REVISION, "2025-03-26", "2024-11-05");

    /** The tool that begins an episode. */
    static final String BEGIN = "begin_episode";

    /**
     * Greets an agent.
     *
     * @param told what the agent should know, such as the task of the episode that its address chose
     */
    static Map<String, @Nullable Object> initialize(RpcCall call, ServedEnvironment environment, String told) {
        String wanted = call.text("protocolVersion");
        if (wanted.isEmpty()) {
            throw RpcException.invalidParams("expected a text as 'protocolVersion', found none");
        }
        JsonMembers result = new JsonMembers()
                .with("protocolVersion", REVISIONS.contains(wanted) ? wanted : REVISION)
                .with("capabilities", Map.of("tools", Map.of("listChanged", false)));
        JsonMembers server = new JsonMembers()
                .with("name", "guerdon")
                .with("title", environment.name() + ": " + environment.description())
                .with("version", version());
        result.put("serverInfo", server);
        result.put("instructions", told);
        return result;
    }

    private static String version() {
        String version = McpMethods.class.getPackage().getImplementationVersion();
        return version == null ? "0" : version;
    }

    /** Returns what an agent reads before its first step. */
    static String told(ServedTask task, EpisodeStep first) {
        String prompt = task.text();
        String seen = first.step().observation().text();
        return prompt.isEmpty() ? seen : prompt + "\n\n" + seen;
    }

    static String usage() {
        return "Call the tool " + BEGIN + " to begin an episode; its result is the task and what you see.";
    }

    static List<ServedTool> own(ServedEnvironment environment) {
        JsonMembers properties = new JsonMembers()
                .with("split", property("string", "the set that the task is in").with("enum", environment.splits()))
                .with(
                        "index",
                        property("integer", "the task's number in the split").with("minimum", 0))
                .with("task", property("string", "the task's id, instead of its number"))
                .with(
                        "seed",
                        property("integer", "what the environment draws from").with("minimum", 0));
        return List.of(new ServedTool(
                BEGIN,
                "Begin an episode, also after another: gives the task and what you see first. Without arguments it"
                        + " takes the next task.",
                new JsonMembers()
                        .with("type", "object")
                        .with("properties", properties)
                        .with("required", List.of())
                        .with("additionalProperties", false)));
    }

    private static JsonMembers property(String type, String description) {
        return new JsonMembers().with("type", type).with("description", description);
    }

    /** Answers a request of a session. */
    Map<String, @Nullable Object> answer(McpSessions.Agent agent, RpcCall call) {
        return switch (call.method()) {
            case "ping" -> Map.of();
            case "tools/list" -> {
                ServedEnvironment environment = agent.handle()
                        .map(EnvironmentHandle::environment)
                        .orElseGet(() -> environments.environment(agent.environment()));
                yield RemoteCalls.list(environment.tools(), own(environment));
            }
            case "tools/call" -> call.text("name").equals(BEGIN) ? begin(agent, call) : act(agent, call);
            default ->
                throw new RpcException(
                        RpcException.METHOD_NOT_FOUND,
                        "there is no method '" + call.method() + "' here; there are: ping, tools/list, tools/call");
        };
    }

    private Map<String, @Nullable Object> begin(McpSessions.Agent agent, RpcCall call) {
        Map<String, @Nullable Object> arguments = call.object("arguments");
        return RemoteCalls.told(() -> {
            for (String name : arguments.keySet()) {
                if (!EpisodeRequest.MEMBERS.contains(name)) {
                    throw new ServeException(
                            400,
                            "bad_arguments",
                            "the tool '" + BEGIN + "' has no argument '" + name + "'; there are: "
                                    + String.join(", ", EpisodeRequest.MEMBERS));
                }
            }
            return begin(agent, EpisodeRequest.of(new Json(arguments)));
        });
    }

    /** Begins an episode; the observation has the task in front. */
    EpisodeStep begin(McpSessions.Agent agent, EpisodeRequest choice) {
        EnvironmentHandle session = agent.open(environments);
        EpisodeStep first = choice.begin(session);
        String told = told(session.task(), first);
        Step step = first.step();
        return new EpisodeStep(
                new Step(
                        new Step.Observation(told, step.observation().attributes()),
                        step.reward(),
                        step.done(),
                        step.info(),
                        step.end()),
                first.own(),
                first.score());
    }

    private static Map<String, @Nullable Object> act(McpSessions.Agent agent, RpcCall call) {
        Optional<EnvironmentHandle> session = agent.handle();
        if (session.isEmpty()) {
            return RemoteCalls.told(() -> {
                throw new GuerdonException("there is no episode yet; call " + BEGIN + " first");
            });
        }
        return RemoteCalls.call(session.get(), call);
    }
}
