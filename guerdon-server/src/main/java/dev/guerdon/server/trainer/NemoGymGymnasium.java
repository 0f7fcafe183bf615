package dev.guerdon.server.trainer;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EpisodeStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Episodes in the form of Gymnasium: a reset shows something, and each step takes what the model answered. */
final class NemoGymGymnasium {

    private NemoGymGymnasium() {}

    /** What a reset shows; null where the row's own prompt says it already. */
    static Map<String, @Nullable Object> reset(EpisodeStep first, Map<String, @Nullable Object> row) {
        String shown = first.step().observation().text();
        boolean isSaid = NemoGymRow.input(row).stream()
                .map(Message::text)
                .collect(Collectors.joining("\n\n"))
                .contains(shown);
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("observation", isSaid || shown.isBlank() ? null : shown);
        answer.put("info", Map.of("supports_explicit_close", true));
        return answer;
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
                .orElseThrow(() -> Asked.wrong("an object with a list 'output' as 'response'", "something else"));
        List<Json> calls = output.asList().stream()
                .filter(item ->
                        item.isObject() && "function_call".equals(item.asMap().get("type")))
                .toList();
        List<Map<String, Object>> outputs = new ArrayList<>();
        double reward = 0;
        Step last = null;
        if (calls.isEmpty()) {
            EpisodeStep step = handle.step(text(output));
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
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put(
                "observation",
                calls.isEmpty() && last != null ? last.observation().text() : null);
        answer.put("reward", reward);
        answer.put("terminated", last != null && last.terminated());
        answer.put("truncated", last != null && last.truncated());
        answer.put("info", outputs.isEmpty() ? Map.of() : Map.of("tool_outputs", outputs));
        return answer;
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
        } catch (ServeException e) {
            if (e.status() >= 500 || e.kind().equals("unknown_session")) {
                throw e;
            }
            outputs.add(Map.of("call_id", id, "output", String.valueOf(e.getMessage())));
        } catch (dev.guerdon.api.GuerdonException e) {
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
                            + handle.environment().reward() + "': " + Figures.reason(unscored.get()));
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
