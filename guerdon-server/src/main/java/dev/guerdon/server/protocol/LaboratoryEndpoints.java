package dev.guerdon.server.protocol;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.EnvironmentProvider.Option;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import dev.guerdon.server.http.Responses;
import dev.guerdon.server.session.LaboratorySessions;
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
import org.jspecify.annotations.Nullable;

/**
 * AgentFly's protocol for ScienceWorld: every request a GET with its arguments in the query, every answer as the official container gives it.
 *
 * <p>The container has one environment. Here the query parameter {@code session} tells many apart, and {@code /close} ends one; a client
 * that knows nothing of it shares the session without a name, as it would share the container.
 */
final class LaboratoryEndpoints implements Endpoints {

    static final int PORT = 2700;
    static final Option SESSIONS = new Option("sessions", "N", "Allow N sessions at once. Default: 32.");
    private static final int MOST_SESSIONS = 32;
    private static final Status UNPROCESSABLE = Status.create(422, "Unprocessable Entity");

    private final LaboratorySessions sessions;

    LaboratoryEndpoints(EnvironmentProvider provider, Map<String, String> options) {
        int most = number(options.getOrDefault(SESSIONS.name(), String.valueOf(MOST_SESSIONS)))
                .filter(count -> count > 0)
                .orElseThrow(
                        () -> new GuerdonException("the option 'sessions' should be a number of at least 1, found '"
                                + options.get(SESSIONS.name()) + "'"));
        Map<String, String> ofProvider = new LinkedHashMap<>(options);
        ofProvider
                .keySet()
                .retainAll(provider.options().stream().map(Option::name).toList());
        ofProvider.putIfAbsent(EnvironmentProvider.COMPAT.name(), "true"); // as the official container
        provider.open(ofProvider).close(); // A missing jar or a wrong option is told before the server listens.
        sessions = new LaboratorySessions(() -> (ScienceworldEnvironment) provider.open(ofProvider), most);
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        routing.get("/health", (request, response) -> Responses.send(response, Map.of("status", "ok")));
        routing.get("/load", answering(this::load));
        routing.get("/reset", answering(this::reset));
        routing.get("/step", answering(this::step));
        routing.get("/close", answering(this::end));
        routing.any(
                (request, response) -> Responses.send(response, Status.NOT_FOUND_404, Map.of("detail", "Not Found")));
    }

    @FunctionalInterface
    private interface Answer {
        @Nullable
        Object to(ServerRequest request);
    }

    /** Whatever goes wrong in the simulator is a plain 500 there, which clients try again on. */
    private static Handler answering(Answer answer) {
        return (request, response) -> {
            try {
                Responses.send(response, answer.to(request));
            } catch (BadQuery e) {
                Responses.send(response, UNPROCESSABLE, Map.of("detail", e.details));
            } catch (LaboratorySessions.TooMany e) {
                Responses.send(
                        response, Status.SERVICE_UNAVAILABLE_503, Map.of("detail", String.valueOf(e.getMessage())));
            } catch (GuerdonException e) {
                internalError(response);
            }
        };
    }

    private static void internalError(ServerResponse response) {
        Responses.sendText(response, Status.INTERNAL_SERVER_ERROR_500, "text/plain", "Internal Server Error");
    }

    private Object load(ServerRequest request) {
        Query query = new Query(request);
        Optional<String> task = query.text("task_name");
        Optional<Integer> variation = query.wholeNumber("variation_idx");
        query.check();
        Task wanted =
                Task.of("load", "", Map.of("task_name", task.orElseThrow(), "variation_idx", variation.orElseThrow()));
        return begun(sessions.in(query.session(), session -> session.load(wanted)));
    }

    private Object reset(ServerRequest request) {
        return begun(sessions.in(new Query(request).session(), LaboratorySessions.Session::reset));
    }

    /** The official server answers a reset with observation and info as a pair. */
    private static Object begun(Step step) {
        return Map.of("observation", List.of(step.observation().text(), step.info()));
    }

    private Object step(ServerRequest request) {
        Query query = new Query(request);
        Optional<String> action = query.text("action");
        query.check();
        Step step = sessions.in(query.session(), session -> session.step(action.orElseThrow()));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("observation", step.observation().text());
        answer.put("reward", (int) step.reward());
        answer.put("done", step.done());
        answer.put("info", step.info());
        return answer;
    }

    private Object end(ServerRequest request) {
        return Map.of("closed", sessions.end(new Query(request).session()));
    }

    @Override
    public void close() {
        sessions.close();
    }

    private static Optional<Integer> number(String text) {
        try {
            return Optional.of(Integer.parseInt(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Reads the query and collects what is wrong with it in the words of the official server. */
    private static final class Query {

        private final ServerRequest request;
        private final List<Map<String, @Nullable Object>> wrong = new ArrayList<>();

        Query(ServerRequest request) {
            this.request = request;
        }

        String session() {
            return request.query().first("session").orElse("");
        }

        Optional<String> text(String name) {
            // A parameter without a value is the empty text, and the last of several counts.
            List<String> values =
                    request.query().contains(name) ? request.query().all(name) : List.of();
            if (!request.query().contains(name)) {
                complain("missing", name, "Field required", null);
                return Optional.empty();
            }
            return Optional.of(values.isEmpty() ? "" : values.getLast());
        }

        Optional<Integer> wholeNumber(String name) {
            Optional<String> text = text(name);
            Optional<Integer> value = text.flatMap(LaboratoryEndpoints::number);
            if (text.isPresent() && value.isEmpty()) {
                complain(
                        "int_parsing",
                        name,
                        "Input should be a valid integer, unable to parse string as an integer",
                        text.get());
            }
            return value;
        }

        private void complain(String type, String name, String message, @Nullable String input) {
            Map<String, @Nullable Object> detail = new LinkedHashMap<>();
            detail.put("type", type);
            detail.put("loc", List.of("query", name));
            detail.put("msg", message);
            detail.put("input", input);
            wrong.add(detail);
        }

        void check() {
            if (!wrong.isEmpty()) {
                throw new BadQuery(wrong);
            }
        }
    }

    private static final class BadQuery extends RuntimeException {

        private final transient List<Map<String, @Nullable Object>> details;

        BadQuery(List<Map<String, @Nullable Object>> details) {
            super("bad query");
            this.details = details;
        }
    }
}
