package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.ServedEnvironment.ServedTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Episodes in the form of Gymnasium: a reset shows something, and each step takes what the model answered. */
final class NemoGymGymnasium {

    /** Returns what a reset shows; null where the row's own prompt says it already. */
    static Map<String, @Nullable Object> reset(EpisodeStep first, Map<String, @Nullable Object> row) {
        String shown = first.step().observation().text();
        boolean isSaid = NemoGymRow.input(row).stream()
                .map(Message::text)
                .collect(Collectors.joining("\n\n"))
                .contains(shown);
        return new JsonMembers()
                .with("observation", isSaid || shown.isBlank() ? null : shown)
                .with("info", Map.of("supports_explicit_close", true));
    }

    /**
     * Acts as the model's answer says: its calls of tools one after the other, or else its text as the action.
     *
     * @throws ServeException with 422 where the episode ended and could not be scored: the client has no other word for it
     */
    static Map<String, @Nullable Object> step(EnvironmentHandle handle, Json body) {
        Json output = body.find("response")
                .filter(Json::isObject)
                .flatMap(response -> response.find("output"))
                .filter(Json::isList)
                .orElseThrow(() ->
                        ServeException.expected("an object with a list 'output' as 'response'", "something else"));
        List<Json> calls = output.asList().stream()
                .filter(item ->
                        item.isObject() && "function_call".equals(item.asMap().get("type")))
                .toList();
        List<Map<String, Object>> outputs = new ArrayList<>();
        double reward = 0;
        Step last = null;
        if (calls.isEmpty()) {
            // Who plays by tools and says something instead has come to an answer.
            String answer = handle.finalAnswerTool();
            EpisodeStep step = answer.isEmpty()
                    ? handle.step(text(output))
                    : handle.call(answer, Map.of(ServedTool.ANSWER, text(output)));
            last = step.step();
            reward = worth(handle, step);
        }
        for (Json call : calls) {
            if (last != null && last.done()) {
                break;
            }
            Optional<EpisodeStep> step = called(handle, call, outputs);
            if (step.isPresent()) {
                last = step.get().step();
                reward += worth(handle, step.get());
            }
        }
        return new JsonMembers()
                .with(
                        "observation",
                        calls.isEmpty() && last != null ? last.observation().text() : null)
                .with("reward", reward)
                .with("terminated", last != null && last.terminated())
                .with("truncated", last != null && last.truncated())
                .with("info", outputs.isEmpty() ? Map.of() : Map.of("tool_outputs", outputs));
    }

    /** Calls a tool; what is wrong with the call is its output, for the model. */
    private static Optional<EpisodeStep> called(
            EnvironmentHandle handle, Json call, List<Map<String, Object>> outputs) {
        String id = call.asMap().get("call_id") instanceof String text ? text : "";
        String name = call.asMap().get("name") instanceof String text ? text : "";
        String arguments = call.asMap().get("arguments") instanceof String text ? text : "{}";
        try {
            Json read = JsonCodec.read(arguments, "the arguments of '" + name + "'");
            EpisodeStep step = handle.call(name, read.isObject() ? read.asMap() : Map.of());
            outputs.add(
                    Map.of("call_id", id, "output", step.step().observation().text()));
            return Optional.of(step);
        } catch (GuerdonException e) {
            if (e instanceof ServeException known
                    && (known.status() >= 500 || known.kind().equals("unknown_session"))) {
                throw e;
            }
            outputs.add(Map.of("call_id", id, "output", String.valueOf(e.getMessage())));
        }
        return Optional.empty();
    }

    private static double worth(EnvironmentHandle handle, EpisodeStep step) {
        Optional<Score.Unscored> unscored = step.unscored();
        if (unscored.isPresent()) {
            throw new ServeException(
                    422,
                    "unscored",
                    "the episode could not be scored by '"
                            + handle.environment().reward() + "': " + TrainerRequest.reason(unscored.get()));
        }
        Double reward = step.reward();
        return reward == null ? 0 : reward;
    }

    private static String text(Json output) {
        return output.asList().stream()
                .filter(item -> item.isObject() && "message".equals(item.asMap().get("type")))
                .map(NemoGymRow::content)
                .collect(Collectors.joining());
    }
}
