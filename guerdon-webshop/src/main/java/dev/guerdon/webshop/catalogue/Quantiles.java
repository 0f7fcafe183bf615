package dev.guerdon.webshop.catalogue;

import java.util.SplittableRandom;

/** Draws numbers that are spread as measured ones were. */
final class Quantiles {

    /** The shares that lie below the measured values. */
    private static final double[] SHARES = {0, .05, .1, .2, .3, .4, .5, .6, .7, .8, .9, .95, .99, 1};

    private final double[] values;

    private Quantiles(double[] values) {
        this.values = values;
    }

    /** A spread by its values at 0, 5, 10, 20, ..., 90, 95, 99 and 100 percent. */
    static Quantiles of(double... values) {
        if (values.length != SHARES.length) {
            throw new IllegalArgumentException("expected " + SHARES.length + " values, found " + values.length);
        }
        return new Quantiles(values.clone());
    }

    double draw(SplittableRandom random) {
        double share = random.nextDouble();
        int above = 1;
        while (SHARES[above] < share) {
            above++;
        }
        double part = (share - SHARES[above - 1]) / (SHARES[above] - SHARES[above - 1]);
        return values[above - 1] + (values[above] - values[above - 1]) * part;
    }

    int whole(SplittableRandom random) {
        return (int) Math.round(draw(random));
    }
}
