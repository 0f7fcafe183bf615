package dev.guerdon.lab.simulate;

import dev.guerdon.lab.compare.MeanInterval;
import dev.guerdon.lab.compare.MeanInterval.PairedBootstrap;
import dev.guerdon.lab.spi.Interval;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** How often intervals hold the true value, and how wide they are. Where a method has no interval, it did not hold it. */
enum Coverage {
    /** The bootstrap alone. */
    BOOTSTRAP("bootstrap") {
        @Override
        Optional<Interval> interval(double[] values, double low, double high, long seed) {
            return PairedBootstrap.of(values, 0.95, seed, DRAWS).interval();
        }
    },
    /** What is shown to users. */
    SHOWN("shown") {
        @Override
        Optional<Interval> interval(double[] values, double low, double high, long seed) {
            if (low < 0) {
                return MeanInterval.ofDifferences(values, true, 0.95, seed, DRAWS)
                        .interval();
            }
            return MeanInterval.ofRewards(Sessions.episodes(values), 0.95);
        }
    };

    /** What is estimated. */
    enum Sample {
        RARE("mean of 0/1, one in fifty right", 0, 0.02) {
            @Override
            double draw(SplittableRandom random) {
                return random.nextInt(50) == 0 ? 1 : 0;
            }
        },
        PARTIAL("mean of graded, mostly 1, seldom 0.2", 0, 0.92) {
            @Override
            double draw(SplittableRandom random) {
                return random.nextInt(10) == 0 ? 0.2 : 1;
            }
        },
        HALF("mean of 0/1, half of them right", 0, 0.5) {
            @Override
            double draw(SplittableRandom random) {
                return random.nextInt(2);
            }
        },
        FIXES("difference, 10 % fixed, none regressed", -1, 0.1) {
            @Override
            double draw(SplittableRandom random) {
                return random.nextInt(10) == 0 ? 1 : 0;
            }
        },
        BOTH("difference, 30 % fixed, 20 % regressed", -1, 0.1) {
            @Override
            double draw(SplittableRandom random) {
                int die = random.nextInt(10);
                return die < 3 ? 1 : die < 5 ? -1 : 0;
            }
        },
        GRADED("difference, graded", -1, 0) {
            @Override
            double draw(SplittableRandom random) {
                double first = random.nextDouble();
                return first - random.nextDouble();
            }
        },
        TIED("difference, 70 % tied, else cubes", -1, 0.075) {
            @Override
            double draw(SplittableRandom random) {
                return random.nextInt(10) < 7 ? 0 : Math.pow(random.nextDouble(), 3);
            }
        },
        SKEWED("difference, small gains, seldom a large loss", -1, 0) {
            @Override
            double draw(SplittableRandom random) {
                return random.nextInt(10) == 0 ? -0.9 : 0.1;
            }
        };

        final String words;
        final double low;
        final double truth;

        Sample(String words, double low, double truth) {
            this.words = words;
            this.low = low;
            this.truth = truth;
        }

        abstract double draw(SplittableRandom random);
    }

    /** A share and a width. */
    record Rate(double held, double width) {}

    private static final int DRAWS = 1_000;

    final String words;

    Coverage(String words) {
        this.words = words;
    }

    abstract Optional<Interval> interval(double[] values, double low, double high, long seed);

    Rate simulate(Sample sample, int n, int rounds, long seed) {
        double[][] found = IntStream.range(0, rounds)
                .parallel()
                .mapToObj(round -> {
                    SplittableRandom random = new SplittableRandom(1_000_003 * seed + round);
                    double[] values = new double[n];
                    Arrays.setAll(values, i -> sample.draw(random));
                    return interval(values, sample.low, 1, round)
                            .map(one -> new double[] {one.contains(sample.truth) ? 1 : 0, one.width()})
                            .orElse(new double[] {0, 0});
                })
                .toArray(double[][]::new);
        return new Rate(
                Arrays.stream(found).mapToDouble(one -> one[0]).average().orElse(0),
                Arrays.stream(found).mapToDouble(one -> one[1]).average().orElse(0));
    }
}
