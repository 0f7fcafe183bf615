package dev.guerdon.server.scoring;

import dev.guerdon.api.Score;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.EnvironmentService.Capacity;
import dev.guerdon.server.spi.RewardProtocol;
import dev.guerdon.server.spi.RewardService.ServedReward;
import dev.guerdon.server.spi.ServedEnvironment;
import dev.guerdon.server.spi.ServedEnvironment.ServedTool;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Endpoints by which a server tells of itself: what it serves, as a page, too; whether it lives, whether it takes requests, and what it has
 * counted.
 */
final class StatusEndpoints implements Endpoints {

    /** The page runs its own script from its own address, and nothing else; it may not be framed. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final ScoringService scoring;
    private final EnvironmentService environments;
    private final List<RewardProtocol> protocols;

    StatusEndpoints(ScoringService scoring, EnvironmentService environments, List<RewardProtocol> protocols) {
        this.scoring = scoring;
        this.environments = environments;
        this.protocols = List.copyOf(protocols);
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        page(routing, "/", "page.html", "text/html; charset=utf-8");
        page(routing, "/page.css", "page.css", "text/css; charset=utf-8");
        page(routing, "/page.js", "page.js", "text/javascript; charset=utf-8");
        page(routing, "/openapi.json", "openapi.json", "application/json");
        routing.get("/healthz", (request, response) -> JsonResponses.send(response, Map.of("status", "ok")));
        routing.get("/readyz", this::ready);
        routing.get("/metrics", this::metrics);
        routing.get("/v1/rewards", this::rewards);
        routing.get("/v1/rewards/{reward}", this::reward);
        routing.get("/v1/environments", this::environments);
    }

    /** Adds a small page that says what is served and lets a person try it, and the description of the API for programs. */
    private static void page(HttpRouting.Builder routing, String path, String resource, String type) {
        byte[] bytes = Utf8.resource(StatusEndpoints.class, resource).getBytes(StandardCharsets.UTF_8);
        routing.get(
                path,
                (request, response) -> response.header(HeaderNames.CONTENT_TYPE, type)
                        .header(HeaderNames.create("Content-Security-Policy"), POLICY)
                        .header(HeaderNames.create("X-Content-Type-Options"), "nosniff")
                        .header(HeaderNames.create("Referrer-Policy"), "no-referrer")
                        .header(HeaderNames.CACHE_CONTROL, "no-cache")
                        .send(bytes));
    }

    private void ready(ServerRequest request, ServerResponse response) {
        if (scoring.isDraining()) {
            response.header(HeaderNames.RETRY_AFTER, "5");
            JsonResponses.send(response, Status.SERVICE_UNAVAILABLE_503, Map.of("status", "draining"));
        } else {
            JsonResponses.send(response, Map.of("status", "ready"));
        }
    }

    private void metrics(ServerRequest request, ServerResponse response) {
        response.header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8");
        response.send(MetricsText.of(scoring, environments).getBytes(StandardCharsets.UTF_8));
    }

    private void environments(ServerRequest request, ServerResponse response) {
        List<JsonMembers> all =
                environments.environments().stream().map(this::described).toList();
        JsonResponses.send(response, new JsonMembers().with("environments", all));
    }

    private JsonMembers described(ServedEnvironment each) {
        EnvironmentService.Capacity capacity = environments.capacity(each);
        return new JsonMembers()
                .with("name", each.name())
                .with("environment", each.kind())
                .with("description", each.description())
                .with("splits", each.splits())
                .with("tools", each.tools().stream().map(ServedTool::name).toList())
                .with("reward", each.reward().isEmpty() ? null : each.reward())
                .with("active_sessions", capacity.active())
                .with("max_sessions", capacity.most())
                .with("idle", each.idle().toNanos() / 1e9)
                .with("deadline", each.deadline().toNanos() / 1e9);
    }

    private void rewards(ServerRequest request, ServerResponse response) {
        JsonResponses.send(
                response,
                new JsonMembers()
                        .with(
                                "rewards",
                                scoring.rewards().stream()
                                        .map(StatusEndpoints::described)
                                        .toList())
                        .with(
                                "protocols",
                                protocols.stream()
                                        .map(protocol -> new JsonMembers()
                                                .with("name", protocol.name())
                                                .with("description", protocol.description())
                                                .with("unscored", protocol.unscored()))
                                        .toList()));
    }

    private void reward(ServerRequest request, ServerResponse response) {
        JsonResponses.send(
                response,
                described(scoring.reward(request.path().pathParameters().get("reward"))));
    }

    private static JsonMembers described(ServedReward served) {
        RewardEntry reward = served.reward();
        List<JsonMembers> fields = reward.inputs().orElse(List.of()).stream()
                .map(input -> new JsonMembers()
                        .with("name", input.name())
                        .with("type", input.type())
                        .with("required", input.required()))
                .toList();
        return new JsonMembers()
                .with("name", served.name())
                .with("reward", reward.label())
                .with("description", reward.description())
                .with("family", reward.family())
                .with("deadline", served.deadline().toNanos() / 1e9)
                .with("fallback", served.fallback())
                .with("isolated", served.isolated())
                .with("fields", reward.inputs().isPresent() ? fields : null)
                .with("example", reward.example());
    }

    /** Counts of a server, in the text format of Prometheus. */
    static final class MetricsText {

        private final StringBuilder out = new StringBuilder();

        /** Returns the metrics of a server now. */
        static String of(ScoringService scoring, EnvironmentService environments) {
            MetricsText text = new MetricsText();
            text.rewards(scoring.statsByName());
            text.queue(scoring);
            text.sessions(environments);
            return text.out.toString();
        }

        private void rewards(Map<String, RewardStats> stats) {
            head("guerdon_samples_total", "counter", "Samples answered, by reward and outcome (scored, or why not).");
            stats.forEach((name, each) -> {
                line("guerdon_samples_total", label("reward", name) + ",outcome=\"scored\"", each.scored());
                for (Map.Entry<Score.Reason, Long> reason : each.reasons().entrySet()) {
                    String outcome = reason.getKey().name().toLowerCase(Locale.ROOT);
                    line(
                            "guerdon_samples_total",
                            label("reward", name) + ",outcome=\"" + outcome + "\"",
                            reason.getValue());
                }
            });
            head("guerdon_call_seconds", "histogram", "Time of the calls of a reward, without waiting for their turn.");
            stats.forEach((name, each) -> {
                long[] counts = each.durations();
                long sum = 0;
                for (int i = 0; i < counts.length; i++) {
                    sum += counts[i];
                    String most = i < RewardStats.CLASSES.length ? number(RewardStats.CLASSES[i]) : "+Inf";
                    line("guerdon_call_seconds_bucket", label("reward", name) + ",le=\"" + most + "\"", sum);
                }
                out.append("guerdon_call_seconds_sum{")
                        .append(label("reward", name))
                        .append("} ")
                        .append(number(each.totalSeconds()))
                        .append('\n');
                line("guerdon_call_seconds_count", label("reward", name), sum);
            });
            head("guerdon_slow_calls_total", "counter", "Calls that took longer than limits.slow.");
            stats.forEach((name, each) -> line("guerdon_slow_calls_total", label("reward", name), each.slowCalls()));
        }

        private void queue(ScoringService scoring) {
            head("guerdon_waiting_pieces", "gauge", "Pieces of requests that wait for their turn, by reward.");
            scoring.generation()
                    .engines()
                    .forEach(engine -> line(
                            "guerdon_waiting_pieces",
                            label("reward", engine.served().name()),
                            engine.gate().waiting()));
            head("guerdon_stuck_calls", "gauge", "Calls that passed their deadline and still run in this process.");
            scoring.generation()
                    .engines()
                    .forEach(engine -> line(
                            "guerdon_stuck_calls",
                            label("reward", engine.served().name()),
                            engine.stuckCalls()));
            single(
                    "guerdon_queue_samples",
                    "gauge",
                    "Samples that wait or are worked on.",
                    scoring.admission().samples());
            single(
                    "guerdon_queue_bytes",
                    "gauge",
                    "Bytes of their requests.",
                    scoring.admission().bytes());
            single("guerdon_refused_total", "counter", "Requests refused with 429 or 503.", scoring.refused());
            single("guerdon_requests", "gauge", "Requests for scores under way.", scoring.underWay());
            single("guerdon_requests_total", "counter", "Requests for scores since the start.", scoring.requests());
            single("guerdon_reloads_total", "counter", "How often the definition was read again.", scoring.reloads());
        }

        /** Writes the number of sessions that each environment has and may have. */
        private void sessions(EnvironmentService environments) {
            Map<String, Capacity> capacities = new LinkedHashMap<>();
            environments.environments().forEach(each -> capacities.put(each.name(), environments.capacity(each)));
            head("guerdon_environment_sessions", "gauge", "Sessions of an environment that are open.");
            capacities.forEach(
                    (name, each) -> line("guerdon_environment_sessions", label("environment", name), each.active()));
            head("guerdon_environment_sessions_most", "gauge", "Sessions that an environment may have.");
            capacities.forEach(
                    (name, each) -> line("guerdon_environment_sessions_most", label("environment", name), each.most()));
        }

        private void single(String name, String type, String help, long value) {
            head(name, type, help);
            out.append(name).append(' ').append(value).append('\n');
        }

        private void head(String name, String type, String help) {
            out.append("# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n");
        }

        private void line(String name, String labels, long value) {
            out.append(name)
                    .append('{')
                    .append(labels)
                    .append("} ")
                    .append(value)
                    .append('\n');
        }

        private static String label(String kind, String name) {
            return kind + "=\""
                    + name.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
        }

        private static String number(double value) {
            return value == Math.rint(value) && Math.abs(value) < 1e15
                    ? String.valueOf((long) value)
                    : String.valueOf(value);
        }
    }
}
