package dev.guerdon.server.ors;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Secrets;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EpisodeStep;
import dev.guerdon.server.spi.ServedTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an agent does in a session, and what comes of it, in the words of the protocol. */
final class Turns {

    private static final int LONGEST_NAME = 100;

    private Turns() {}

    /**
     * Calls a tool.
     *
     * @return the answer as JSON; what the agent did wrong is a part of it
     * @throws GuerdonException where the environment failed or was lost, which is not the agent's fault
     */
    static String call(EnvironmentHandle handle, String tool, Map<String, @Nullable Object> input) {
        if (handle.environment().tools().stream().map(ServedTool::name).noneMatch(tool::equals)) {
            String shown = tool.length() > LONGEST_NAME ? tool.substring(0, LONGEST_NAME) + "..." : tool;
            return refused("not_found", "'" + shown + "' is not a valid tool");
        }
        if (handle.state().done()) {
            return refused(
                    "episode_finished",
                    "'" + tool + "' was not run: the episode has finished, so no further tool calls are accepted");
        }
        EpisodeStep step;
        try {
            step = handle.call(tool, input);
        } catch (ServeException e) {
            if (e.status() >= 500 || e.status() == 404 || e.status() == 410) {
                throw e;
            }
            return refused("input_validation", "Tool input validation error: " + e.getMessage());
        } catch (GuerdonException e) {
            return refused("input_validation", "Tool input validation error: " + e.getMessage());
        }
        Optional<Score.Unscored> unscored = step.unscored();
        if (unscored.isPresent()) {
            return refused(null, "UNSCORED " + reason(unscored.get()));
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("ok", true);
        answer.put("output", output(step));
        return JsonCodec.write(answer);
    }

    private static Map<String, @Nullable Object> output(EpisodeStep answered) {
        Step step = answered.step();
        Map<String, @Nullable Object> output = new LinkedHashMap<>();
        output.put("blocks", List.of(text(step.observation().text())));
        output.put("metadata", metadata(answered));
        output.put("reward", answered.reward());
        output.put("finished", step.done());
        return output;
    }

    /** How the episode stands. What an environment tells only for logs stays here, because an expert's plan may be among it. */
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
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("ok", false);
        answer.put("error", Secrets.known().redact(error));
        answer.put("reason", reason);
        return JsonCodec.write(answer);
    }

    private static String reason(Score.Unscored unscored) {
        return unscored.reason().name() + ": " + unscored.message();
    }

    /** A block of text. */
    static Map<String, @Nullable Object> text(String text) {
        Map<String, @Nullable Object> block = new LinkedHashMap<>();
        block.put("type", "text");
        block.put("text", text);
        block.put("detail", null);
        return block;
    }

    /**
     * What the agents of a group said last.
     *
     * @param most how many there may be
     */
    static List<String> finalResponses(Json body, int most) {
        Json candidates = Requests.find(body, "candidates").orElse(new Json(null));
        if (!candidates.isList()) {
            throw Requests.invalid("a list as 'candidates'", candidates.kind());
        }
        if (candidates.asList().size() > most) {
            throw new ServeException(
                    413,
                    "too_large",
                    "expected at most " + most + " candidates (limits.batch), found "
                            + candidates.asList().size());
        }
        List<String> responses = new ArrayList<>();
        for (Json candidate : candidates.asList()) {
            Json messages =
                    candidate.isObject() ? Requests.find(candidate, "messages").orElse(new Json(null)) : candidate;
            if (!candidate.isObject() || !messages.isList()) {
                throw Requests.invalid("candidates with a list of 'messages'", messages.kind());
            }
            responses.add(finalResponse(messages.asList()));
        }
        return responses;
    }

    private static String finalResponse(List<Json> messages) {
        String last = "";
        for (Json message : messages) {
            if (!message.isObject()
                    || !message.find("blocks").orElse(new Json(null)).isList()) {
                throw Requests.invalid("messages with a 'role' and a list of 'blocks'", message.kind());
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
                    Map<String, @Nullable Object> score = new LinkedHashMap<>();
                    score.put("reward", scored.result().reward());
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
