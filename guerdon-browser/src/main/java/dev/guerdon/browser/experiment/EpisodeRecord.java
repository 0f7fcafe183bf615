package dev.guerdon.browser.experiment;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.driver.Machine;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.tab.SessionFiles;
import dev.guerdon.browser.task.BrowserTasks;
import dev.guerdon.browser.view.BrowserObservation;
import dev.guerdon.browser.view.PrunedHtml;
import dev.guerdon.browser.view.Screenshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps one episode as a folder in BrowserGym's layout. */
@Internal
public final class EpisodeRecord {

    /** What the environment measures of a step, under the names that folders have. */
    private static final List<String> TIMES = List.of(
            "action_exec_start",
            "action_exec_stop",
            "wait_for_page_loading_start",
            "wait_for_page_loading_stop",
            "validation_start",
            "validation_stop",
            "get_observation_start",
            "get_observation_stop");

    private final Path folder;
    private final Recorder recorder;
    private final Map<String, @Nullable Object> agentInfo = new LinkedHashMap<>();
    private double envStart = now();
    private Map<String, @Nullable Object> profiling = new LinkedHashMap<>();

    private EpisodeRecord(Path folder, Recorder recorder) {
        this.folder = folder;
        this.recorder = recorder;
    }

    /**
     * Begins; a folder that has an episode already gets further ones below it.
     *
     * @param maxSteps the limit of steps, 0 for none
     * @param video whether a video is recorded
     * @param versions of what the episode is played with, by name
     */
    public static EpisodeRecord begin(
            Path wanted, Task task, int maxSteps, boolean video, Map<String, String> versions) {
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
        return new EpisodeRecord(folder, Recorder.begin(folder, id, arguments, versions));
    }

    /** The files that the browser adds to the folder. */
    public SessionFiles files(Set<SessionFiles.Kind> kinds) {
        if (kinds.contains(SessionFiles.Kind.WEBM)
                && Machine.thisOne().onPath("ffmpeg").isEmpty()) {
            throw new BrowserException(
                    "a video as WebM needs ffmpeg on the PATH, found none; install it, or record with video=true");
        }
        return new SessionFiles(folder, kinds);
    }

    public void annotate(Map<String, @Nullable Object> info) {
        agentInfo.putAll(info);
    }

    /** The agent chose an action. */
    public void acting(String action) {
        profiling.put("agent_stop", now());
        recorder.acted(action, Map.copyOf(withoutNull(agentInfo)));
        agentInfo.clear();
        envStart = now();
    }

    private static Map<String, Object> withoutNull(Map<String, @Nullable Object> map) {
        Map<String, Object> kept = new LinkedHashMap<>();
        map.forEach((name, value) -> {
            if (value != null) {
                kept.put(name, value);
            }
        });
        return kept;
    }

    /** The reset or an action brought an observation. */
    public void observed(BrowserObservation observation, Step step) {
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
        Screenshot picture = observation.view().screenshot();
        recorder.observed(
                new Recorder.Observed(
                        shown,
                        step.reward(),
                        null,
                        Boolean.TRUE.equals(attributes.get("terminated")),
                        Boolean.TRUE.equals(attributes.get("truncated")),
                        attributes.get("task_info"),
                        profiling),
                picture == null ? null : picture.png(),
                null);
    }

    public void end(@Nullable RuntimeException error) {
        recorder.end(error);
    }

    private static double now() {
        return System.currentTimeMillis() / 1000.0;
    }
}
