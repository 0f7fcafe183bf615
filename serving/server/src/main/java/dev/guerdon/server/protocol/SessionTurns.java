package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.MemberReader;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.ServedEnvironment.ServedTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Actions of an agent in a session, and their results, in the words of the protocol. */
final class SessionTurns {

    /**
     * Calls a tool.
     *
     * @return the answer as JSON; what the agent did wrong is a part of it
     * @throws GuerdonException where the environment failed or was lost, which is not the agent's fault
     */
    static String call(EnvironmentHandle handle, String tool, Map<String, @Nullable Object> input) {
        if (handle.environment().tools().stream().map(ServedTool::name).noneMatch(tool::equals)) {
            return refused("not_found", "'" + ServeException.shown(tool) + "' is not a valid tool");
        }
        if (handle.state().done()) {
            return refused(
                    "episode_finished",
                    "'" + tool + "' was not run: the episode has finished, so no further tool calls are accepted");
        }
        EpisodeStep step;
        try {
            step = handle.call(tool, input);
        } catch (GuerdonException e) {
            if (e instanceof ServeException known
                    && (known.status() >= 500 || known.status() == 404 || known.status() == 410)) {
                throw e;
            }
            return refused("input_validation", "Tool input validation error: " + e.getMessage());
        }
        Optional<Score.Unscored> unscored = step.unscored();
        if (unscored.isPresent()) {
            return refused(null, "UNSCORED " + reason(unscored.get()));
        }
        JsonMembers answer = new JsonMembers().with("ok", true).with("output", output(step));
        return JsonCodec.write(answer);
    }

    private static Map<String, @Nullable Object> output(EpisodeStep answered) {
        Step step = answered.step();
        return new JsonMembers()
                .with("blocks", List.of(text(step.observation().text())))
                .with("metadata", metadata(answered))
                .with("reward", answered.reward())
                .with("finished", step.done());
    }

    /** Returns how the episode stands. What an environment tells only for logs stays here, because an expert's plan may be among it. */
    private static @Nullable Map<String, @Nullable Object> metadata(EpisodeStep answered) {
        Step step = answered.step();
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        step.score().ifPresent(score -> metadata.put(Step.SCORE, score));
        if (step.truncated()) {
            metadata.put("truncated_by", step.limit());
        }
        if (answered.score() instanceof Score.Scored scored) {
            numbers(scored.result()).forEach(metadata::putIfAbsent);
        }
        return metadata.isEmpty() ? null : metadata;
    }

    private static Map<String, @Nullable Object> numbers(RewardResult result) {
        Map<String, @Nullable Object> numbers = new LinkedHashMap<>(result.extras());
        numbers.values()
                .removeIf(value -> !(value instanceof Boolean)
                        && !(value instanceof Number number && Double.isFinite(number.doubleValue())));
        return numbers;
    }

    private static String refused(@Nullable String reason, String error) {
        JsonMembers answer = new JsonMembers()
                .with("ok", false)
                .with("error", SecretFilter.known().redact(error))
                .with("reason", reason);
        return JsonCodec.write(answer);
    }

    private static String reason(Score.Unscored unscored) {
        return unscored.reason().name() + ": " + unscored.message();
    }

    /** Returns a block of text. */
    static Map<String, @Nullable Object> text(String text) {
        return new JsonMembers().with("type", "text").with("text", text).with("detail", null);
    }

    /**
     * Returns what the agents of a group said last.
     *
     * @param most how many there may be
     */
    static List<String> finalResponses(MemberReader body, int most) {
        List<Json> candidates = body.list("candidates");
        if (candidates.size() > most) {
            throw new ServeException(
                    413,
                    "too_large",
                    "expected at most " + most + " candidates (limits.batch), found " + candidates.size());
        }
        return candidates.stream().map(SessionTurns::finalResponse).toList();
    }

    private static String finalResponse(Json candidate) {
        Json messages = candidate.isObject() ? candidate.find("messages").orElse(new Json(null)) : candidate;
        if (!candidate.isObject() || !messages.isList()) {
            throw StandardRequests.invalid("candidates with a list of 'messages'", messages.kind());
        }
        String last = "";
        for (Json message : messages.asList()) {
            if (!message.isObject()
                    || !message.find("blocks").orElse(new Json(null)).isList()) {
                throw StandardRequests.invalid("messages with a 'role' and a list of 'blocks'", message.kind());
            }
            if ("assistant".equals(message.asMap().get("role"))) {
                StringBuilder said = new StringBuilder();
                for (Json block : message.get("blocks").asList()) {
                    if (block.isObject()
                            && "text".equals(block.asMap().get("type"))
                            && block.asMap().get("text") instanceof String text) {
                        said.append(text);
                    }
                }
                last = said.toString();
            }
        }
        return last;
    }

    /**
     * Scores each response as the end of the session's episode.
     *
     * @throws GuerdonException where one cannot be scored: a number in its place would be made up
     */
    static String scores(EnvironmentHandle handle, List<String> responses) {
        List<Map<String, @Nullable Object>> scores = new ArrayList<>();
        for (int i = 0; i < responses.size(); i++) {
            // An empty text would stand for what was said in the session.
            String response = responses.get(i).isEmpty() ? " " : responses.get(i);
            switch (handle.score(response)) {
                case Score.Scored scored -> {
                    JsonMembers score =
                            new JsonMembers().with("reward", scored.result().reward());
                    Map<String, @Nullable Object> numbers = numbers(scored.result());
                    score.put("metadata", numbers.isEmpty() ? null : numbers);
                    scores.add(score);
                }
                case Score.Unscored unscored ->
                    throw new GuerdonException("candidate " + i + " could not be scored: UNSCORED " + reason(unscored));
            }
        }
        return JsonCodec.write(Map.of("scores", scores));
    }
}
