package dev.guerdon.viewer.episode;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.trace.Passage;
import dev.guerdon.viewer.trace.StepView;
import java.util.List;

/**
 * An episode on a page.
 *
 * @param head what is known of it as a whole
 * @param why why it has its reward
 * @param rows all steps, a line each
 * @param steps the steps that are shown: one, or all of them where there is no server to ask for the next
 * @param search where the words stand that are looked for
 * @param places where its other pages are
 * @param tab which of the longer texts of a step is open
 */
@Internal
public record EpisodeView(
        Head head, Why why, List<Row> rows, List<StepView> steps, Search search, Places places, String tab) {

    public EpisodeView {
        rows = List.copyOf(rows);
        steps = List.copyOf(steps);
    }

    /**
     * What is known of an episode as a whole.
     *
     * @param key the task, and the repeat where there are several
     * @param look how the reward looks: the name of a style, or empty
     * @param ended who or what ended it, in words
     * @param figures further figures in order
     */
    public record Head(
            String run,
            String key,
            String reward,
            String look,
            String ended,
            Passage goal,
            Passage answer,
            Passage gold,
            Passage problem,
            List<Figure> figures) {
        public Head {
            figures = List.copyOf(figures);
        }

        /** Whether the answer is written as the gold one is. */
        public boolean exact() {
            return !gold.isEmpty() && gold.seen().strip().equals(answer.seen().strip());
        }
    }

    /** A figure with what it counts. */
    public record Figure(String name, String value, String note) {}

    /**
     * A step in the list of steps.
     *
     * @param current whether it is the one that is shown
     * @param marked whether something can be seen there that explains the reward
     */
    public record Row(
            int number, String label, String reward, boolean failed, boolean marked, boolean current, String address) {}

    /**
     * Where other pages of the episode are; empty for those that are not there.
     *
     * @param self this page without a step
     * @param fragment what the number of a step is added to, to get that step alone
     * @param previous the step before
     * @param next the step after
     * @param chat what was said
     * @param messages how many messages that is
     * @param files the files that the episode left
     */
    public record Places(
            String task,
            int repeat,
            String self,
            String fragment,
            String previous,
            String next,
            String chat,
            int messages,
            List<File> files) {
        public Places {
            files = List.copyOf(files);
        }
    }

    /** A file that an episode left. */
    public record File(String name, String address) {}
}
