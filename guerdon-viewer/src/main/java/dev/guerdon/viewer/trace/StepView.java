package dev.guerdon.viewer.trace;

import dev.guerdon.api.Internal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step on a page.
 *
 * @param index its place, from 0
 * @param said what the agent thought, did and got
 * @param outcome what it brought and took
 * @param stage its pictures; null where there are none
 * @param phases what its time went into
 * @param tabs its longer texts
 * @param evidence what can be seen here that explains the reward
 * @param here where it is
 */
@Internal
public record StepView(
        int index,
        Said said,
        Outcome outcome,
        @Nullable Stage stage,
        List<Phase> phases,
        List<Tab> tabs,
        List<Evidence> evidence,
        String here) {

    public StepView {
        phases = List.copyOf(phases);
        tabs = List.copyOf(tabs);
        evidence = List.copyOf(evidence);
    }

    /** The step's number as people count. */
    public int number() {
        return index + 1;
    }

    /**
     * What the agent thought, did and got.
     *
     * @param chosen the action as the agent named it, with its parameters; the reply where it named none
     * @param carriedOut what was done for it, where that reads otherwise; else empty
     */
    public record Said(Passage thought, Passage chosen, String carriedOut, Passage result, boolean acted) {}

    /**
     * What a step brought and took.
     *
     * @param reward the environment's reward, empty for none
     * @param error what failed, empty for nothing
     * @param marks short facts, such as that the page was cut
     * @param tokens in words, empty for none
     * @param time in words
     * @param url the page's address as text
     * @param link the same where a browser may go there; empty for an address that is not of the web
     */
    public record Outcome(
            String reward, Passage error, List<Mark> marks, String tokens, String time, String url, String link) {
        public Outcome {
            marks = List.copyOf(marks);
        }
    }

    /** A short fact, and how it should look: {@code good}, {@code bad}, {@code warn} or {@code info}. */
    public record Mark(String look, String words) {}

    /**
     * The pictures of a step.
     *
     * @param before where the picture before the action is
     * @param after where the one after it is; empty for none
     * @param targets what the action was aimed at
     * @param aim what that is in words
     */
    public record Stage(String before, String after, int width, int height, List<Target> targets, String aim) {
        public Stage {
            targets = List.copyOf(targets);
        }
    }

    /**
     * A longer text.
     *
     * @param id names it in the address
     * @param difference how it changed since the step before; null where that says nothing
     */
    public record Tab(
            String id,
            String name,
            Passage passage,
            @Nullable Difference difference) {}
}
