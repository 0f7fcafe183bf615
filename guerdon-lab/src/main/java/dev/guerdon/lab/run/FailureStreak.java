package dev.guerdon.lab.run;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.api.Trajectory.FinishReason;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Notices that the model fails again and again with one cause, so that a run need not fail to its end.
 *
 * <p>Causes are the same where their messages are, but for numbers: request ids, ports and times differ from call to call. A task counts
 * once, however often it is run again: what the model cannot answer there need not be what it cannot answer elsewhere.
 */
final class FailureStreak {

    /** How many tasks in a row are enough. */
    static final int ENOUGH = 3;

    private String cause = "";
    private String message = "";
    private final Set<String> tasks = new HashSet<>();
    private boolean anythingElse;

    void add(Rollout rollout) {
        add(rollout.plan().task().id(), rollout.trajectory().finishReason(), rollout.error());
    }

    void add(String task, FinishReason reason, String error) {
        if (reason != FinishReason.MODEL_FAILED) {
            tasks.clear();
            anythingElse = true;
            return;
        }
        String same = error.replaceAll("[0-9]+", "0");
        if (!same.equals(cause)) {
            tasks.clear();
        }
        tasks.add(task);
        cause = same;
        message = error;
    }

    /** Why to stop, in a sentence, once there are enough failures. */
    Optional<String> fault() {
        return tasks.size() >= ENOUGH ? Optional.of(sentence()) : Optional.empty();
    }

    /** The same for a run that is over: then nothing but failures with one cause is enough, however few. */
    Optional<String> faultAtTheEnd() {
        return !tasks.isEmpty() && !anythingElse ? Optional.of(sentence()) : fault();
    }

    private String sentence() {
        return "the model failed " + (tasks.size() == 1 ? "" : "on " + tasks.size() + " tasks in a row ")
                + "with one cause: " + message.strip().replaceAll("[.\\s]+$", "");
    }
}
