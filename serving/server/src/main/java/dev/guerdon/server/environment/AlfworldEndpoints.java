package dev.guerdon.server.environment;

import dev.guerdon.alfworld.AlfworldEnvironment;
import dev.guerdon.alfworld.AlfworldProvider;
import dev.guerdon.alfworld.GameEntry;
import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.server.environment.EnvironmentSessions.SessionOptions;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.Endpoints;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** AgentFly's ALFWorld protocol, once without and once with a session in the path. */
final class AlfworldEndpoints implements Endpoints {

    /** The splits that AgentFly's server knows, whether or not they have games. */
    private static final Set<String> USUAL_SPLITS = Set.of("train", "valid_seen", "valid_unseen", "test_unseen");

    private static final String BUNDLED = "bundled";

    private final AlfworldProvider provider;
    private final Map<String, String> options;
    private final AlfworldAnswers answers;
    private final EnvironmentSessions sessions;
    private final GenericEndpoints general;
    private final Map<String, List<GameEntry>> games = new ConcurrentHashMap<>();
    private final Random random;

    AlfworldEndpoints(EnvironmentProvider given, Map<String, String> all, SessionOptions limits, boolean compat) {
        this.provider = given instanceof AlfworldProvider own ? own : new AlfworldProvider();
        this.options = EnvironmentProtocols.ofProvider(provider, all);
        options.put(EnvironmentProvider.COMPAT.name(), String.valueOf(compat));
        this.answers = new AlfworldAnswers(compat);
        this.random = new Random(seed(all.getOrDefault("seed", "0")));
        this.sessions = new EnvironmentSessions(limits);
        this.general = new GenericEndpoints(provider, options, sessions, List.of(GenericEndpoints.BESIDE));
    }

    private static long seed(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new GuerdonException("expected a whole number after --seed, found '" + text + "'", e);
        }
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        for (String prefix : List.of("", "/sessions/{" + EnvironmentSessions.PATH_PARAMETER + "}")) {
            routing.get(prefix + "/health", (request, response) -> {
                sessions.greet(request, response);
                JsonResponses.send(
                        response, new JsonMembers().with("status", "ok").with("service", "alfworld"));
            });
            routing.get(prefix + "/available_tasks", this::availableTasks);
            routing.post(prefix + "/reset", this::reset);
            routing.post(prefix + "/step", this::step);
            routing.post(prefix + "/close", this::closeSession);
            routing.get(prefix + "/admissible_commands", this::admissibleCommands);
            routing.get(prefix + "/info", this::info);
        }
        general.addTo(routing);
    }

    private void availableTasks(ServerRequest request, ServerResponse response) {
        String split = request.query().first("split").orElse("train");
        if (!isSplit(split)) {
            throw new HttpException("Invalid split: " + split, Status.NOT_FOUND_404);
        }
        JsonResponses.send(
                response,
                Map.of(
                        "tasks",
                        games(split).stream()
                                .map(game -> new JsonMembers()
                                        .with("task_id", game.taskId())
                                        .with("task_type", game.taskType())
                                        .with("game_file", game.file()))
                                .toList()));
    }

    private boolean isSplit(String split) {
        return USUAL_SPLITS.contains(split) || provider.splits(options).contains(split);
    }

    private List<GameEntry> games(String split) {
        return games.computeIfAbsent(
                split, name -> provider.splits(options).contains(name) ? provider.games(name, options) : List.of());
    }

    private void reset(ServerRequest request, ServerResponse response) {
        Json body = FastApiBody.read(request);
        if (GenericEndpoints.isBatch(body)) {
            general.reset(body, response);
            return;
        }
        String split = body.find("split").map(Json::asString).orElse(null);
        String taskId = body.find("task_id")
                .map(Json::asString)
                .filter(id -> !id.isEmpty())
                .orElse(null);
        Task task = choose(split, taskId);
        String name = sessions.toReset(request, response);
        JsonResponses.send(response, sessions.reset(name, () -> provider.open(options), session -> {
            Step first = begin(session, task);
            return session.look("reset", environment -> answers.reset(first, own(environment)));
        }));
    }

    private static AlfworldEnvironment own(Environment environment) {
        return (AlfworldEnvironment) environment;
    }

    private static Step begin(SessionWorld session, Task task) {
        try {
            return session.begin(task);
        } catch (ServeException e) {
            throw e;
        } catch (GuerdonException e) {
            throw new HttpException(String.valueOf(e.getMessage()), Status.INTERNAL_SERVER_ERROR_500, e);
        }
    }

    private Task choose(@Nullable String split, @Nullable String taskId) {
        boolean fixed = options.containsKey("game") || options.containsKey("task") || options.containsKey("seed");
        if (split == null && taskId == null && fixed) {
            return provider.task(options);
        }
        String from = Optional.ofNullable(split)
                .or(() -> Optional.ofNullable(options.get("split")))
                .orElseGet(() -> usualSplit(taskId));
        if (!isSplit(from)) {
            throw new HttpException("Invalid split: " + from, Status.BAD_REQUEST_400);
        }
        if (taskId != null) {
            if (!provider.splits(options).contains(from) || !provider.hasGame(from, taskId, options)) {
                throw new HttpException(
                        "Task ID '" + taskId + "' not found in split '" + from + "'.", Status.NOT_FOUND_404);
            }
            return task(from, taskId);
        }
        answers.refusal(from).ifPresent(detail -> {
            throw new HttpException(detail, Status.INTERNAL_SERVER_ERROR_500);
        });
        List<GameEntry> candidates = games(from);
        if (candidates.isEmpty()) {
            throw new HttpException(
                    "the split '" + from + "' has no games here; ask for the split 'bundled', or start the server with"
                            + " --data or ALFWORLD_DATA",
                    Status.INTERNAL_SERVER_ERROR_500);
        }
        return task(from, candidates.get(random.nextInt(candidates.size())).taskId());
    }

    /** Returns the split where the client names none: train, as in AgentFly, unless there is no data and bundled games are all there is. */
    private String usualSplit(@Nullable String taskId) {
        boolean bundled = taskId != null
                ? taskId.startsWith(BUNDLED)
                : provider.splits(options).equals(List.of(BUNDLED));
        return bundled ? BUNDLED : "train";
    }

    private Task task(String split, String taskId) {
        JsonMembers fields = new JsonMembers().with("task_id", taskId).with("split", split);
        return new Task(taskId, List.of(), fields);
    }

    private void step(ServerRequest request, ServerResponse response) {
        Json body = FastApiBody.read(request);
        if (GenericEndpoints.isBatch(body)) {
            general.step(body, response);
            return;
        }
        String action = FastApiBody.text(body, "action");
        Optional<Step> step = EnvironmentSessions.ifThere(
                () -> sessions.in(sessions.toUse(request, response), session -> session.step(action)));
        if (step.isPresent()) {
            JsonResponses.send(response, answers.step(step.get()));
        } else {
            JsonResponses.send(response, Status.BAD_REQUEST_400, answers.noSession());
        }
    }

    private void closeSession(ServerRequest request, ServerResponse response) {
        Optional<Boolean> unused = EnvironmentSessions.ifThere(() -> sessions.end(sessions.toUse(request, response)));
        JsonResponses.send(response, Map.of("status", "closed"));
    }

    private void admissibleCommands(ServerRequest request, ServerResponse response) {
        List<String> commands = EnvironmentSessions.ifThere(() -> sessions.in(
                        sessions.toUse(request, response), session -> session.look("actions", Environment::actions)))
                .orElse(List.of());
        JsonResponses.send(response, Map.of("commands", commands));
    }

    private void info(ServerRequest request, ServerResponse response) {
        JsonMembers info = EnvironmentSessions.ifThere(() -> sessions.in(
                        sessions.toUse(request, response),
                        session -> session.look("info", world -> {
                            AlfworldEnvironment environment = own(world);
                            return environment
                                    .last()
                                    .map(last -> answers.info(last, environment))
                                    .orElseGet(JsonMembers::new);
                        })))
                .orElseGet(JsonMembers::new);
        JsonResponses.send(response, new JsonMembers().with("info", info));
    }

    @Override
    public void close() {
        sessions.close();
    }
}
