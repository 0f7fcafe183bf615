package dev.guerdon.agent.program;

import dev.guerdon.agent.model.MessageJson;
import dev.guerdon.agent.spi.Agent;
import dev.guerdon.agent.spi.Ending;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Secrets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Runs the user's own program once for each task.
 *
 * <p>It gets the task on its standard input and a small environment. What it writes is data and nothing else. A program that fails has no
 * score: never a 0.
 *
 * @param command the program and its arguments
 * @param folder where it runs
 * @param call runs it, within limits
 * @param fields the fields of the task that it is shown
 * @param variables the environment variables that it gets beside the usual ones
 */
record ProgramAgent(List<String> command, Path folder, Call call, List<String> fields, List<String> variables)
        implements Agent {

    private static final List<String> USUAL = List.of(
            "PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TEMP", "TMP", "USER", "SystemRoot", "PATHEXT", "JAVA_HOME");
    private static final int SHOWN_ERRORS = 2_000;

    @Override
    public Ending run(RolloutScope rollout) {
        rollout.check();
        rollout.task().messages().forEach(rollout::say);
        Call.Result result = called(rollout);
        if (result.status() != 0) {
            throw failure("ended with exit code " + result.status(), result);
        }
        ProgramOutput output;
        try {
            output = ProgramOutput.read(result.output(), rollout.task().messages());
        } catch (GuerdonException e) {
            throw failure(String.valueOf(e.getMessage()), result);
        }
        output.messages().forEach(rollout::say);
        for (Turn turn : output.turns()) {
            rollout.turn(turn);
        }
        return new Ending(FinishReason.NO_TOOL_CALLS, output.answer());
    }

    private Call.Result called(RolloutScope rollout) {
        ProcessBuilder program = new ProcessBuilder(command).directory(folder.toFile());
        Map<String, String> inherited = Map.copyOf(program.environment());
        program.environment().clear();
        for (List<String> names : List.of(USUAL, variables)) {
            names.stream()
                    .filter(inherited::containsKey)
                    .forEach(name -> program.environment().put(name, inherited.getOrDefault(name, "")));
        }
        try {
            return call.run(program, JsonCodec.write(described(rollout)) + "\n");
        } catch (ModelException e) {
            if (e.kind() == ModelException.Kind.CANCELLED) {
                throw new CancellationException(String.valueOf(e.getMessage()));
            }
            // Not the model's fault: there is none. So it is not passed on as a cause.
            throw new GuerdonException(String.valueOf(e.getMessage()));
        }
    }

    private Map<String, @Nullable Object> described(RolloutScope rollout) {
        Task task = rollout.task();
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        for (String name : fields) {
            if (!task.fields().containsKey(name)) {
                throw new GuerdonException("the setting 'fields' names '" + name + "', which the task " + task.id()
                        + " does not have; it has: "
                        + String.join(", ", task.fields().keySet()));
            }
            shown.put(name, task.fields().get(name));
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", task.id());
        json.put("messages", task.messages().stream().map(MessageJson::of).toList());
        json.put("fields", shown);
        json.put("seed", rollout.seed());
        json.put("max_steps", rollout.maxTurns());
        return json;
    }

    private static GuerdonException failure(String what, Call.Result result) {
        String errors = result.errors().strip();
        String shown =
                errors.length() <= SHOWN_ERRORS ? errors : "..." + errors.substring(errors.length() - SHOWN_ERRORS);
        return new GuerdonException(Secrets.known()
                .redact("the agent's program " + what
                        + (shown.isEmpty()
                                ? "; it wrote nothing to standard error"
                                : "; its standard error: " + shown)));
    }
}
