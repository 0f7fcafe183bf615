package dev.guerdon.browser.experiment;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.view.Plain;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One step of an experiment in BrowserGym's sense: what was observed, what it paid, and the action that was chosen then.
 *
 * @param step 0 for the reset
 * @param observation what was observed, as plain values and without pictures; null where the step failed before
 * @param action the action that was chosen; null at the end
 * @param reward what led here paid; whole numbers stay whole
 * @param rawReward the task's own reward, where there is one
 * @param terminated whether the task is over; null where the step failed before
 * @param truncated whether the episode was cut off
 * @param agentInfo what the agent says about its choice
 * @param stats figures of the step; null where no action was chosen
 * @param profiling times in seconds since 1970
 * @param taskInfo what the task says
 */
@Internal
public record RecordedStep(
        int step,
        @Nullable Map<String, @Nullable Object> observation,
        @Nullable String action,
        Number reward,
        @Nullable Number rawReward,
        @Nullable Boolean terminated,
        @Nullable Boolean truncated,
        Map<String, @Nullable Object> agentInfo,
        @Nullable Map<String, @Nullable Object> stats,
        Map<String, @Nullable Object> profiling,
        @Nullable Object taskInfo) {

    public RecordedStep {
        agentInfo = Collections.unmodifiableMap(new LinkedHashMap<>(agentInfo));
        profiling = Collections.unmodifiableMap(new LinkedHashMap<>(profiling));
    }

    /** The plain value that is stored, with the reference's names. */
    public Map<String, @Nullable Object> plain() {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        plain.put("step", step);
        plain.put("obs", observation);
        plain.put("reward", reward);
        plain.put("raw_reward", rawReward);
        plain.put("terminated", terminated);
        plain.put("truncated", truncated);
        plain.put("action", action);
        plain.put("agent_info", agentInfo);
        plain.put("stats", stats);
        plain.put("profiling", profiling);
        plain.put("task_info", taskInfo);
        return plain;
    }

    /** Reads what {@link #plain} gave, or what a pickle of the reference holds. What has another shape is left out. */
    static RecordedStep read(Map<?, ?> plain) {
        return new RecordedStep(
                Math.max(Plain.index(plain.get("step")), 0),
                plain.get("obs") instanceof Map<?, ?> observed ? Plain.editable(observed) : null,
                plain.get("action") instanceof String action ? action : null,
                plain.get("reward") instanceof Number reward ? reward : 0,
                plain.get("raw_reward") instanceof Number raw ? raw : null,
                plain.get("terminated") instanceof Boolean terminated ? terminated : null,
                plain.get("truncated") instanceof Boolean truncated ? truncated : null,
                Plain.editable(plain.get("agent_info")),
                plain.get("stats") instanceof Map<?, ?> stats ? Plain.editable(stats) : null,
                Plain.editable(plain.get("profiling")),
                plain.get("task_info"));
    }
}
