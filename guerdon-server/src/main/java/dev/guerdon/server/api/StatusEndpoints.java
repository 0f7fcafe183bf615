package dev.guerdon.server.api;

import dev.guerdon.api.Internal;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.server.http.Responses;
import dev.guerdon.server.scoring.MetricsText;
import dev.guerdon.server.scoring.Scoring;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.RewardProtocol;
import dev.guerdon.server.spi.ServedEnvironment;
import dev.guerdon.server.spi.ServedReward;
import dev.guerdon.server.spi.ServedTool;
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
    private final EnvironmentService environments;
    private final List<RewardProtocol> protocols;

    public StatusEndpoints(Scoring scoring, EnvironmentService environments, List<RewardProtocol> protocols) {
        this.scoring = scoring;
        this.environments = environments;
        this.protocols = List.copyOf(protocols);
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        routing.get("/healthz", (request, response) -> Responses.send(response, Map.of("status", "ok")));
        routing.get("/readyz", this::ready);
        routing.get("/metrics", this::metrics);
        routing.get("/v1/rewards", this::rewards);
        routing.get("/v1/rewards/{reward}", this::reward);
        routing.get("/v1/environments", this::environments);
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
        response.send((MetricsText.of(scoring) + sessions()).getBytes(StandardCharsets.UTF_8));
    }

    /** How many sessions each environment has and may have; their names need no escaping. */
    private String sessions() {
        StringBuilder text = new StringBuilder();
        text.append("# HELP guerdon_environment_sessions Sessions of an environment that are open.\n")
                .append("# TYPE guerdon_environment_sessions gauge\n");
        StringBuilder most = new StringBuilder();
        most.append("# HELP guerdon_environment_sessions_most Sessions that an environment may have.\n")
                .append("# TYPE guerdon_environment_sessions_most gauge\n");
        for (ServedEnvironment each : environments.environments()) {
            EnvironmentService.Capacity capacity = environments.capacity(each);
            String label = "{environment=\"" + each.name() + "\"} ";
            text.append("guerdon_environment_sessions")
                    .append(label)
                    .append(capacity.active())
                    .append('\n');
            most.append("guerdon_environment_sessions_most")
                    .append(label)
                    .append(capacity.most())
                    .append('\n');
        }
        return text.append(most).toString();
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
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("environments", all);
        Responses.send(response, answer);
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
