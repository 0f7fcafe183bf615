package dev.guerdon.lab.report;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.lab.spi.Diagnosis.Diagnosed;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * An episode that shows a cause of lost reward, with the steps that tell it. Has excerpts only: a step may be megabytes.
 *
 * @param run the run's number in the report
 * @param diagnosed what was found
 * @param question the beginning of what was asked
 * @param steps the steps that were found to matter, and the last
 * @param recorded whether anybody wrote down what was said and done
 */
record EpisodeCitation(int run, Diagnosed diagnosed, String question, List<CitedStep> steps, boolean recorded) {

    private static final int MOST_STEPS = 5;

    /**
     * A step.
     *
     * @param number from 1
     * @param action what was done, else what was said
     * @param observation what came of it
     */
    public record CitedStep(int number, String action, String observation) {}

    /** Takes from an episode what a report shows of it. */
    public static EpisodeCitation of(int run, Diagnosed diagnosed, EpisodeDetail detail) {
        TreeSet<Integer> wanted = new TreeSet<>();
        for (Finding.Evidence evidence : diagnosed.main().evidence()) {
            evidence.step().ifPresent(wanted::add);
        }
        while (wanted.size() > MOST_STEPS - 1) {
            wanted.pollLast();
        }
        if (!detail.turns().isEmpty()) {
            wanted.add(detail.turns().getLast().index());
        }
        List<CitedStep> steps = new ArrayList<>();
        for (Turn turn : detail.turns()) {
            if (wanted.contains(turn.index())) {
                steps.add(step(turn));
            }
        }
        String question = detail.task().messages().isEmpty()
                ? ""
                : DisplayFormat.cut(detail.task().messages().getLast().text(), 300);
        return new EpisodeCitation(run, diagnosed, question, steps, detail.recorded(diagnosed.episode()));
    }

    private static CitedStep step(Turn turn) {
        String action = turn.action().isBlank() ? turn.reply() : turn.action();
        String observation = turn.error().isBlank() ? turn.observation() : "Error: " + turn.error();
        return new CitedStep(turn.index() + 1, DisplayFormat.cut(action, 200), DisplayFormat.cut(observation, 240));
    }

    /** Returns whether the step is shown, so that it can be linked to. */
    boolean shows(int number) {
        return steps.stream().anyMatch(step -> step.number() == number);
    }
}
