package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The key figures of a run. The average is that of {@link MeanEstimate}: over scored episodes, with those that are missing beside it.
 *
 * @param episodes how many episodes
 * @param tasks how many different tasks
 * @param averageReward the mean reward over scored episodes; NaN if there is none
 * @param completed episodes that ended by their own final answer
 * @param truncated episodes that a limit cut
 * @param perfect episodes with a reward of at least {@link #PERFECT}
 * @param zero scored episodes with a reward of exactly 0
 * @param averageSteps the mean number of steps
 * @param errorRate the share of episodes that ended in an error
 * @param unscored episodes without a score
 * @param best the scored episode with the highest reward, the earliest of equals
 * @param worst the scored episode with the lowest reward, the earliest of equals
 */
@Experimental
public record KeyMetrics(
        int episodes,
        int tasks,
        double averageReward,
        int completed,
        int truncated,
        int perfect,
        int zero,
        double averageSteps,
        double errorRate,
        int unscored,
        Optional<Episode> best,
        Optional<Episode> worst) {

    /** From this reward on an episode counts as perfect. */
    public static final double PERFECT = 0.990;

    public static KeyMetrics of(List<Episode> episodes) {
        int n = episodes.size();
        double divisor = Math.max(1, n);
        return new KeyMetrics(
                n,
                (int) episodes.stream().map(Episode::task).distinct().count(),
                MeanEstimate.of(episodes).mean(),
                count(episodes, Episode::completed),
                count(episodes, Episode::truncated),
                count(episodes, e -> e.scored() && e.reward() >= PERFECT),
                count(episodes, e -> e.scored() && e.reward() == 0),
                episodes.stream().mapToInt(Episode::steps).sum() / divisor,
                episodes.stream().filter(Episode::failed).count() / divisor,
                count(episodes, e -> !e.scored()),
                episodes.stream().filter(Episode::scored).reduce((a, b) -> b.reward() > a.reward() ? b : a),
                episodes.stream().filter(Episode::scored).reduce((a, b) -> b.reward() < a.reward() ? b : a));
    }

    private static int count(List<Episode> episodes, Predicate<Episode> which) {
        return (int) episodes.stream().filter(which).count();
    }

    /** Returns the average in words, with how many are missing from it. */
    public String average() {
        return new MeanEstimate(averageReward, Double.NaN, tasks, episodes - unscored, unscored).words();
    }

    /** Returns the key figures of each domain, in the order in which the domains first appear. */
    public static Map<String, KeyMetrics> byDomain(List<Episode> episodes) {
        Map<String, List<Episode>> domains = new LinkedHashMap<>();
        episodes.forEach(episode -> domains.computeIfAbsent(episode.domain(), domain -> new ArrayList<>())
                .add(episode));
        Map<String, KeyMetrics> out = new LinkedHashMap<>();
        domains.forEach((domain, each) -> out.put(domain, of(each)));
        return out;
    }
}
