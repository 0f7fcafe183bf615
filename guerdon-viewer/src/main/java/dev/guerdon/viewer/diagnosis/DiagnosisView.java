package dev.guerdon.viewer.diagnosis;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.trace.Evidence;
import java.util.List;

/**
 * A diagnosis on a page.
 *
 * @param lost how much reward was lost, in words
 * @param note what a reader must know of the figures; empty for nothing
 * @param causes the classes of loss, the costliest first
 * @param episodes the episodes on this page, those that lost most first
 * @param all how many episodes there are of the class that is chosen
 * @param more where the next ones are; empty for none
 */
@Internal
public record DiagnosisView(
        String run, String lost, String note, List<Cause> causes, List<Loss> episodes, int all, String more) {

    public DiagnosisView {
        causes = List.copyOf(causes);
        episodes = List.copyOf(episodes);
    }

    /**
     * A class of loss.
     *
     * @param share its share of what was lost, in percent
     * @param brings how much a fix brings back of what the agent had, in thousandths of all that was lost
     * @param address where its episodes are
     */
    public record Cause(
            String name,
            int episodes,
            String lost,
            int share,
            String recoverable,
            int brings,
            String remedy,
            String address,
            boolean current) {}

    /**
     * An episode that lost reward.
     *
     * @param would what the score would have been otherwise, in words; empty where nobody knows
     */
    public record Loss(
            String task,
            String address,
            String reward,
            String lost,
            String cause,
            int confidence,
            String summary,
            String would,
            List<Evidence> evidence,
            List<String> others) {}
}
