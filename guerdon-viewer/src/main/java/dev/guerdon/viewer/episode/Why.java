package dev.guerdon.viewer.episode;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.trace.Evidence;
import dev.guerdon.viewer.trace.OpenRuns.Opened;
import dev.guerdon.viewer.trace.Passage;
import java.util.List;
import java.util.Locale;

/**
 * Why an episode has its reward.
 *
 * @param extras what the reward told besides its number
 * @param causes likely reasons why reward was lost, the likeliest first
 * @param evidence where in the episode the reward came from
 */
@Internal
public record Why(List<Extra> extras, List<Cause> causes, List<Evidence> evidence) {

    public Why {
        extras = List.copyOf(extras);
        causes = List.copyOf(causes);
        evidence = List.copyOf(evidence);
    }

    /** Something that a reward told besides its number. */
    public record Extra(String name, String value) {}

    /**
     * A likely reason why reward was lost.
     *
     * @param kind the class of loss in words
     * @param confidence in percent
     * @param would what the score would have been otherwise, in words; empty where nobody knows
     * @param evidence what it rests on
     */
    public record Cause(String kind, String summary, int confidence, String would, List<Evidence> evidence) {

        static Cause of(Finding finding, Opened opened, Links links) {
            return new Cause(
                    finding.kind().replace('_', ' '),
                    Passage.visible(finding.summary()),
                    (int) Math.round(100 * finding.confidence()),
                    would(finding),
                    finding.evidence().stream()
                            .map(one -> of(one, finding.kind(), opened, links))
                            .toList());
        }

        private static Evidence of(Finding.Evidence one, String kind, Opened opened, Links links) {
            int step = one.step().orElse(-1);
            boolean there = step >= 0 && step < opened.detail().turns().size();
            return new Evidence(
                    there ? step : -1,
                    kind.replace('_', ' '),
                    Passage.visible(one.text()),
                    there
                            ? links.episode(
                                    opened.run(),
                                    opened.episode().task(),
                                    opened.episode().repeat(),
                                    step)
                            : "");
        }

        /** What another answer would have scored. */
        public static String would(Finding finding) {
            return finding.counterfactual()
                    .map(other -> String.format(
                                    Locale.ROOT,
                                    other.bound() ? "A fix brings at most %.3f: " : "Would have scored %.3f as: ",
                                    other.score())
                            + Passage.line(other.answer(), 200))
                    .orElse("");
        }
    }
}
