package dev.guerdon.lab.run;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.api.Trajectory.FinishReason;
import java.util.Optional;

/**
 * Notices that the model fails again and again with one cause, so that a run need not fail to its end.
 *
 * <p>Causes are the same where their messages are, but for numbers: request ids, ports and times differ from call to call.
 */
final class FailureStreak {

    /** How many failures in a row are enough. */
    static final int ENOUGH = 3;

    private String cause = "";
    private String message = "";
    private int length;
    private boolean anythingElse;

    void add(Rollout rollout) {
        if (rollout.trajectory().finishReason() != FinishReason.MODEL_FAILED) {
            length = 0;
            anythingElse = true;
            return;
        }
        String same = rollout.error().replaceAll("[0-9]+", "0");
        length = same.equals(cause) ? length + 1 : 1;
        cause = same;
        message = rollout.error();
    }

    /** Why to stop, in a sentence, once there are enough failures. */
    Optional<String> fault() {
        return length >= ENOUGH ? Optional.of(sentence()) : Optional.empty();
    }

    /** The same for a run that is over: then nothing but failures with one cause is enough, however few. */
    Optional<String> faultAtTheEnd() {
        return length > 0 && !anythingElse ? Optional.of(sentence()) : fault();
    }

    private String sentence() {
        return "the model failed " + (length == 1 ? "" : length + " times in a row ") + "with one cause: "
                + message.strip().replaceAll("[.\\s]+$", "");
    }
}
