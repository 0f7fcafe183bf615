package dev.guerdon.browser.experiment;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.KeptFile;
import dev.guerdon.base.Secrets;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.view.Plain;
import dev.guerdon.cpython.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the folder of an experiment as BrowserGym lays it out, while the experiment runs.
 *
 * <p>Each step is on disk before the next begins, so a killed process leaves a readable folder, which counts as incomplete until
 * {@link #end} has written {@code summary_info.json}. Steps, arguments and the goal are JSON where the reference has pickles.
 * Used by one thread.
 */
@Internal
public final class Recorder {

    private static final DateTimeFormatter LOG_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT);

    private final Path folder;
    private final String task;
    private final List<RecordedStep> steps = new ArrayList<>();
    private @Nullable Observed pending;
    private boolean goalWritten;
    private boolean ended;

    /**
     * What was observed, and what led there.
     *
     * @param observation as plain values; pictures do not belong here, and {@code goal_object} gets a file of its own
     * @param reward what led here paid
     * @param taskInfo what the task says; null at the reset
     * @param profiling times in seconds since 1970, with the reference's names
     */
    public record Observed(
            Map<String, @Nullable Object> observation,
            Number reward,
            @Nullable Number rawReward,
            boolean terminated,
            boolean truncated,
            @Nullable Object taskInfo,
            Map<String, @Nullable Object> profiling) {}

    private Recorder(Path folder, String task) {
        this.folder = folder;
        this.task = task;
    }

    /**
     * Begins an experiment in a folder.
     *
     * @param folder made where it is missing
     * @param task the task's id
     * @param arguments what the experiment was started with, as plain values; the reader finds {@code env_args.task_name} there
     * @param versions versions of what was used, by name
     */
    public static Recorder begin(
            Path folder, String task, Map<String, @Nullable Object> arguments, Map<String, String> versions) {
        Recorder recorder = new Recorder(folder, task);
        recorder.write(() -> {
            Files.createDirectories(folder);
            Map<String, @Nullable Object> all = new LinkedHashMap<>(arguments);
            Map<String, @Nullable Object> env = new LinkedHashMap<>(Plain.editable(all.get("env_args")));
            env.putIfAbsent("task_name", task);
            all.put("env_args", env);
            KeptFile.write(folder.resolve("exp_args.json"), indented(all));
            StringBuilder lines = new StringBuilder();
            new TreeMap<>(versions).forEach((name, version) -> lines.append(name + "==" + version + "\n"));
            KeptFile.write(folder.resolve("package_versions.txt"), lines.toString());
        });
        recorder.log("INFO", "Running experiment " + folder.getFileName() + " in:\n  " + folder.getFileName());
        return recorder;
    }

    /**
     * Keeps what was observed, by the reset or by the action before, until the next action is chosen.
     *
     * @param screenshot a PNG picture; null for none
     * @param markedScreenshot the picture with marks; null for none
     */
    public void observed(Observed observed, byte @Nullable [] screenshot, byte @Nullable [] markedScreenshot) {
        if (pending != null) {
            save(null, Map.of());
        }
        pending = observed;
        picture("screenshot_step_" + steps.size() + ".png", screenshot);
        picture("screenshot_som_step_" + steps.size() + ".png", markedScreenshot);
    }

    /**
     * Saves the step with the action that was chosen.
     *
     * @param action null where the agent gave up
     * @param agentInfo what the agent says about it: {@code think}, {@code stats}, {@code chat_messages}, {@code err_msg}
     */
    public void acted(@Nullable String action, Map<String, @Nullable Object> agentInfo) {
        if (pending == null) {
            throw new GuerdonException("an action was recorded for " + task + " before anything was observed");
        }
        save(action, agentInfo);
        log("INFO", agentInfo.getOrDefault("think", "") + "\n\naction:\n" + action + "\n");
    }

    /** Ends the experiment: saves the last step and the summary. Ending again does nothing. */
    public void end() {
        end(null);
    }

    /**
     * Ends the experiment because of an error.
     *
     * @param error what went wrong; null for nothing
     */
    public void end(@Nullable Throwable error) {
        if (ended) {
            return;
        }
        ended = true;
        if (pending != null) {
            save(null, Map.of());
        } else if (error != null && (steps.isEmpty() || steps.getLast().action() != null)) {
            keep(new RecordedStep(steps.size(), null, null, 0, 0, null, null, Map.of(), null, Map.of(), null));
        }
        SummaryInfo.Failure failure = error == null ? unfinished() : failure(error);
        if (failure != null) {
            log("WARNING", failure.message() + "\n" + failure.stackTrace());
        }
        log("INFO", "Saving summary info.");
        write(() -> KeptFile.write(folder.resolve("summary_info.json"), indented(SummaryInfo.of(steps, failure))));
    }

    private static String indented(Map<String, @Nullable Object> value) {
        return JsonWriter.indented(Secrets.known().redactValue(value), 4);
    }

    private SummaryInfo.@Nullable Failure unfinished() {
        boolean over = !steps.isEmpty()
                && (Boolean.TRUE.equals(steps.getLast().terminated())
                        || Boolean.TRUE.equals(steps.getLast().truncated()));
        return over ? null : new SummaryInfo.Failure(prefix() + "KeyboardInterrupt:\nEarly termination??", "");
    }

    private SummaryInfo.Failure failure(Throwable error) {
        String type = error instanceof ActionException action
                ? action.type()
                : error.getClass().getSimpleName();
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        return new SummaryInfo.Failure(prefix() + type + ":\n" + error.getMessage(), trace.toString());
    }

    private String prefix() {
        return "Exception uncaught by agent or environment in task " + task + ".\n";
    }

    private void save(@Nullable String action, Map<String, @Nullable Object> agentInfo) {
        Observed observed = Objects.requireNonNull(pending);
        pending = null;
        boolean chosen = action != null || !agentInfo.isEmpty();
        Map<String, @Nullable Object> observation = new LinkedHashMap<>(observed.observation());
        Object goal = observation.replace("goal_object", null);
        if (goal != null && !goalWritten) {
            goalWritten = true;
            gzip("goal_object.json.gz", goal);
        }
        int number = steps.size();
        keep(new RecordedStep(
                number,
                observation,
                action,
                observed.reward(),
                observed.rawReward(),
                observed.terminated(),
                observed.truncated() || (chosen && action == null),
                agentInfo,
                chosen ? StepStats.of(observation, agentInfo, observed.profiling()) : null,
                observed.profiling(),
                observed.taskInfo()));
    }

    private void keep(RecordedStep step) {
        // The observation is on disk; the summary does not need it.
        steps.add(new RecordedStep(
                step.step(),
                null,
                step.action(),
                step.reward(),
                step.rawReward(),
                step.terminated(),
                step.truncated(),
                step.agentInfo(),
                step.stats(),
                step.profiling(),
                step.taskInfo()));
        gzip("step_" + step.step() + ".json.gz", step.plain());
    }

    private void picture(String name, byte @Nullable [] png) {
        if (png != null) {
            write(() -> KeptFile.write(folder.resolve(name), png));
        }
    }

    private void gzip(String name, Object value) {
        write(() -> KeptFile.writeZipped(folder.resolve(name), value));
    }

    private void log(String level, String message) {
        String line = LOG_TIME.format(LocalDateTime.now(ZoneId.systemDefault())) + " - "
                + ProcessHandle.current().pid() + " - guerdon.browser - " + level + " - " + message + "\n";
        write(() -> KeptFile.append(folder.resolve("experiment.log"), line));
    }

    /** Something that writes. */
    private interface Writing {
        void run() throws IOException;
    }

    private void write(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw new GuerdonException("could not write the experiment folder " + folder + ": " + e, e);
        }
    }
}
