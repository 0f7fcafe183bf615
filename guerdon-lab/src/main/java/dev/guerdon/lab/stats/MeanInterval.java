package dev.guerdon.lab.stats;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.MeanEstimate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The interval of a mean, by the method that holds its level for the values at hand.
 *
 * <p>Where there are few values, or few that are not all the same, resampling them cannot know what was not seen, and no t
 * distribution fits; there it is {@link BoundedInterval}. Elsewhere the bootstrap and Student's t hold, and are narrower.
 *
 * @param interval the interval; empty for fewer than two values, or where values without bounds have no spread
 * @param resamples how many resamples a bootstrap drew, 0 for another method
 */
@Internal
public record MeanInterval(Optional<Interval> interval, int resamples) {

    /** Fewer values than this are few. */
    static final int FEW = 20;

    /** Fewer values than this beside the most frequent one are few. */
    static final int FEW_OTHERS = 10;

    private static final int MOST = 10_000;

    /**
     * The interval of a mean difference.
     *
     * @param bounded whether all rewards lie between 0 and 1, so that differences lie between -1 and 1
     */
    public static MeanInterval ofDifferences(double[] differences, boolean bounded, double level, long seed) {
        return ofDifferences(differences, bounded, level, seed, 0);
    }

    /** The same with a given number of draws, 0 for the usual. */
    public static MeanInterval ofDifferences(
            double[] differences, boolean bounded, double level, long seed, int resamples) {
        if (bounded && differences.length > 1 && few(differences)) {
            return new MeanInterval(
                    Optional.of(
                            resamples > 0
                                    ? BoundedInterval.of(differences, -1, 1, level, seed, resamples)
                                    : BoundedInterval.of(differences, -1, 1, level, seed)),
                    0);
        }
        PairedBootstrap bootstrap = resamples > 0
                ? PairedBootstrap.of(differences, level, seed, resamples)
                : PairedBootstrap.of(differences, level, seed);
        return new MeanInterval(bootstrap.interval(), bootstrap.resamples());
    }

    /** The interval of a run's mean reward, clustered by task. */
    public static Optional<Interval> ofRewards(List<Episode> episodes, double level) {
        boolean usual = episodes.stream()
                .filter(Episode::scored)
                .allMatch(episode -> episode.reward() >= 0 && episode.reward() <= 1);
        double[] means = Episode.meanByTask(episodes).values().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        boolean graded = Arrays.stream(means).anyMatch(mean -> mean > 0 && mean < 1);
        if (usual && graded && means.length > 1 && few(means)) {
            return Optional.of(BoundedInterval.of(means, 0, 1, level, 1));
        }
        return MeanEstimate.of(episodes)
                .interval(level)
                .map(interval ->
                        usual ? new Interval(Math.max(0, interval.low()), Math.min(1, interval.high())) : interval);
    }

    private static boolean few(double[] values) {
        if (values.length < FEW) {
            return true;
        }
        if (values.length > MOST) {
            return false; // so many draws would take longer than they are worth
        }
        Map<Double, Integer> counts = new HashMap<>();
        for (double value : values) {
            counts.merge(value, 1, Integer::sum);
        }
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return values.length - most < FEW_OTHERS;
    }
}
