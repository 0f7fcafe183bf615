package dev.guerdon.server.protocol;

import dev.guerdon.api.Step;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A step as the general protocol shows it. */
final class StepJson {

    private StepJson() {}

    /**
     * The step's members.
     *
     * @param session the name of its session
     */
    static Map<String, @Nullable Object> of(String session, Step step) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("session", session);
        answer.putAll(of(step));
        return answer;
    }

    static Map<String, @Nullable Object> of(Step step) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("observation", step.observation().text());
        answer.put("reward", step.reward());
        answer.put("terminated", step.terminated());
        answer.put("truncated", step.truncated());
        answer.put("done", step.done());
        answer.put("limit", step.limit());
        answer.put("score", step.score().isPresent() ? (Object) step.score().getAsDouble() : null);
        answer.put("attributes", step.observation().attributes());
        answer.put("info", step.info());
        return answer;
    }
}
