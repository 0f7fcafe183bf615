package dev.guerdon.catalogue.agreement;

import dev.guerdon.api.Internal;
import java.util.Arrays;

/** Agreement of raters on labels, corrected for what chance would give. The labels are numbers from 0, in their order. */
@Internal
public final class Kappa {

    /** How much a disagreement between two labels weighs. */
    @Internal
    public enum Weights {
        NONE,
        LINEAR,
        QUADRATIC
    }

    private Kappa() {}

    /** Cohen's kappa of two raters who labelled the same items; NaN where chance would make no disagreement. */
    public static double cohen(int[] a, int[] b, int labels, Weights weights) {
        double[] first = new double[labels];
        double[] second = new double[labels];
        double observed = 0;
        for (int i = 0; i < a.length; i++) {
            first[a[i]]++;
            second[b[i]]++;
            observed += weight(a[i], b[i], weights);
        }
        double expected = 0;
        for (int i = 0; i < labels; i++) {
            for (int j = 0; j < labels; j++) {
                expected += first[i] * second[j] * weight(i, j, weights);
            }
        }
        return 1 - observed / (expected / a.length);
    }

    private static double weight(int one, int two, Weights weights) {
        double steps = Math.abs(one - two);
        return switch (weights) {
            case NONE -> one == two ? 0 : 1;
            case LINEAR -> steps;
            case QUADRATIC -> steps * steps;
        };
    }

    /**
     * Fleiss' kappa of items that each have the same number of ratings; NaN where all ratings are the same.
     *
     * @param counts how many raters gave each item each label
     */
    public static double fleiss(int[][] counts) {
        int raters = Arrays.stream(counts[0]).sum();
        double[] totals = new double[counts[0].length];
        double agreed = 0;
        for (int[] item : counts) {
            for (int label = 0; label < item.length; label++) {
                agreed += (double) item[label] * (item[label] - 1);
                totals[label] += item[label];
            }
        }
        double observed = agreed / ((double) counts.length * raters * (raters - 1));
        double expected = 0;
        for (double total : totals) {
            double share = total / ((double) counts.length * raters);
            expected += share * share;
        }
        return (observed - expected) / (1 - expected);
    }
}
