package dev.guerdon.benchmarks.cluster;

/** The seconds that pieces take on one slot when nothing holds them up. */
sealed interface Cost {

    /** The seconds of one piece. */
    double draw(Chance chance);

    /** What {@link #draw} gives on average. */
    double mean();

    /** The share of the time that passes waiting for a model, from 0 to 1: on a slower core it takes no longer. */
    default double waiting() {
        return 0;
    }

    /** The same for each piece. */
    record Constant(double mean) implements Cost {
        @Override
        public double draw(Chance chance) {
            return mean;
        }
    }

    /**
     * Pieces differ, and the records of a piece are alike: long trajectories often stand together in a file. The logarithm of a piece's
     * time has the spread {@code sigma}.
     */
    record Lognormal(double mean, double sigma) implements Cost {
        @Override
        public double draw(Chance chance) {
            return chance.lognormal(mean, sigma);
        }
    }

    /**
     * Most records cost the same, and a few take long: their time has a Pareto tail up to a deadline.
     *
     * @param usual seconds of a piece without slow records
     * @param slow how many slow records a piece has on average
     * @param least seconds of a slow record
     * @param alpha how heavy the tail is; smaller is heavier
     * @param deadline that ends a record
     */
    record HeavyTail(double usual, double slow, double least, double alpha, double deadline) implements Cost {
        @Override
        public double draw(Chance chance) {
            double seconds = usual;
            for (int i = chance.poisson(slow); i > 0; i--) {
                seconds += Math.min(deadline, chance.pareto(least, alpha));
            }
            return seconds;
        }

        @Override
        public double mean() {
            double ratio = least / deadline;
            double each = alpha == 1
                    ? least * (1 - StrictMath.log(ratio))
                    : least * alpha / (alpha - 1) - deadline * StrictMath.pow(ratio, alpha) / (alpha - 1);
            return usual + slow * each;
        }
    }

    /**
     * Each record waits for a model, several at once.
     *
     * @param usual seconds of a piece without waiting
     * @param requests of a piece
     * @param latency mean seconds of a request
     * @param sigma spread of the logarithm of a request's time
     * @param atOnce requests of one slot at the same time
     */
    record Asking(double usual, double requests, double latency, double sigma, int atOnce) implements Cost {
        @Override
        public double draw(Chance chance) {
            // The sum of many times is close to normal; that of few is drawn one by one.
            double sum = 0;
            if (requests <= 64) {
                for (int i = 0; i < requests; i++) {
                    sum += chance.lognormal(latency, sigma);
                }
            } else {
                double deviation = latency * StrictMath.sqrt(StrictMath.exp(sigma * sigma) - 1);
                sum = Math.max(0, requests * latency + StrictMath.sqrt(requests) * deviation * chance.gaussian());
            }
            return usual + sum / Math.min(atOnce, requests);
        }

        @Override
        public double mean() {
            return usual + requests * latency / Math.min(atOnce, requests);
        }

        @Override
        public double waiting() {
            return 1 - usual / mean();
        }
    }

    /**
     * An episode: steps, each of which waits for a model.
     *
     * @param start seconds of the environment before the first step
     * @param steps in the middle: half of the episodes have more, up to the limit
     * @param sigma spread of the logarithm of the number of steps
     * @param limit most steps
     * @param step mean seconds that a step waits for the model
     * @param stepSigma spread of the logarithm of a step's time
     */
    record Episode(double start, double steps, double sigma, int limit, double step, double stepSigma) implements Cost {
        @Override
        public double draw(Chance chance) {
            double seconds = start;
            for (int i = count(StrictMath.exp(sigma * chance.gaussian())); i > 0; i--) {
                seconds += chance.lognormal(step, stepSigma);
            }
            return seconds;
        }

        private int count(double factor) {
            return (int) Math.clamp(StrictMath.rint(steps * factor), 1, limit);
        }

        /** The mean number of steps, from a sample that is always the same. */
        double meanSteps() {
            Chance chance = new Chance(0, 0);
            double sum = 0;
            int draws = 20_000;
            for (int i = 0; i < draws; i++) {
                sum += count(StrictMath.exp(sigma * chance.gaussian()));
            }
            return sum / draws;
        }

        @Override
        public double mean() {
            return start + meanSteps() * step;
        }

        @Override
        public double waiting() {
            return 1 - start / mean();
        }
    }

    /** Several at the same time, as long as the longest of them takes. */
    record Together(Cost each, int count) implements Cost {
        @Override
        public double draw(Chance chance) {
            double longest = 0;
            for (int i = 0; i < count; i++) {
                longest = Math.max(longest, each.draw(chance));
            }
            return longest;
        }

        @Override
        public double mean() {
            Chance chance = new Chance(0, 1);
            double sum = 0;
            int draws = 20_000;
            for (int i = 0; i < draws; i++) {
                sum += draw(chance);
            }
            return sum / draws;
        }

        @Override
        public double waiting() {
            return each.waiting();
        }
    }
}
