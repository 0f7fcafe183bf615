package dev.guerdon.browser;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.driver.SessionOptions;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.view.BrowserObservation;
import dev.guerdon.browser.view.CdpValues;
import dev.guerdon.browser.view.DomText.PrunedHtml;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.SecretFilter;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes an episode as a folder in BrowserGym's layout, while it is played.
 *
 * <p>Each step is on disk before the next begins, so a killed process leaves a readable folder, which counts as incomplete until
 * {@link #end} has written {@code summary_info.json}. Steps, arguments and the goal are JSON where the reference has pickles, with its names.
 * Used by one thread.
 */
final class EpisodeRecord {

    /** Times of a step, under the names that folders have. */
    private static final List<String> TIMES = Stream.of(
                    "action_exec", "wait_for_page_loading", "validation", "get_observation")
            .flatMap(what -> Stream.of(what + "_start", what + "_stop"))
            .toList();

    private static final DateTimeFormatter LOG_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT);

    private final Path folder;
    private final String task;
    private final Map<String, @Nullable Object> agentInfo = new LinkedHashMap<>();
    /** The steps, without what was observed: that is on disk. */
    private final List<Map<String, @Nullable Object>> steps = new ArrayList<>();

    private Map<String, @Nullable Object> profiling = new LinkedHashMap<>();
    private double envStart = now();
    private @Nullable Map<String, @Nullable Object> pending;
    private boolean goalWritten;
    private boolean ended;

    /**
     * Begins a record in a folder.
     *
     * @param folder made if it is missing
     * @param task the task's id
     * @param arguments what the episode was started with
     * @param versions versions of what was used, by name
     */
    EpisodeRecord(Path folder, String task, Map<String, @Nullable Object> arguments, Map<String, String> versions) {
        this.folder = folder;
        this.task = task;
        write(() -> {
            Files.createDirectories(folder);
            KeptFile.write(folder.resolve("exp_args.json"), indented(arguments));
            StringBuilder lines = new StringBuilder();
            new TreeMap<>(versions).forEach((name, version) -> lines.append(name + "==" + version + "\n"));
            KeptFile.write(folder.resolve("package_versions.txt"), lines.toString());
        });
        log("INFO", "Running experiment " + folder.getFileName() + " in:\n  " + folder.getFileName());
    }

    /**
     * Begins a record; a folder that has an episode already gets further ones below it.
     *
     * @param maxSteps the limit of steps, 0 for none
     * @param video whether a video is recorded
     * @param versions of what the episode is played with, by name
     */
    static EpisodeRecord begin(Path wanted, Task task, int maxSteps, boolean video, Map<String, String> versions) {
        Path folder = wanted;
        for (int number = 2; Files.exists(folder.resolve("exp_args.json")); number++) {
            folder = wanted.resolve("episode_" + number);
        }
        Map<String, @Nullable Object> environment = new LinkedHashMap<>();
        String id = task.field(BrowserTasks.TASK_ID)
                .map(value -> String.valueOf(value.value()))
                .orElse(task.id());
        environment.put("task_name", id);
        environment.put("task_seed", task.fields().get(BrowserTasks.SEED));
        environment.put("max_steps", maxSteps == 0 ? null : maxSteps);
        environment.put("headless", true);
        environment.put("record_video", video);
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
        arguments.put("env_args", environment);
        arguments.put("exp_name", task.id());
        return new EpisodeRecord(folder, id, arguments, versions);
    }

    /** Returns the files that the browser adds to the folder. */
    SessionOptions.KeptFiles files(Set<SessionOptions.KeptFiles.Kind> kinds) {
        if (kinds.contains(SessionOptions.KeptFiles.Kind.VIDEO)
                && InstalledPrograms.thisOne().onPath("ffmpeg").isEmpty()) {
            throw new BrowserException(
                    "a video needs ffmpeg on the PATH, found none; install it, or leave out the option 'video'");
        }
        return new SessionOptions.KeptFiles(folder, kinds);
    }

    void annotate(Map<String, @Nullable Object> info) {
        agentInfo.putAll(info);
    }

    /** Records the action that the agent chose. */
    void acting(String action) {
        profiling.put("agent_stop", now());
        Map<String, @Nullable Object> said = new LinkedHashMap<>(agentInfo);
        said.values().removeIf(Objects::isNull);
        acted(action, said);
        agentInfo.clear();
        envStart = now();
    }

    /** Records the observation after a reset or an action. */
    void observed(BrowserObservation observation, Step step) {
        profiling = new LinkedHashMap<>();
        profiling.put("env_start", envStart);
        for (String time : TIMES) {
            if (step.info().containsKey(time)) {
                profiling.put(time, step.info().get(time));
            }
        }
        profiling.put("env_stop", now());
        profiling.put("agent_start", now());
        Map<String, @Nullable Object> shown = new LinkedHashMap<>(observation.attributes());
        String dom = observation.view().domText();
        if (dom != null) {
            shown.put("pruned_html", PrunedHtml.of(dom));
        }
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        observation.view().properties().forEach((bid, known) -> properties.put(bid, known.plain()));
        shown.put("extra_element_properties", properties);
        Map<String, @Nullable Object> attributes = step.observation().attributes();
        Map<String, @Nullable Object> observed = new LinkedHashMap<>();
        observed.put("obs", shown);
        observed.put("reward", step.reward());
        observed.put("terminated", Boolean.TRUE.equals(attributes.get("terminated")));
        observed.put("truncated", Boolean.TRUE.equals(attributes.get("truncated")));
        observed.put("task_info", attributes.get("task_info"));
        observed.put("profiling", profiling);
        BrowserObservation.Screenshot picture = observation.view().screenshot();
        observed(observed, picture == null ? null : picture.png());
    }

    /**
     * Keeps what was observed, by the reset or by the action before, until the next action is chosen.
     *
     * @param step with the reference's names; {@code obs} is plain values without pictures, and its {@code goal_object} gets a file of its own
     * @param screenshot a PNG picture; null for none
     */
    void observed(Map<String, @Nullable Object> step, byte @Nullable [] screenshot) {
        if (pending != null) {
            save(null, Map.of());
        }
        pending = step;
        if (screenshot != null) {
            write(() -> KeptFile.write(folder.resolve("screenshot_step_" + steps.size() + ".png"), screenshot));
        }
    }

    /**
     * Saves the step with the action that was chosen.
     *
     * @param action null where the agent gave up
     * @param said what the agent says about it: {@code think}, {@code stats}, {@code chat_messages}, {@code err_msg}
     */
    void acted(@Nullable String action, Map<String, @Nullable Object> said) {
        if (pending == null) {
            throw new GuerdonException("an action was recorded for " + task + " before anything was observed");
        }
        save(action, said);
        log("INFO", said.getOrDefault("think", "") + "\n\naction:\n" + action + "\n");
    }

    /**
     * Ends the episode: saves the last step and the summary. Ending again does nothing.
     *
     * @param error what went wrong; null for nothing
     */
    void end(@Nullable Throwable error) {
        if (ended) {
            return;
        }
        ended = true;
        if (pending != null) {
            save(null, Map.of());
        } else if (error != null && (steps.isEmpty() || steps.getLast().get("action") != null)) {
            keep(laidOut(Map.of("reward", 0, "raw_reward", 0)));
        }
        SummaryInfo.Failure failure = error == null ? unfinished() : failure(error);
        if (failure != null) {
            log("WARNING", failure.message() + "\n" + failure.stackTrace());
        }
        log("INFO", "Saving summary info.");
        write(() -> KeptFile.write(folder.resolve("summary_info.json"), indented(SummaryInfo.of(steps, failure))));
    }

    private static String indented(Map<String, @Nullable Object> value) {
        return JsonWriter.indented(SecretFilter.known().redactValue(value), 4);
    }

    private SummaryInfo.@Nullable Failure unfinished() {
        boolean over = !steps.isEmpty()
                && (Boolean.TRUE.equals(steps.getLast().get("terminated"))
                        || Boolean.TRUE.equals(steps.getLast().get("truncated")));
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

    private void save(@Nullable String action, Map<String, @Nullable Object> said) {
        Map<String, @Nullable Object> observed = Objects.requireNonNull(pending);
        pending = null;
        boolean chosen = action != null || !said.isEmpty();
        Map<String, @Nullable Object> observation = new LinkedHashMap<>(CdpValues.object(observed.get("obs")));
        Object goal = observation.replace("goal_object", null);
        if (goal != null && !goalWritten) {
            goalWritten = true;
            gzip("goal_object.json.gz", goal);
        }
        Map<String, @Nullable Object> step = laidOut(observed);
        step.put("obs", observation);
        step.put("truncated", Boolean.TRUE.equals(observed.get("truncated")) || (chosen && action == null));
        step.put("action", action);
        step.put("agent_info", said);
        step.put("stats", chosen ? StepStats.of(observation, said, CdpValues.object(observed.get("profiling"))) : null);
        keep(step);
    }

    /** Returns a step in the order of the reference: what was observed, and room for the action that is chosen then. */
    private Map<String, @Nullable Object> laidOut(Map<String, @Nullable Object> observed) {
        Map<String, @Nullable Object> step = new LinkedHashMap<>();
        step.put("step", steps.size());
        for (String name : List.of("obs", "reward", "raw_reward", "terminated", "truncated", "action")) {
            step.put(name, observed.get(name));
        }
        step.put("agent_info", Map.of());
        step.put("stats", null);
        step.put("profiling", CdpValues.object(observed.get("profiling")));
        step.put("task_info", observed.get("task_info"));
        return step;
    }

    private void keep(Map<String, @Nullable Object> step) {
        gzip("step_" + steps.size() + ".json.gz", step);
        Map<String, @Nullable Object> kept = new LinkedHashMap<>(step);
        kept.remove("obs");
        steps.add(kept);
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

    private static double now() {
        return System.currentTimeMillis() / 1000.0;
    }

    /** The figures of a step: tokens of each text that was observed, the agent's own figures, and seconds. */
    static final class StepStats {

        private static final int LETTERS = 6;
        private static final int DIGITS = 3;

        static Map<String, @Nullable Object> of(
                Map<String, @Nullable Object> observation,
                Map<String, @Nullable Object> agentInfo,
                Map<String, @Nullable Object> profiling) {
            Map<String, @Nullable Object> stats = new LinkedHashMap<>();
            observation.forEach((key, value) -> {
                if (value instanceof String text) {
                    stats.put("n_token_" + key, tokens(text));
                }
            });
            CdpValues.object(agentInfo.get("stats")).forEach((key, value) -> stats.put(key, value));
            if (agentInfo.get("chat_messages") instanceof List<?> messages) {
                stats.put(
                        "n_token_agent_messages",
                        messages.stream().mapToInt(StepStats::messageTokens).sum());
            }
            stats.put("step_elapsed", seconds(profiling, "env_start", "env_stop"));
            stats.put("agent_elapsed", seconds(profiling, "agent_start", "agent_stop"));
            return stats;
        }

        private static double seconds(Map<String, @Nullable Object> profiling, String start, String stop) {
            return CdpValues.number(profiling.get(stop)) - CdpValues.number(profiling.get(start));
        }

        private static int messageTokens(@Nullable Object message) {
            Object content = CdpValues.object(message).get("content");
            if (content instanceof String text) {
                return tokens(text);
            }
            return CdpValues.list(content).stream()
                    .mapToInt(
                            part -> tokens(CdpValues.text(CdpValues.object(part).get("text"))))
                    .sum();
        }

        /**
         * Returns the approximate number of tokens of a text: one for six letters, three digits or three other signs of a run; the space
         * before a word is free.
         */
        static int tokens(String text) {
            int tokens = 0;
            int at = 0;
            while (at < text.length()) {
                int kind = kind(text.charAt(at));
                int start = at;
                while (at < text.length() && kind(text.charAt(at)) == kind) {
                    at++;
                }
                int length = at - start;
                tokens += switch (kind) {
                    case 0 -> (length + LETTERS - 1) / LETTERS;
                    case 1 -> (length + DIGITS - 1) / DIGITS;
                    case 2 -> length > 1 ? 1 : 0;
                    default -> (length + DIGITS - 1) / DIGITS;
                };
            }
            return tokens;
        }

        private static int kind(char c) {
            return Character.isLetter(c) ? 0 : Character.isDigit(c) ? 1 : Character.isWhitespace(c) ? 2 : 3;
        }
    }
}
