package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Comparison.Bound;
import dev.guerdon.lab.spi.Comparison.Missing;
import dev.guerdon.lab.spi.Comparison.TaskBound;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.PairedTask;
import dev.guerdon.lab.stats.Holm;
import dev.guerdon.lab.stats.SignFlipTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Bounds what pairs without a score could have changed, by the lowest and the highest rewards that they could have had. */
@Internal
public final class MissingPairs {

    private static final Bound NOTHING = new Bound(Double.NaN, 1, 1);

    private MissingPairs() {}

    /**
     * What is missing for each candidate.
     *
     * @param candidates the tasks of the base and each candidate
     * @param seed that of the permutation test
     */
    public static List<Missing> of(List<List<PairedTask>> candidates, long seed) {
        List<Interval> ranges = candidates.stream().map(MissingPairs::range).toList();
        if (candidates.stream().flatMap(List::stream).allMatch(task -> task.missing() == 0)) {
            return ranges.stream()
                    .map(range -> new Missing(0, 0, 0, range, NOTHING, NOTHING, List.of()))
                    .toList();
        }
        List<Bound> worst = bounds(candidates, ranges, seed, true);
        List<Bound> best = bounds(candidates, ranges, seed, false);
        List<Missing> out = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            Interval range = ranges.get(i);
            List<PairedTask> lacking =
                    candidates.get(i).stream().filter(task -> task.missing() > 0).toList();
            out.add(new Missing(
                    lacking.stream().mapToInt(PairedTask::missingInBase).sum(),
                    lacking.stream().mapToInt(PairedTask::missingInCandidate).sum(),
                    lacking.stream().mapToInt(PairedTask::missing).sum(),
                    range,
                    worst.get(i),
                    best.get(i),
                    lacking.stream()
                            .map(task -> new TaskBound(
                                    task.task(),
                                    task.difference(range.high(), range.low()),
                                    task.difference(range.low(), range.high())))
                            .toList()));
        }
        return out;
    }

    /** All candidates at once, because their p-values are corrected for each other. */
    private static List<Bound> bounds(
            List<List<PairedTask>> candidates, List<Interval> ranges, long seed, boolean worst) {
        List<double[]> differences = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            Interval range = ranges.get(i);
            double base = worst ? range.high() : range.low();
            double candidate = worst ? range.low() : range.high();
            differences.add(candidates.get(i).stream()
                    .filter(task -> task.pairs() + task.missing() > 0)
                    .mapToDouble(task -> task.difference(base, candidate))
                    .toArray());
        }
        List<SignFlipTest> tests =
                differences.stream().map(d -> SignFlipTest.of(d, seed)).toList();
        double[] p =
                Holm.adjust(tests.stream().mapToDouble(SignFlipTest::pValue).toArray());
        double[] drops =
                Holm.adjust(tests.stream().mapToDouble(SignFlipTest::pDrop).toArray());
        List<Bound> out = new ArrayList<>();
        for (int i = 0; i < tests.size(); i++) {
            out.add(new Bound(Arrays.stream(differences.get(i)).average().orElse(Double.NaN), p[i], drops[i]));
        }
        return out;
    }

    /** From 0 to 1, or as far as rewards were seen. */
    private static Interval range(List<PairedTask> tasks) {
        double low = 0;
        double high = 1;
        for (PairedTask task : tasks) {
            low = Math.min(low, task.lowest());
            high = Math.max(high, task.highest());
        }
        return new Interval(low, high);
    }
}
