package dev.guerdon.catalogue.shaping;

import dev.guerdon.api.Internal;
import dev.guerdon.catalogue.gold.Gold;
import java.util.ArrayList;
import java.util.List;

/** The curves by which a length becomes a reward. */
@Internal
public final class Shapes {

    private Shapes() {}

    /** DAPO's: 0 up to the soft limit, falling to -1 at the limit. */
    public static double overlong(double length, double limit, double cache) {
        if (length <= limit - cache) {
            return 0;
        }
        return length <= limit ? (limit - cache - length) / cache : -1;
    }

    /**
     * Half a wave from the value for nothing to the value at the limit.
     *
     * @param progress the length as a share of the limit
     * @param atLimit the value at the limit
     * @param atZero the value for an empty response
     */
    public static double cosine(double progress, double atLimit, double atZero) {
        return atLimit + 0.5 * (atZero - atLimit) * (1.0 + StrictMath.cos(progress * Math.PI));
    }

    /** Kimi's, for a group: from 0.5 for the shortest to -0.5 for the longest; wrong answers never earn. */
    public static List<Double> group(List<Double> lengths, List<Boolean> correct) {
        if (lengths.isEmpty() || lengths.size() != correct.size()) {
            throw Gold.fault("a length reward needs as many lengths as values of 'correct', and at least one; found "
                    + lengths.size() + " and " + correct.size());
        }
        double least = lengths.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most = lengths.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        List<Double> rewards = new ArrayList<>(lengths.size());
        for (int i = 0; i < lengths.size(); i++) {
            rewards.add(inGroup(lengths.get(i), least, most, correct.get(i)));
        }
        return rewards;
    }

    /** The reward of one of a group, of which the shortest and the longest are known. */
    public static double inGroup(double length, double least, double most, boolean correct) {
        if (least == most) {
            return 0;
        }
        double value = 0.5 - (length - least) / (most - least);
        return correct ? value : Math.min(0, value);
    }
}
