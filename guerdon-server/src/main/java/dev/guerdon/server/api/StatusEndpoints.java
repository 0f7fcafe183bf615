package dev.guerdon.server.api;

import dev.guerdon.api.Internal;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.server.http.Responses;
import dev.guerdon.server.scoring.MetricsText;
import dev.guerdon.server.scoring.Scoring;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.RewardProtocol;
import dev.guerdon.server.spi.ServedReward;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a server says of itself: what it serves, whether it lives, whether it takes requests, and what it has counted. */
@Internal
public final class StatusEndpoints implements Endpoints {

    /** What answers without a token: a probe has none, and learns nothing but whether the server works. */
    public static final Set<String> OPEN = Set.of("/healthz", "/readyz");

    private final Scoring scoring;
    private final List<RewardProtocol> protocols;

    public StatusEndpoints(Scoring scoring, List<RewardProtocol> protocols) {
        this.scoring = scoring;
        this.protocols = List.copyOf(protocols);
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        routing.get("/healthz", (request, response) -> Responses.send(response, Map.of("status", "ok")));
        routing.get("/readyz", this::ready);
        routing.get("/metrics", this::metrics);
        routing.get("/v1/rewards", this::rewards);
        routing.get("/v1/rewards/{reward}", this::reward);
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    private void ready(ServerRequest request, ServerResponse response) {
        if (scoring.isDraining()) {
            response.header(HeaderNames.RETRY_AFTER, "5");
            Responses.send(response, Status.SERVICE_UNAVAILABLE_503, Map.of("status", "draining"));
        } else {
            Responses.send(response, Map.of("status", "ready"));
        }
    }

    private void metrics(ServerRequest request, ServerResponse response) {
        response.header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8");
        response.send(MetricsText.of(scoring).getBytes(StandardCharsets.UTF_8));
    }

    private void rewards(ServerRequest request, ServerResponse response) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put(
                "rewards",
                scoring.rewards().stream().map(StatusEndpoints::described).toList());
        answer.put(
                "protocols",
                protocols.stream()
                        .map(protocol -> Map.of(
                                "name",
                                protocol.name(),
                                "description",
                                protocol.description(),
                                "unscored",
                                protocol.unscored()))
                        .toList());
        Responses.send(response, answer);
    }

    private void reward(ServerRequest request, ServerResponse response) {
        Responses.send(
                response,
                described(scoring.reward(request.path().pathParameters().get("reward"))));
    }

    private static Map<String, @Nullable Object> described(ServedReward served) {
        RewardEntry reward = served.reward();
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("name", served.name());
        out.put("reward", reward.label());
        out.put("description", reward.description());
        out.put("family", reward.family());
        out.put("deadline", served.deadline().toNanos() / 1e9);
        out.put("fallback", served.fallback());
        out.put("isolated", served.isolated());
        List<Object> fields = new ArrayList<>();
        reward.inputs().orElse(List.of()).forEach(input -> {
            Map<String, Object> field = new LinkedHashMap<>();
            field.put("name", input.name());
            field.put("type", input.type());
            field.put("required", input.required());
            fields.add(field);
        });
        out.put("fields", reward.inputs().isPresent() ? fields : null);
        out.put("example", reward.example());
        return out;
    }
}
