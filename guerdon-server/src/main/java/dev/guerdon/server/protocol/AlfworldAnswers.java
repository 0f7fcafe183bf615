package dev.guerdon.server.protocol;

import dev.guerdon.alfworld.AlfworldEnvironment;
import dev.guerdon.api.Step;
import dev.guerdon.cpython.Repr;
import dev.guerdon.server.session.EnvironmentSessions;
import io.helidon.http.Status;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the state of a game is put into answers. */
interface AlfworldAnswers {

    Map<String, @Nullable Object> reset(Step first, AlfworldEnvironment environment);

    Map<String, @Nullable Object> step(Step step);

    Map<String, @Nullable Object> info(Step last, AlfworldEnvironment environment);

    /** What a step says where there is no session. */
    default Map<String, @Nullable Object> noSession() {
        return object(
                "detail",
                "Environment not initialized. Call /reset first.",
                "error",
                EnvironmentSessions.UNKNOWN,
                "explanation",
                "this client has no session here, or it was closed or expired; reset, and keep the cookie of the answer or"
                        + " name the session in the header X-Session-Id");
    }

    /** Why a split cannot be reset without a task id, where it cannot. */
    Optional<Failure> refusal(String split);

    /** An answer other than 200. */
    record Failure(Status status, String detail) {}

    /** An object with its members in the given order. */
    static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return object;
    }

    /** What the protocol's documentation promises. */
    final class Plain implements AlfworldAnswers {

        @Override
        public Map<String, @Nullable Object> reset(Step first, AlfworldEnvironment environment) {
            return object(
                    "observation",
                    first.observation().text(),
                    "info",
                    object(
                            "admissible_commands",
                            commands(first),
                            "task",
                            task(environment),
                            "goal",
                            environment.objective(),
                            "steps_taken",
                            0));
        }

        @Override
        public Map<String, @Nullable Object> step(Step step) {
            return object(
                    "observation",
                    step.observation().text(),
                    "reward",
                    step.reward(),
                    "done",
                    step.done(),
                    "info",
                    object("admissible_commands", commands(step), "won", won(step), "lost", false));
        }

        @Override
        public Map<String, @Nullable Object> info(Step last, AlfworldEnvironment environment) {
            return object(
                    "task",
                    task(environment),
                    "goal",
                    environment.objective(),
                    "won",
                    won(last),
                    "lost",
                    false,
                    "admissible_commands_count",
                    environment.actions().size());
        }

        @Override
        public Optional<Failure> refusal(String split) {
            return Optional.empty();
        }
    }

    /**
     * What AgentFly's server answers.
     *
     * <p>It takes the batches of one that its environment gives for single values: texts are shown as Python tuples, done is the truth
     * of a tuple and so always true, and what was won or played is a list of one.
     */
    final class AgentFly implements AlfworldAnswers {

        @Override
        public Map<String, @Nullable Object> reset(Step first, AlfworldEnvironment environment) {
            return object(
                    "observation",
                    tuple(first.observation().text()),
                    "info",
                    object(
                            "admissible_commands",
                            commands(first),
                            "task",
                            List.of(task(environment)),
                            "goal",
                            "",
                            "steps_taken",
                            0));
        }

        @Override
        public Map<String, @Nullable Object> step(Step step) {
            return object(
                    "observation",
                    tuple(step.observation().text()),
                    "reward",
                    step.reward(),
                    "done",
                    true,
                    "info",
                    object("admissible_commands", commands(step), "won", List.of(won(step)), "lost", false));
        }

        @Override
        public Map<String, @Nullable Object> info(Step last, AlfworldEnvironment environment) {
            return object(
                    "task",
                    environment.steps() == 0 ? List.of(task(environment)) : Arrays.asList((Object) null),
                    "goal",
                    "",
                    "won",
                    List.of(won(last)),
                    "lost",
                    false,
                    "admissible_commands_count",
                    1);
        }

        @Override
        public Map<String, @Nullable Object> noSession() {
            return object("detail", "Environment not initialized. Call /reset first.");
        }

        @Override
        public Optional<Failure> refusal(String split) {
            return split.equals("train") || split.equals("bundled")
                    ? Optional.empty()
                    : Optional.of(new Failure(
                            Status.INTERNAL_SERVER_ERROR_500,
                            "cannot access local variable 'data_path' where it is not associated with a value"));
        }
    }

    private static Object commands(Step step) {
        return Objects.requireNonNull(step.observation().attributes().get("admissible_commands"));
    }

    private static boolean won(Step step) {
        return Boolean.TRUE.equals(step.observation().attributes().get("won"));
    }

    private static String task(AlfworldEnvironment environment) {
        return environment.gameFile().isEmpty() ? environment.taskId() : environment.gameFile();
    }

    /** Python's representation of a tuple of one string. */
    private static String tuple(String text) {
        return "(" + Repr.of(text) + ",)";
    }
}
