package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.MemberReader;
import dev.guerdon.server.http.PackedBody;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.RewardService;
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
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The routes of a resources server, also behind the prefix by which rollouts are told apart. */
final class NemoGymEndpoints implements Endpoints {

    private static final String COOKIE = "guerdon_nemo_gym";

    private final RewardService rewards;
    private final NemoGymSessions sessions = new NemoGymSessions();
    private final NemoGymEpisodes episodes;

    NemoGymEndpoints(RewardService rewards) {
        this.rewards = rewards;
        this.episodes = new NemoGymEpisodes(rewards);
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        for (String prefix : List.of("", "/ng-rollout/{rollout}")) {
            routing.post(prefix + "/seed_session", this::seed)
                    .post(prefix + "/close_session", this::closeSession)
                    .post(prefix + "/verify", this::verify)
                    .post(prefix + "/aggregate_metrics", this::aggregate)
                    .get(prefix + "/reverify_mode", this::reverify)
                    .post(prefix + "/reset", this::reset)
                    .post(prefix + "/step", this::step)
                    .post(prefix + "/close", this::close)
                    .post(prefix + "/{tool}", this::tool);
        }
    }

    @Override
    public void close() {
        sessions.clear();
        episodes.clear();
    }

    private void seed(ServerRequest request, ServerResponse response) {
        byte[] bytes = PackedBody.read(request, rewards.limits().body());
        Json body = TrainerRequest.object(request, bytes);
        boolean isTyped = body.find("resources_session_id").isPresent();
        Map<String, @Nullable Object> row = isTyped ? object(body, "task_data").asMap() : body.asMap();
        Optional<ServedEnvironment> environment = episodes.environment(row);
        if (!isTyped) {
            if (environment.isPresent()) {
                begin(environment.get(), row, request, response);
            } else {
                // All that a verdict needs comes with its request.
                keepCookie(request, response, true);
            }
            JsonResponses.send(response, Map.of());
            return;
        }
        String session = TrainerRequest.text(body, "resources_session_id");
        boolean isNew = sessions.seed(
                session, episode(body), row, bytes.length, rewards.limits().queueBytes());
        if (isNew && environment.isPresent()) {
            try {
                String played = begin(environment.get(), row, request, response);
                if (!sessions.plays(session, played)) {
                    episodes.end(episodes.client(request), played);
                    throw closed(session);
                }
            } catch (RuntimeException e) {
                sessions.forget(session);
                throw e;
            }
        } else {
            sendCookie(response, sessions.played(session).orElseGet(() -> cookie(request)));
        }
        JsonResponses.send(
                response,
                new JsonMembers()
                        .with("resources_session_id", session)
                        .with("resources_tools", null)
                        .with("sandbox_access", null));
    }

    /** Begins the episode of a row, and tells the name of its session in the cookie. */
    private String begin(
            ServedEnvironment environment,
            Map<String, @Nullable Object> row,
            ServerRequest request,
            ServerResponse response) {
        String id = episodes.begin(episodes.client(request), environment, row)
                .handle()
                .id();
        sendCookie(response, id);
        return id;
    }

    private void closeSession(ServerRequest request, ServerResponse response) {
        Json body = body(request);
        String session = TrainerRequest.text(body, "resources_session_id");
        sessions.played(session).ifPresent(played -> episodes.end(episodes.client(request), played));
        sessions.close(session);
        keepCookie(request, response, false);
        JsonResponses.send(response, Map.of("resources_session_id", session));
    }

    private void verify(ServerRequest request, ServerResponse response) {
        byte[] bytes = JsonResponses.peek(request, rewards.limits().body());
        Json body = TrainerRequest.object(request, bytes);
        keepCookie(request, response, false);
        Map<String, @Nullable Object> row = row(body);
        Score score;
        if (episodes.environment(row).isPresent()) {
            String session = sessions.playedIn(episode(body)).orElseGet(() -> cookie(request));
            score = episodes.verdict(episodes.client(request), session, NemoGymRow.finalResponse(row));
        } else {
            TrainerRequest asked = TrainerRequest.of(rewards, request);
            score = asked.score(NemoGymRow.sample(asked, row));
        }
        JsonResponses.send(response, NemoGymRow.answer(row, score));
    }

    /** Returns the row as a verdict needs it: as it came, or put together from the seed of its episode and the output to verify. */
    private Map<String, @Nullable Object> row(Json body) {
        if (body.find("verification_input").isEmpty()) {
            return body.asMap();
        }
        Map<String, @Nullable Object> row = new LinkedHashMap<>(sessions.taskData(episode(body)));
        row.putAll(object(body, "verification_input").asMap());
        body.find("episode_id").ifPresent(episode -> row.put("episode_id", episode.value()));
        body.find("task_id").ifPresent(task -> row.put("task_id", task.value()));
        return row;
    }

    private void aggregate(ServerRequest request, ServerResponse response) {
        List<Json> rows = MemberReader.of(body(request)).list("verify_responses");
        keepCookie(request, response, false);
        JsonResponses.send(
                response, NemoGymMetrics.of(rows.stream().map(Json::asMap).toList()));
    }

    private void reverify(ServerRequest request, ServerResponse response) {
        keepCookie(request, response, false);
        JsonResponses.send(response, episodes.reverifyMode());
    }

    /** Calls a tool of the environment in the cookie's session; leaves a path of another protocol if there is none. */
    private void tool(ServerRequest request, ServerResponse response) {
        String name = request.path().pathParameters().get("tool");
        Optional<EnvironmentHandle> handle = episodes.find(episodes.client(request), cookie(request));
        if (handle.isEmpty()
                || handle.get().environment().tools().stream()
                        .map(ServedTool::name)
                        .noneMatch(name::equals)) {
            response.next();
            return;
        }
        keepCookie(request, response, false);
        byte[] bytes = PackedBody.read(request, rewards.limits().body());
        Map<String, @Nullable Object> arguments = bytes.length == 0
                ? Map.of()
                : TrainerRequest.object(request, bytes).asMap();
        // The body of the answer is what the model sees, also where the call was wrong.
        JsonResponses.sendText(
                response,
                Status.OK_200,
                "text/plain",
                handle.get().call(name, arguments).step().observation().text());
    }

    private void reset(ServerRequest request, ServerResponse response) {
        Optional<Json> body = own(request, response);
        if (body.isEmpty()) {
            return;
        }
        Map<String, @Nullable Object> row = body.get().asMap();
        ServedEnvironment environment =
                episodes.environment(row).orElseGet(() -> rewards.environments().environment(""));
        String client = episodes.client(request);
        episodes.end(client, cookie(request));
        NemoGymEpisodes.Begun begun = episodes.begin(client, environment, row);
        sendCookie(response, begun.handle().id());
        JsonResponses.send(response, NemoGymGymnasium.reset(begun.first(), row));
    }

    private void step(ServerRequest request, ServerResponse response) {
        Optional<EnvironmentHandle> handle = episodes.find(episodes.client(request), cookie(request));
        Optional<Json> body = own(request, response);
        if (body.isEmpty()) {
            return;
        }
        keepCookie(request, response, false);
        EnvironmentHandle found = handle.orElseThrow(() -> new ServeException(
                404, "unknown_session", "there is no session for this request: reset first, and keep the cookie"));
        Map<String, @Nullable Object> answer = NemoGymGymnasium.step(found, body.get());
        if (Boolean.TRUE.equals(answer.get("terminated")) || Boolean.TRUE.equals(answer.get("truncated"))) {
            found.close();
        }
        JsonResponses.send(response, answer);
    }

    private void close(ServerRequest request, ServerResponse response) {
        if (cookie(request).isEmpty()) {
            response.next();
            return;
        }
        episodes.end(episodes.client(request), cookie(request));
        keepCookie(request, response, false);
        JsonResponses.send(response, Map.of());
    }

    /** Returns the body, if it is one of this protocol's; else the request is left to another protocol with the same path. */
    private Optional<Json> own(ServerRequest request, ServerResponse response) {
        byte[] bytes = JsonResponses.peek(request, rewards.limits().body());
        // A word that every row has is looked for first: what other protocols send is not read twice.
        if (new String(bytes, StandardCharsets.UTF_8).contains("\"responses_create_params\"")) {
            Json body = TrainerRequest.object(request, bytes);
            if (NemoGymRow.isOne(body)) {
                return Optional.of(body);
            }
        }
        response.next();
        return Optional.empty();
    }

    private Json body(ServerRequest request) {
        return TrainerRequest.object(
                request, PackedBody.read(request, rewards.limits().body()));
    }

    private static Json object(Json body, String name) {
        Json value = body.find(name).orElse(new Json(Map.of()));
        if (!value.isObject()) {
            throw ServeException.expected("an object as '" + name + "'", value.kind());
        }
        return value;
    }

    /** Returns the name of an episode: of an object, the rollout and which attempt of it; empty if there is none. */
    private static String episode(Json body) {
        Json episode = body.find("episode_id").orElse(new Json(""));
        if (!episode.isObject()) {
            return TrainerRequest.text(body, "episode_id");
        }
        Json attempt = episode.find("attempt").orElse(new Json(0));
        if (!(attempt.value() instanceof Integer) && !(attempt.value() instanceof Long)) {
            throw ServeException.expected("a whole number as 'attempt' of 'episode_id'", attempt.kind());
        }
        return TrainerRequest.text(episode, "rollout_id") + " attempt " + attempt.asLong();
    }

    /** Returns the cookie that a request brings; empty where it brings none of ours. */
    private static String cookie(ServerRequest request) {
        String cookie = request.headers().cookies().first(COOKIE).orElse("");
        return cookie.matches("[0-9a-f-]{32,36}") ? cookie : "";
    }

    /** Sends the cookie again each time: the client keeps only those of the last answer. */
    private static void keepCookie(ServerRequest request, ServerResponse response, boolean fresh) {
        String cookie = cookie(request);
        sendCookie(response, cookie.isEmpty() && fresh ? UUID.randomUUID().toString() : cookie);
    }

    private static void sendCookie(ServerResponse response, String cookie) {
        if (!cookie.isEmpty()) {
            response.header(HeaderNames.SET_COOKIE, COOKIE + "=" + cookie + "; Path=/; HttpOnly; SameSite=Lax");
        }
    }

    /** Returns a seed for a session that is closed. */
    static ServeException closed(String session) {
        return new ServeException(
                409, "session_closed", "the session '" + session + "' is closed; a new episode needs a new session");
    }
}
