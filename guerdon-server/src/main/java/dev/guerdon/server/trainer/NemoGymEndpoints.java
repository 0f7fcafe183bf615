package dev.guerdon.server.trainer;

import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.server.http.Responses;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.RewardService;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The routes of a resources server, also behind the prefix by which rollouts are told apart. */
final class NemoGymEndpoints implements Endpoints {

    private static final String COOKIE = "guerdon_nemo_gym";

    private final RewardService rewards;
    private final NemoGymSessions sessions = new NemoGymSessions();

    NemoGymEndpoints(RewardService rewards) {
        this.rewards = rewards;
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        for (String prefix : List.of("", "/ng-rollout/{rollout}")) {
            routing.post(prefix + "/seed_session", this::seed)
                    .post(prefix + "/close_session", this::closeSession)
                    .post(prefix + "/verify", this::verify)
                    .post(prefix + "/aggregate_metrics", this::aggregate)
                    .get(prefix + "/reverify_mode", this::reverify);
        }
    }

    @Override
    public void close() {
        sessions.clear();
    }

    private void seed(ServerRequest request, ServerResponse response) {
        Asked asked = Asked.of(rewards, request);
        keepCookie(request, response, true);
        if (asked.body().find("resources_session_id").isEmpty()) {
            // All that a verdict needs comes with its request.
            Responses.send(response, Map.of());
            return;
        }
        String session = asked.text("resources_session_id");
        sessions.seed(
                session,
                asked.text("episode_id"),
                object(asked.body(), "task_data").asMap(),
                asked.bytes(),
                rewards.limits().queueBytes());
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("resources_session_id", session);
        answer.put("resources_tools", null);
        answer.put("sandbox_access", null);
        Responses.send(response, answer);
    }

    private void closeSession(ServerRequest request, ServerResponse response) {
        Asked asked = Asked.of(rewards, request);
        String session = asked.text("resources_session_id");
        sessions.close(session);
        keepCookie(request, response, false);
        Responses.send(response, Map.of("resources_session_id", session));
    }

    private void verify(ServerRequest request, ServerResponse response) {
        Asked asked = Asked.of(rewards, request);
        keepCookie(request, response, false);
        Map<String, @Nullable Object> row = row(asked.body());
        Score score = asked.score(NemoGymRow.sample(asked.reward().reward(), row));
        Responses.send(response, NemoGymRow.answer(row, score));
    }

    /** The row as a verdict needs it: as it came, or put together from the seed of its episode and the output to verify. */
    private Map<String, @Nullable Object> row(Json body) {
        if (body.find("verification_input").isEmpty()) {
            return body.asMap();
        }
        Json episode = body.find("episode_id").orElse(new Json(""));
        Map<String, @Nullable Object> row = new LinkedHashMap<>(sessions.taskData(String.valueOf(episode.value())));
        row.putAll(object(body, "verification_input").asMap());
        row.put("episode_id", episode.value());
        body.find("task_id").ifPresent(task -> row.put("task_id", task.value()));
        return row;
    }

    private void aggregate(ServerRequest request, ServerResponse response) {
        Asked asked = Asked.of(rewards, request);
        Json rows = asked.body().find("verify_responses").orElse(new Json(null));
        if (!rows.isList()) {
            throw Asked.wrong("a list as 'verify_responses'", rows.kind());
        }
        keepCookie(request, response, false);
        Responses.send(
                response,
                NemoGymMetrics.of(rows.asList().stream().map(Json::asMap).toList()));
    }

    private void reverify(ServerRequest request, ServerResponse response) {
        keepCookie(request, response, false);
        Responses.send(response, "stateless");
    }

    private static Json object(Json body, String name) {
        Json value = body.find(name).orElse(new Json(Map.of()));
        if (!value.isObject()) {
            throw Asked.wrong("an object as '" + name + "'", value.kind());
        }
        return value;
    }

    /** Sends the cookie again each time: the client keeps only those of the last answer. */
    private static void keepCookie(ServerRequest request, ServerResponse response, boolean fresh) {
        String cookie = request.headers().cookies().first(COOKIE).orElse("");
        boolean ours = cookie.matches("[0-9a-f-]{36}");
        if (ours || fresh) {
            response.header(
                    HeaderNames.SET_COOKIE,
                    COOKIE + "=" + (ours ? cookie : UUID.randomUUID()) + "; Path=/; HttpOnly; SameSite=Lax");
        }
    }

    /** A seed for a session that is closed. */
    static ServeException closed(String session) {
        return new ServeException(
                409, "session_closed", "the session '" + session + "' is closed; a new episode needs a new session");
    }
}
