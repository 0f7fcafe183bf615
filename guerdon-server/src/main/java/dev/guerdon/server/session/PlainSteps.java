package dev.guerdon.server.session;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.base.JsonCodec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Steps without objects that only the environment's author knows, whose methods could hang or fail where an answer is written. */
final class PlainSteps {

    private static final int DEEPEST = 100;

    private PlainSteps() {}

    /** The same step; called within the boundary, because reading the values runs the environment's code. */
    static Step of(@Nullable Step step) {
        if (step == null) {
            throw new IllegalStateException("it gave no step (null)");
        }
        Objects.requireNonNull(step.observation(), "the step has no observation (null)");
        Objects.requireNonNull(step.observation().text(), "the observation has no text (null)");
        Objects.requireNonNull(step.end(), "the step does not say how the episode ended (null)");
        if (Double.isNaN(step.reward()) || Double.isInfinite(step.reward())) {
            throw new IllegalStateException("its reward is no number: " + step.reward());
        }
        if (isPlain(step.info(), 0) && isPlain(step.observation().attributes(), 0)) {
            return step;
        }
        return new Step(
                new Step.Observation(
                        step.observation().text(), copy(step.observation().attributes())),
                step.reward(),
                step.done(),
                copy(step.info()),
                step.end());
    }

    private static boolean isPlain(@Nullable Object value, int depth) {
        if (depth > DEEPEST) {
            throw new GuerdonException("its values are nested more than " + DEEPEST + " deep");
        }
        return switch (value) {
            case null -> true;
            case String text -> true;
            case Boolean truth -> true;
            case Integer number -> true;
            case Long number -> true;
            case Double number -> !number.isNaN() && !number.isInfinite();
            case List<?> list
            when list.getClass().getName().startsWith("java.") ->
                list.stream().allMatch(item -> isPlain(item, depth + 1));
            case Map<?, ?> map
            when map.getClass().getName().startsWith("java.") ->
                map.entrySet().stream()
                        .allMatch(entry -> entry.getKey() instanceof String && isPlain(entry.getValue(), depth + 1));
            default -> false;
        };
    }

    private static Map<String, @Nullable Object> copy(Map<String, @Nullable Object> values) {
        return JsonCodec.read(JsonCodec.write(values), "what the environment gave")
                .asMap();
    }
}
