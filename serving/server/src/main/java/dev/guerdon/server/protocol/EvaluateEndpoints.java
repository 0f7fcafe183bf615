package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.MemberReader;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.RewardService;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The endpoint of eval-protocol's remote reward functions. */
record EvaluateEndpoints(RewardService rewards) implements Endpoints {

    /** The first parts of its paths; its clients get 401 without a key, and 403 for a wrong one. */
    static final Set<String> PATHS = Set.of("evaluate", "reward");

    /** The members of a body that are no further fields. */
    private static final Set<String> OWN = Set.of("messages", "original_messages", "ground_truth", "kwargs");

    @Override
    public void addTo(HttpRouting.Builder routing) {
        routing.post("/evaluate", this::evaluate)
                .post("/evaluate/{reward}", this::evaluate)
                .post("/reward", this::reward)
                .post("/reward/{reward}", this::reward);
        routing.get("/health", this::health);
    }

    private void health(ServerRequest request, ServerResponse response) {
        if (!rewards.environments().environments().isEmpty()) {
            response.next(); // OpenEnv's clients read another word there, and ours read none
            return;
        }
        JsonResponses.send(
                response,
                Map.of("status", "ok", "reward_function", rewards.reward("").name()));
    }

    private void evaluate(ServerRequest request, ServerResponse response) {
        TrainerRequest asked = TrainerRequest.of(rewards, request);
        JsonResponses.send(response, answer(asked.score(sample(asked))));
    }

    /** Answers the class RewardFunction of the package, which reads the number and never looks whether it is one. */
    private void reward(ServerRequest request, ServerResponse response) {
        TrainerRequest asked = TrainerRequest.of(rewards, request);
        Score score = asked.score(sample(asked));
        if (score instanceof Score.Unscored unscored) {
            throw new ServeException(
                    422,
                    "unscored",
                    "could not be scored by '" + asked.reward().name() + "': " + TrainerRequest.reason(unscored)
                            + "; POST /evaluate answers is_score_valid = false instead");
        }
        JsonResponses.send(response, answer(score));
    }

    private static Sample sample(TrainerRequest asked) {
        MemberReader body = MemberReader.of(asked.body());
        List<Json> messages = body.list("messages");
        // The package's server takes further fields in 'kwargs', its client sends them beside the messages.
        Map<String, @Nullable Object> given = new LinkedHashMap<>(asked.body().asMap());
        given.keySet().removeAll(OWN);
        given.putAll(body.object("kwargs").asMap());
        List<Message> said =
                MessageReader.messages(messages.stream().map(Json::value).toList());
        Object label = asked.body().find("ground_truth").map(Json::value).orElse(null);
        return asked.sample(0, said, Trajectory.of(said).finalResponse(), label, given);
    }

    private static JsonMembers answer(Score score) {
        return switch (score) {
            case Score.Scored scored -> {
                Map<String, Object> metrics = new LinkedHashMap<>();
                TrainerRequest.numbers(scored.result())
                        .forEach((name, value) ->
                                metrics.put(name, Map.of("score", value, "is_score_valid", true, "reason", name)));
                yield answer(scored.result().reward(), true, null, metrics);
            }
            // The client needs a number here; 'is_score_valid' says that it is none.
            case Score.Unscored unscored -> answer(0.0, false, TrainerRequest.reason(unscored), Map.of());
        };
    }

    private static JsonMembers answer(
            double reward, boolean isValid, @Nullable String reason, Map<String, Object> metrics) {
        return new JsonMembers()
                .with("score", reward)
                .with("is_score_valid", isValid)
                .with("reason", reason)
                .with("metrics", metrics)
                .with("error", reason);
    }
}
