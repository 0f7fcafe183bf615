package dev.guerdon.server.environment;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import dev.guerdon.server.environment.EnvironmentSessions.SessionOptions;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.Endpoints;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.ArrayList;
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

    private static final String TASK = "task";
    private static final String VARIATION = "variation";
    private static final String SIMPLIFICATIONS = "simplifications";

    private final Map<String, String> options;
    private final boolean compat;
    private final EnvironmentSessions sessions;
    private final Callable<Environment> factory;
    private final Endpoints general;
    private final @Nullable Task given;

    LaboratoryEndpoints(
            EnvironmentProvider provider, Map<String, String> options, SessionOptions limits, boolean compat) {
        this.options = options;
        this.compat = compat;
        Map<String, String> ofProvider = EnvironmentProtocols.ofProvider(provider, options);
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
        routing.any((request, response) ->
                JsonResponses.send(response, Status.NOT_FOUND_404, Map.of("detail", "Not Found")));
    }

    @FunctionalInterface
    private interface Answer {
        Object to(ServerRequest request, ServerResponse response);
    }

    /** Whatever goes wrong in the simulator is a 500 there, which clients try again on; the body says more than theirs. */
    private Handler answering(Answer answer) {
        return (request, response) -> {
            try {
                JsonResponses.send(response, answer.to(request, response));
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
                    JsonResponses.send(
                            response,
                            Status.INTERNAL_SERVER_ERROR_500,
                            JsonResponses.error("environment_failed", String.valueOf(e.getMessage())));
                }
            }
        };
    }

    private static void internalError(ServerResponse response) {
        JsonResponses.sendText(response, Status.INTERNAL_SERVER_ERROR_500, "text/plain", "Internal Server Error");
    }

    private Object load(ServerRequest request, ServerResponse response) {
        LaboratoryQuery query = new LaboratoryQuery(request);
        Optional<String> task = query.text("task_name", options.get(TASK));
        @Nullable String usual = options.get(VARIATION);
        Optional<Integer> variation =
                query.wholeNumber("variation_idx", usual == null && options.containsKey(TASK) ? "0" : usual);
        query.check();
        JsonMembers fields =
                new JsonMembers().with("task_name", task.orElseThrow()).with("variation_idx", variation.orElseThrow());
        String simplifications = options.get(SIMPLIFICATIONS);
        if (simplifications != null) {
            fields.put(SIMPLIFICATIONS, simplifications);
        }
        Task wanted = new Task("load", List.of(), fields);
        return begun(sessions.reset(sessions.toReset(request, response), factory, session -> begin(session, wanted)));
    }

    private static Step begin(SessionWorld session, Task wanted) {
        return session.begin(wanted, environment -> ((ScienceworldEnvironment) environment).resetUnchecked(wanted));
    }

    /** Begins the loaded task again, or the one that the server was started with. */
    private Object reset(ServerRequest request, ServerResponse response) {
        Task otherwise = given;
        if (otherwise != null) {
            return begun(sessions.reset(
                    sessions.toReset(request, response),
                    factory,
                    session -> begin(session, session.task().orElse(otherwise))));
        }
        return begun(sessions.in(
                sessions.toUse(request, response),
                session -> begin(
                        session,
                        session.task()
                                .orElseThrow(() -> new GuerdonException("nothing is loaded in this session; ask for"
                                        + " /load?task_name=..&variation_idx=..")))));
    }

    /** Returns the answer to a reset: observation and info as a pair, as the official server gives it. */
    private static Object begun(Step step) {
        return Map.of("observation", List.of(step.observation().text(), step.info()));
    }

    private Object step(ServerRequest request, ServerResponse response) {
        LaboratoryQuery query = new LaboratoryQuery(request);
        Optional<String> action = query.text("action", null);
        query.check();
        Step step = sessions.in(sessions.toUse(request, response), session -> session.step(action.orElseThrow()));
        return new JsonMembers()
                .with("observation", step.observation().text())
                .with("reward", (int) step.reward())
                .with("done", step.done())
                .with("info", step.info());
    }

    private Object end(ServerRequest request, ServerResponse response) {
        return Map.of(
                "closed",
                EnvironmentSessions.ifThere(() -> sessions.end(sessions.toUse(request, response)))
                        .orElse(false));
    }

    @Override
    public void close() {
        sessions.close();
    }

    /** Reads the query and collects what is wrong with it in the words of the official server. */
    static final class LaboratoryQuery {

        private final ServerRequest request;
        private final List<JsonMembers> wrong = new ArrayList<>();

        LaboratoryQuery(ServerRequest request) {
            this.request = request;
        }

        /**
         * Returns a text.
         *
         * @param otherwise where the query has none; null where it must
         */
        Optional<String> text(String name, @Nullable String otherwise) {
            if (!request.query().contains(name)) {
                if (otherwise == null) {
                    wrong.add(FastApiBody.fault("missing", List.of("query", name), "Field required", null));
                }
                return Optional.ofNullable(otherwise);
            }
            // A parameter without a value is the empty text, and the last of several counts.
            List<String> values = request.query().all(name);
            return Optional.of(values.isEmpty() ? "" : values.getLast());
        }

        Optional<Integer> wholeNumber(String name, @Nullable String otherwise) {
            Optional<String> text = text(name, otherwise);
            Optional<Integer> value = text.flatMap(LaboratoryQuery::number);
            if (text.isPresent() && value.isEmpty()) {
                wrong.add(FastApiBody.fault(
                        "int_parsing",
                        List.of("query", name),
                        "Input should be a valid integer, unable to parse string as an integer",
                        text.get()));
            }
            return value;
        }

        private static Optional<Integer> number(String text) {
            try {
                return Optional.of(Integer.parseInt(text.strip()));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        void check() {
            if (!wrong.isEmpty()) {
                throw FastApiBody.invalid(wrong);
            }
        }
    }
}
