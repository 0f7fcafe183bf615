package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.List;

/**
 * Why the episodes of a run lost reward, and which classes of loss cost most.
 *
 * @param run the run's name
 * @param episodes the episodes that were examined, those that lost most first
 * @param totals the classes of loss, the costliest first
 * @param losing how many episodes lost reward, whether they were examined or not
 */
@Experimental
public record Diagnosis(String run, List<Diagnosed> episodes, List<Total> totals, int losing) {

    public Diagnosis {
        episodes = List.copyOf(episodes);
        totals = List.copyOf(totals);
    }

    /**
     * An episode that lost reward.
     *
     * @param episode the episode
     * @param lost how much it lost against the gold answer's score; if that is not known, against 1 or the best of the run
     * @param main the finding that most likely explains it
     * @param others what else was found, the most likely first
     */
    public record Diagnosed(Episode episode, double lost, Finding main, List<Finding> others) {
        public Diagnosed {
            others = List.copyOf(others);
        }
    }

    /**
     * A class of loss over all episodes for which it is the main one.
     *
     * @param kind the class
     * @param episodes how many episodes
     * @param lost how much reward they lost
     * @param recoverable how much of it counterfactual scores, of what the agent had, would have brought back
     * @param remedy what to try first
     */
    public record Total(String kind, int episodes, double lost, double recoverable, String remedy) {}

    /** Returns how much reward all examined episodes lost. */
    public double lost() {
        return episodes.stream().mapToDouble(Diagnosed::lost).sum();
    }
}
