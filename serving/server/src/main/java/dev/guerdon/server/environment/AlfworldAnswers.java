package dev.guerdon.server.environment;

import dev.guerdon.alfworld.AlfworldEnvironment;
import dev.guerdon.api.Step;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.server.http.JsonMembers;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Answers that tell the state of a game: as the protocol's documentation promises, or as AgentFly's server does it.
 *
 * <p>That server takes the batches of one that its environment gives for single values: texts are shown as Python tuples, done is the truth of a
 * tuple and so always true, and what was won or played is a list of one.
 *
 * @param compat whether the answers are those of AgentFly's server
 */
record AlfworldAnswers(boolean compat) {

    JsonMembers reset(Step first, AlfworldEnvironment environment) {
        return new JsonMembers()
                .with("observation", text(first))
                .with(
                        "info",
                        new JsonMembers()
                                .with("admissible_commands", commands(first))
                                .with("task", one(task(environment)))
                                .with("goal", goal(environment))
                                .with("steps_taken", 0));
    }

    JsonMembers step(Step step) {
        return new JsonMembers()
                .with("observation", text(step))
                .with("reward", step.reward())
                .with("done", compat || step.done())
                .with(
                        "info",
                        new JsonMembers()
                                .with("admissible_commands", commands(step))
                                .with("won", one(won(step)))
                                .with("lost", false));
    }

    JsonMembers info(Step last, AlfworldEnvironment environment) {
        boolean begun = environment.steps() > 0;
        return new JsonMembers()
                .with("task", compat && begun ? Arrays.asList((Object) null) : one(task(environment)))
                .with("goal", goal(environment))
                .with("won", one(won(last)))
                .with("lost", false)
                .with(
                        "admissible_commands_count",
                        compat ? 1 : environment.actions().size());
    }

    /** Returns what a step says if there is no session. */
    JsonMembers noSession() {
        JsonMembers answer = new JsonMembers().with("detail", "Environment not initialized. Call /reset first.");
        return compat
                ? answer
                : answer.with("error", EnvironmentSessions.UNKNOWN)
                        .with(
                                "explanation",
                                "this client has no session here, or it was closed or expired; reset, and keep the"
                                        + " cookie of the answer or name the session in the header X-Session-Id");
    }

    /** Returns the error of a split that cannot be reset without a task id: that of AgentFly's server, which answers with 500. */
    Optional<String> refusal(String split) {
        return compat && !split.equals("train") && !split.equals("bundled")
                ? Optional.of("cannot access local variable 'data_path' where it is not associated with a value")
                : Optional.empty();
    }

    /** Returns the observation, which AgentFly's server gives as Python writes a tuple of one text. */
    private String text(Step step) {
        String text = step.observation().text();
        return compat ? "(" + PythonRepr.of(text) + ",)" : text;
    }

    private Object one(Object value) {
        return compat ? List.of(value) : value;
    }

    private String goal(AlfworldEnvironment environment) {
        return compat ? "" : environment.objective();
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
}
