package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.text.CompactTexts;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A stored run, opened to be read; also while it is still being written.
 *
 * <p>{@link #episodes} reads all of them at once, which a run of a million does not allow; the other methods need no more memory for a
 * large run than for a small one. What was said in an episode is read on demand.
 */
@Experimental
public interface Run extends AutoCloseable {

    RunInfo info();

    Path folder();

    /** Returns the finished episodes, by task in planned order, then by repeat. */
    List<Episode> episodes();

    /** Returns whether it has so many episodes that they should not be held all at once. */
    default boolean large() {
        return false;
    }

    /** Returns the key figures of each domain. */
    default Map<String, KeyMetrics> domains() {
        return KeyMetrics.byDomain(episodes());
    }

    /** Returns the mean reward and how well it is known. */
    default MeanEstimate mean() {
        return MeanEstimate.of(episodes());
    }

    /** Returns the lowest and the highest reward; empty where nothing is scored. */
    default Optional<Interval> range() {
        DoubleSummaryStatistics rewards = episodes().stream()
                .filter(Episode::scored)
                .mapToDouble(Episode::reward)
                .summaryStatistics();
        return rewards.getCount() == 0
                ? Optional.empty()
                : Optional.of(new Interval(rewards.getMin(), rewards.getMax()));
    }

    /** Returns what all model calls used up. */
    default Usage usage() {
        return episodes().stream().map(Episode::usage).reduce(Usage.NONE, Usage::plus);
    }

    /** Returns the finished episode of a task and repeat, if there is one. */
    default Optional<Episode> episode(String task, int repeat) {
        return episodes().stream()
                .filter(episode -> episode.repeat() == repeat && episode.task().equals(task))
                .findFirst();
    }

    /** Returns the finished episodes one by one, in no order that means anything. To be closed. */
    default Stream<Episode> stream() {
        return episodes().stream();
    }

    /**
     * Returns the finished episodes one by one, of which only the task, domain, repeat and score need be right: those of a task together, tasks
     * by {@link CompactTexts#BY_CODE_POINTS}. To be closed.
     */
    default Stream<Episode> scores() {
        return episodes().stream()
                .sorted(Comparator.comparing(Episode::task, CompactTexts.BY_CODE_POINTS)
                        .thenComparingInt(Episode::repeat));
    }

    /** Returns the finished episodes that are chosen, one by one, by their rewards from the lowest; first those without one. To be closed. */
    default Stream<Episode> lowest(Choice choice) {
        return episodes().stream()
                .filter(choice::has)
                .sorted(Comparator.comparing(Episode::scored).thenComparingDouble(Episode::reward));
    }

    /** Returns how many finished episodes are chosen. */
    default long count(Choice choice) {
        return episodes().stream().filter(choice::has).count();
    }

    /**
     * Choice of episodes of a run.
     *
     * @param below only those with a reward below this; infinite for those without one, too
     * @param domain only those of this domain, upper and lower case being the same; null for all
     * @param faulty only those that failed or could not be scored
     */
    record Choice(double below, @Nullable String domain, boolean faulty) {

        /** All of them. */
        public static final Choice ALL = new Choice(Double.POSITIVE_INFINITY, null, false);

        /** Returns whether an episode is among them. */
        public boolean has(Episode episode) {
            boolean low = episode.scored() ? episode.reward() < below : below == Double.POSITIVE_INFINITY;
            return low
                    && (domain == null || episode.domain().equalsIgnoreCase(domain))
                    && (!faulty || episode.failed() || !episode.scored());
        }
    }

    /** Returns what happened in an episode of this run. */
    EpisodeDetail detail(Episode episode);

    /** Returns the key figures. */
    default KeyMetrics metrics() {
        return KeyMetrics.of(episodes());
    }

    @Override
    void close();
}
