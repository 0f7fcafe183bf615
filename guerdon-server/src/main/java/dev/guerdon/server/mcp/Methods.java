package dev.guerdon.server.mcp;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.EpisodeStep;
import dev.guerdon.server.spi.ServedEnvironment;
import dev.guerdon.server.spi.ServedTask;
import dev.guerdon.server.spi.ServedTool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an agent's session answers. */
final class Methods {

    /** The revision that is spoken where a client wants one that is not known. */
    static final String REVISION = "2025-06-18";

    /** The revisions that are spoken. Between them, nothing differs in what this server has. */
    static final List<String> REVISIONS = List.of(REVISION, "2025-03-26", "2024-11-05");

    /** The tool that begins an episode. */
    static final String BEGIN = "begin_episode";

    private final EnvironmentService environments;

    Methods(EnvironmentService environments) {
        this.environments = environments;
    }

    /**
     * Greets an agent.
     *
     * @param told what the agent should know, such as the task of the episode that its address chose
     */
    static Map<String, @Nullable Object> initialize(RpcCall call, ServedEnvironment environment, String told) {
        String wanted = call.text("protocolVersion");
        if (wanted.isEmpty()) {
            throw new RpcException(RpcException.INVALID_PARAMS, "expected a text as 'protocolVersion', found none");
        }
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("protocolVersion", REVISIONS.contains(wanted) ? wanted : REVISION);
        result.put("capabilities", Map.of("tools", Map.of("listChanged", false)));
        Map<String, @Nullable Object> server = new LinkedHashMap<>();
        server.put("name", "guerdon");
        server.put("title", environment.name() + ": " + environment.description());
        server.put("version", version());
        result.put("serverInfo", server);
        result.put("instructions", told);
        return result;
    }

    private static String version() {
        String version = Methods.class.getPackage().getImplementationVersion();
        return version == null ? "0" : version;
    }

    /** What an agent reads before its first step. */
    static String told(ServedTask task, EpisodeStep first) {
        String prompt = task.text();
        String seen = first.step().observation().text();
        return prompt.isEmpty() ? seen : prompt + "\n\n" + seen;
    }

    static String usage() {
        return "Call the tool " + BEGIN + " to begin an episode; its result is the task and what you see.";
    }

    static List<ServedTool> own(ServedEnvironment environment) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        properties.put(
                "split",
                Map.of("type", "string", "enum", environment.splits(), "description", "the set that the task is in"));
        properties.put(
                "index", Map.of("type", "integer", "minimum", 0, "description", "the task's number in the split"));
        properties.put("task", Map.of("type", "string", "description", "the task's id, instead of its number"));
        properties.put(
                "seed", Map.of("type", "integer", "minimum", 0, "description", "what the environment draws from"));
        Map<String, @Nullable Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", List.of());
        schema.put("additionalProperties", false);
        return List.of(new ServedTool(
                BEGIN,
                "Begin an episode, also after another: gives the task and what you see first. Without arguments it takes"
                        + " the next task.",
                schema));
    }

    /** Answers a request of a session. */
    Map<String, @Nullable Object> answer(Agents.Agent agent, RpcCall call) {
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

    private Map<String, @Nullable Object> begin(Agents.Agent agent, RpcCall call) {
        Map<String, @Nullable Object> arguments = call.object("arguments");
        return RemoteCalls.told(() -> {
            for (String name : arguments.keySet()) {
                if (!Choice.MEMBERS.contains(name)) {
                    throw new ServeException(
                            400,
                            "bad_arguments",
                            "the tool '" + BEGIN + "' has no argument '" + name + "'; there are: "
                                    + String.join(", ", Choice.MEMBERS));
                }
            }
            return begin(agent, Choice.of(new Json(arguments)));
        });
    }

    /** Begins an episode; the observation has the task in front. */
    EpisodeStep begin(Agents.Agent agent, Choice choice) {
        EnvironmentHandle session = agent.open(environments);
        EpisodeStep first = session.reset(choice.task(), choice.seed());
        String told = told(session.task(), first);
        dev.guerdon.api.Step step = first.step();
        return new EpisodeStep(
                new dev.guerdon.api.Step(
                        new dev.guerdon.api.Step.Observation(
                                told, step.observation().attributes()),
                        step.reward(),
                        step.done(),
                        step.info(),
                        step.end()),
                first.own(),
                first.score());
    }

    private static Map<String, @Nullable Object> act(Agents.Agent agent, RpcCall call) {
        Optional<EnvironmentHandle> session = agent.handle();
        if (session.isEmpty()) {
            return RemoteCalls.told(() -> {
                throw new GuerdonException("there is no episode yet; call " + BEGIN + " first");
            });
        }
        return RemoteCalls.call(session.get(), call);
    }
}
