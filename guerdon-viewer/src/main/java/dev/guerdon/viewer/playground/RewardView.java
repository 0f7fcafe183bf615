package dev.guerdon.viewer.playground;

import dev.guerdon.api.Internal;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.lab.AuditReport;
import dev.guerdon.lab.ProbeReport;
import dev.guerdon.viewer.trace.Passage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reward on a page.
 *
 * @param name its name without options
 * @param given what is in the form
 * @param scores what the samples got; empty where none were tried
 * @param probe what other ways to write the answer get; null where nothing was probed
 * @param audit what answers get that deserve nothing; null where nothing was audited
 * @param problem why nothing could be tried; empty for nothing
 * @param action where the form goes; empty where this viewer only reads
 */
@Internal
public record RewardView(
        String name,
        RewardEntry reward,
        Given given,
        List<Scored> scores,
        @Nullable ProbeReport probe,
        @Nullable AuditReport audit,
        String problem,
        String action) {

    public RewardView {
        scores = List.copyOf(scores);
    }

    /**
     * What is in the form.
     *
     * @param options options of the reward, such as {@code digits=3}
     * @param samples JSON lines
     * @param gold the gold answer to write in other ways
     */
    public record Given(String options, String samples, String gold) {}

    /** What a sample got. */
    public record Scored(int line, String reward, String look, Passage details) {}
}
