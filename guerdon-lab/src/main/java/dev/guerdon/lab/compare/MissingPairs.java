package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Comparison.Bound;
import dev.guerdon.lab.spi.Comparison.Missing;
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
     * @param candidates the base beside each candidate
     * @param seed that of the permutation test
     */
    public static List<Missing> of(List<Pairing> candidates, long seed) {
        if (candidates.stream().allMatch(each -> each.lacking().pairs() == 0)) {
            return candidates.stream()
                    .map(each -> new Missing(0, 0, 0, each.lacking().range(), NOTHING, NOTHING, List.of()))
                    .toList();
        }
        List<Bound> worst = bounds(candidates, seed, true);
        List<Bound> best = bounds(candidates, seed, false);
        List<Missing> out = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            Lacking lacking = candidates.get(i).lacking();
            out.add(new Missing(
                    lacking.base(),
                    lacking.candidate(),
                    lacking.pairs(),
                    lacking.range(),
                    worst.get(i),
                    best.get(i),
                    lacking.bounds()));
        }
        return out;
    }

    /** All candidates at once, because their p-values are corrected for each other. */
    private static List<Bound> bounds(List<Pairing> candidates, long seed, boolean worst) {
        List<SignFlipTest> tests = new ArrayList<>();
        List<Double> means = new ArrayList<>();
        for (Pairing each : candidates) {
            double[] differences = each.differences(worst);
            means.add(Arrays.stream(differences).average().orElse(Double.NaN));
            tests.add(SignFlipTest.of(differences, seed));
        }
        double[] p =
                Holm.adjust(tests.stream().mapToDouble(SignFlipTest::pValue).toArray());
        double[] drops =
                Holm.adjust(tests.stream().mapToDouble(SignFlipTest::pDrop).toArray());
        List<Bound> out = new ArrayList<>();
        for (int i = 0; i < tests.size(); i++) {
            out.add(new Bound(means.get(i), p[i], drops[i]));
        }
        return out;
    }
}
