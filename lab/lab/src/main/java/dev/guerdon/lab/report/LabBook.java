package dev.guerdon.lab.report;

import dev.guerdon.api.Score;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import java.util.List;

/**
 * The episodes of a run, one by one.
 *
 * @param run the run's number in the report
 * @param entries its first episodes
 */
record LabBook(int run, List<Entry> entries) {

    /** How many episodes all books of a report have. */
    public static final int MOST = 400;

    /** Number of episodes that one book has. */
    public static final int MOST_OF_A_RUN = 200;

    /**
     * An episode.
     *
     * @param episode the episode, without what was said in it
     * @param raw what its environment gave of its own, summed over the steps
     * @param told whether somebody wrote that sum down, so that a zero is one
     */
    public record Entry(Episode episode, double raw, boolean told) {

        public static Entry of(Episode episode, EpisodeDetail detail) {
            return episode.score() instanceof Score.Scored scored
                            && scored.result().extras().get("cum_raw_reward") instanceof Number raw
                    ? new Entry(episode, raw.doubleValue(), true)
                    : new Entry(
                            episode,
                            detail.turns().stream().mapToDouble(Turn::reward).sum(),
                            false);
        }
    }
}
