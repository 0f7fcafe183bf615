package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A likely reason why an episode lost reward.
 *
 * @param kind the class of loss, as {@link DiagnosisRule#kind} names it
 * @param summary what happened, in one sentence
 * @param confidence how sure the rule is that this cost the reward, from 0 to 1
 * @param evidence what the finding rests on
 * @param counterfactual what the score would have been otherwise, where that could be computed
 */
@Experimental
public record Finding(
        String kind,
        String summary,
        double confidence,
        List<Evidence> evidence,
        Optional<Counterfactual> counterfactual) {

    private static final double CLEAR = 0.7;
    private static final double LIKELY = 0.4;

    public Finding {
        evidence = List.copyOf(evidence);
        confidence = Math.clamp(confidence, 0, 1);
    }

    /**
     * Returns how sure the rule is, in a word. Confidences only order findings: of the labelled cases of docs/design/causes.md nine of ten are
     * right at every one of them, so no number of percent would say more.
     */
    public String certainty() {
        return confidence >= CLEAR ? "clear" : confidence >= LIKELY ? "likely" : "no clear cause";
    }

    /** Returns a finding of a rule, without evidence yet. */
    public static Finding of(DiagnosisRule rule, double confidence, String summary) {
        return new Finding(rule.kind(), summary, confidence, List.of(), Optional.empty());
    }

    /** Returns the same finding with more evidence. */
    public Finding because(Evidence... more) {
        return because(List.of(more));
    }

    /** Returns the same finding with more evidence. */
    public Finding because(List<Evidence> more) {
        List<Evidence> all = new ArrayList<>(evidence);
        all.addAll(more);
        return new Finding(kind, summary, confidence, all, counterfactual);
    }

    /** Returns the same finding with what the score would have been. */
    public Finding would(Counterfactual score) {
        return new Finding(kind, summary, confidence, evidence, Optional.of(score));
    }

    /** Returns the same finding with the most that a fix could bring, where the gold answer is known and would have earned more. */
    public Finding wouldAtMost(DiagnosisCase episode) {
        return episode.atMost().map(this::would).orElse(this);
    }

    /**
     * Something that was seen.
     *
     * @param step the turn in which it was seen, by its index from 0; empty where it concerns the whole episode
     * @param text what was seen, with an excerpt
     */
    public record Evidence(OptionalInt step, String text) {

        public static Evidence at(int step, String text) {
            return new Evidence(OptionalInt.of(step), text);
        }

        public static Evidence overall(String text) {
            return new Evidence(OptionalInt.empty(), text);
        }
    }

    /**
     * A score that was computed for another answer.
     *
     * @param score what the run's own reward gives for it
     * @param answer the other answer
     * @param bound whether it is only the most that a fix could bring, because the answer is the gold one and not made of what the
     *     agent had
     */
    public record Counterfactual(double score, String answer, boolean bound) {}
}
