package dev.guerdon.server.protocol;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import dev.guerdon.server.http.Responses;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.session.EnvironmentSessions;
import dev.guerdon.server.session.Session;
import dev.guerdon.server.session.SessionOptions;
import dev.guerdon.server.spi.Endpoints;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * AgentFly's protocol for ScienceWorld: every request a GET with its arguments in the query, every answer as the official container gives it.
 *
 * <p>The container has one environment; here every session has one. Where the server was started with a task, a client may leave it
 * out.
 */
final class LaboratoryEndpoints implements Endpoints {

    static final int PORT = 2700;
    static final int MOST_SESSIONS = 200;
    private static final String TASK = "task";
    private static final String VARIATION = "variation";
    private static final String SIMPLIFICATIONS = "simplifications";
    private static final Status UNPROCESSABLE = Status.create(422, "Unprocessable Entity");

    private final Map<String, String> options;
    private final boolean compat;
    private final EnvironmentSessions sessions;
    private final Callable<Environment> factory;
    private final Endpoints general;
    private final @Nullable Task given;

    LaboratoryEndpoints(EnvironmentProvider provider, Map<String, String> options) {
        this.options = options;
        this.compat = Compat.asked(options);
        SessionOptions limits = SessionOptions.of(options, MOST_SESSIONS);
        Map<String, String> ofProvider = GenericProtocol.ofProvider(provider, options);
        ofProvider.remove(EnvironmentProvider.COMPAT.name());
        Map<String, String> asContainer = new LinkedHashMap<>(ofProvider);
        asContainer.put(
                EnvironmentProvider.COMPAT.name(), "true"); // as the official container, which plays on after the end
        provider.open(asContainer).close(); // A missing jar or a wrong option is told before the server listens.
        boolean named = options.containsKey(TASK) || options.containsKey(VARIATION);
        this.given = named || options.containsKey(SIMPLIFICATIONS) ? provider.task(ofProvider) : null;
        this.factory = () -> provider.open(asContainer);
        this.sessions = new EnvironmentSessions(limits);
        this.general = new GenericEndpoints(provider, ofProvider, sessions, List.of(GenericEndpoints.BESIDE));
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        for (String prefix : List.of("", "/sessions/{" + EnvironmentSessions.PATH_PARAMETER + "}")) {
            routing.get(prefix + "/health", answering((request, response) -> {
                sessions.greet(request, response);
                return Map.of("status", "ok");
            }));
            routing.get(prefix + "/load", answering(this::load));
            routing.get(prefix + "/reset", answering(this::reset));
            routing.get(prefix + "/step", answering(this::step));
            routing.get(prefix + "/close", answering(this::end));
        }
        general.addTo(routing);
        routing.any(
                (request, response) -> Responses.send(response, Status.NOT_FOUND_404, Map.of("detail", "Not Found")));
    }

    @FunctionalInterface
    private interface Answer {
        Object to(ServerRequest request, ServerResponse response);
    }

    /** Whatever goes wrong in the simulator is a 500 there, which clients try again on; the body says more than theirs. */
    private Handler answering(Answer answer) {
        return (request, response) -> {
            try {
                Responses.send(response, answer.to(request, response));
            } catch (LaboratoryQuery.BadQuery e) {
                Responses.send(response, UNPROCESSABLE, Map.of("detail", e.details()));
            } catch (ServeException e) {
                if (compat && e.kind().equals(EnvironmentSessions.UNKNOWN)) {
                    internalError(response);
                } else {
                    throw e;
                }
            } catch (GuerdonException e) {
                if (compat) {
                    internalError(response);
                } else {
                    Responses.send(
                            response,
                            Status.INTERNAL_SERVER_ERROR_500,
                            Responses.error("environment_failed", String.valueOf(e.getMessage())));
                }
            }
        };
    }

    private static void internalError(ServerResponse response) {
        Responses.sendText(response, Status.INTERNAL_SERVER_ERROR_500, "text/plain", "Internal Server Error");
    }

    private Object load(ServerRequest request, ServerResponse response) {
        LaboratoryQuery query = new LaboratoryQuery(request);
        Optional<String> task = query.text("task_name", options.get(TASK));
        @Nullable String usual = options.get(VARIATION);
        Optional<Integer> variation =
                query.wholeNumber("variation_idx", usual == null && options.containsKey(TASK) ? "0" : usual);
        query.check();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("task_name", task.orElseThrow());
        fields.put("variation_idx", variation.orElseThrow());
        String simplifications = options.get(SIMPLIFICATIONS);
        if (simplifications != null) {
            fields.put(SIMPLIFICATIONS, simplifications);
        }
        Task wanted = new Task("load", List.of(), fields);
        return begun(sessions.reset(request, response, factory, session -> begin(session, wanted)));
    }

    private static Step begin(Session session, Task wanted) {
        return session.begin(wanted, environment -> ((ScienceworldEnvironment) environment).resetUnchecked(wanted));
    }

    /** Begins the loaded task again, or the one that the server was started with. */
    private Object reset(ServerRequest request, ServerResponse response) {
        Task otherwise = given;
        if (otherwise != null) {
            return begun(sessions.reset(
                    request,
                    response,
                    factory,
                    session -> begin(session, session.task().orElse(otherwise))));
        }
        return begun(
                sessions.in(
                        request,
                        response,
                        session -> begin(
                                session,
                                session.task()
                                        .orElseThrow(
                                                () -> new GuerdonException(
                                                        "nothing is loaded in this session; ask for /load?task_name=..&variation_idx=..")))));
    }

    /** The official server answers a reset with observation and info as a pair. */
    private static Object begun(Step step) {
        return Map.of("observation", List.of(step.observation().text(), step.info()));
    }

    private Object step(ServerRequest request, ServerResponse response) {
        LaboratoryQuery query = new LaboratoryQuery(request);
        Optional<String> action = query.text("action", null);
        query.check();
        Step step = sessions.in(request, response, session -> session.step(action.orElseThrow()));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("observation", step.observation().text());
        answer.put("reward", (int) step.reward());
        answer.put("done", step.done());
        answer.put("info", step.info());
        return answer;
    }

    private Object end(ServerRequest request, ServerResponse response) {
        try {
            return Map.of("closed", sessions.end(request, response));
        } catch (ServeException e) {
            if (e.kind().equals(EnvironmentSessions.UNKNOWN)) {
                return Map.of("closed", false);
            }
            throw e;
        }
    }

    @Override
    public void close() {
        sessions.close();
    }
}
