package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.TurnJson;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.base.MessageReader;
import dev.guerdon.base.MessageWriter;
import dev.guerdon.base.Secrets;
import dev.guerdon.base.TaskJson;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Plans and rollouts as plain values; what is written reads back as it was. */
final class RolloutValues {

    private RolloutValues() {}

    static Map<String, @Nullable Object> of(RolloutPlan plan) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("task", TaskJson.of(plan.task()));
        out.put("repeat", plan.repeat());
        out.put("seed", plan.seed());
        return out;
    }

    static RolloutPlan plan(Json json) {
        return new RolloutPlan(
                TaskJson.read(json.get("task")),
                json.get("repeat").asInt(),
                json.get("seed").asLong());
    }

    /**
     * What became of a plan, without the plan. What this process knows to be a secret is hidden: the one that stores the rollout does
     * not know the keys in the environment of this one.
     */
    static @Nullable Object of(Rollout rollout) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("trajectory", of(rollout.trajectory()));
        out.put("final_response", rollout.finalResponse());
        out.put("score", of(rollout.score()));
        out.put("turns", rollout.turns().stream().map(TurnJson::of).toList());
        out.put("usage", of(rollout.usage()));
        out.put("error", rollout.error());
        return Secrets.known().redactValue(out);
    }

    static Rollout rollout(RolloutPlan plan, Json json) {
        return new Rollout(
                plan,
                trajectory(json.get("trajectory")),
                json.get("final_response").asString(),
                score(json.get("score")),
                json.get("turns").asList().stream().map(TurnJson::read).toList(),
                usage(json.get("usage")),
                json.get("error").asString());
    }

    @SuppressWarnings("JavaInstantGetSecondsGetNano") // both parts of the moment are sent
    private static Map<String, @Nullable Object> of(Trajectory trajectory) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("rollout_id", trajectory.rolloutId());
        out.put("group_id", trajectory.groupId());
        out.put(
                "segments",
                trajectory.segments().stream().map(MessageWriter::messages).toList());
        out.put(
                "reward",
                trajectory.reward().isPresent() ? (Object) trajectory.reward().getAsDouble() : null);
        out.put("metrics", trajectory.metrics());
        out.put("finish_reason", trajectory.finishReason().name());
        out.put("started_s", trajectory.started().getEpochSecond());
        out.put("started_ns", trajectory.started().getNano());
        out.put("duration_ns", trajectory.duration().toNanos());
        return out;
    }

    private static Trajectory trajectory(Json json) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        json.get("metrics").asMap().forEach((name, value) -> metrics.put(name, new Json(value).asDouble()));
        return new Trajectory(
                json.get("rollout_id").asString(),
                json.get("group_id").asString(),
                json.get("segments").asList().stream()
                        .map(RolloutValues::messages)
                        .toList(),
                json.find("reward")
                        .map(reward -> OptionalDouble.of(reward.asDouble()))
                        .orElse(OptionalDouble.empty()),
                metrics,
                FinishReason.of(json.get("finish_reason").asString()),
                Instant.ofEpochSecond(
                        json.get("started_s").asLong(), json.get("started_ns").asLong()),
                Duration.ofNanos(json.get("duration_ns").asLong()));
    }

    private static List<Message> messages(Json json) {
        return MessageReader.messages(Objects.requireNonNull(json.value()));
    }

    private static Map<String, @Nullable Object> of(Score score) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        switch (score) {
            case Score.Scored scored -> {
                out.put("reward", scored.result().reward());
                out.put("extras", new LinkedHashMap<>(scored.result().extras()));
            }
            case Score.Unscored unscored -> {
                out.put("reason", unscored.reason().name());
                out.put("message", unscored.message());
            }
        }
        return out;
    }

    private static Score score(Json json) {
        return json.find("reason")
                .<Score>map(reason -> new Score.Unscored(
                        Score.Reason.valueOf(reason.asString()),
                        json.get("message").asString()))
                .orElseGet(() -> new Score.Scored(new RewardResult(
                        json.get("reward").asDouble(), json.get("extras").asMap())));
    }

    private static Map<String, @Nullable Object> of(Usage usage) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("calls", usage.calls());
        out.put("input", usage.inputTokens());
        out.put("output", usage.outputTokens());
        out.put("usd", usage.usd());
        out.put("unknown", usage.unknown());
        return out;
    }

    private static Usage usage(Json json) {
        return new Usage(
                json.get("calls").asLong(),
                json.get("input").asLong(),
                json.get("output").asLong(),
                json.get("usd").asDouble(),
                json.get("unknown").asLong());
    }
}
