package dev.guerdon.server.scoring;

import dev.guerdon.core.RewardEntry;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentService;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Endpoints by which a server tells of itself: what it serves, as a page, too; whether it lives, whether it takes requests, and what it has counted.
 */
final class StatusEndpoints implements Endpoints {

    /** The page runs its own script from its own address, and nothing else; nobody may frame it. */
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

    /** A small page that says what is served and lets a person try it, and the description of the API for programs. */
    private static void page(HttpRouting.Builder routing, String path, String resource, String type) {
        byte[] bytes = JsonResponses.resource(StatusEndpoints.class, resource);
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
        List<Object> all = new ArrayList<>();
        for (ServedEnvironment each : environments.environments()) {
            Map<String, @Nullable Object> out = new LinkedHashMap<>();
            EnvironmentService.Capacity capacity = environments.capacity(each);
            out.put("name", each.name());
            out.put("environment", each.kind());
            out.put("description", each.description());
            out.put("splits", each.splits());
            out.put("tools", each.tools().stream().map(ServedTool::name).toList());
            out.put("reward", each.reward().isEmpty() ? null : each.reward());
            out.put("active_sessions", capacity.active());
            out.put("max_sessions", capacity.most());
            out.put("idle", each.idle().toNanos() / 1e9);
            out.put("deadline", each.deadline().toNanos() / 1e9);
            all.add(out);
        }
        JsonResponses.send(response, new JsonMembers().with("environments", all));
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

    private static Map<String, @Nullable Object> described(ServedReward served) {
        RewardEntry reward = served.reward();
        JsonMembers out = new JsonMembers()
                .with("name", served.name())
                .with("reward", reward.label())
                .with("description", reward.description())
                .with("family", reward.family())
                .with("deadline", served.deadline().toNanos() / 1e9)
                .with("fallback", served.fallback())
                .with("isolated", served.isolated());
        List<Object> fields = new ArrayList<>();
        reward.inputs().orElse(List.of()).forEach(input -> {
            JsonMembers field = new JsonMembers()
                    .with("name", input.name())
                    .with("type", input.type())
                    .with("required", input.required());
            fields.add(field);
        });
        out.put("fields", reward.inputs().isPresent() ? fields : null);
        out.put("example", reward.example());
        return out;
    }
}
