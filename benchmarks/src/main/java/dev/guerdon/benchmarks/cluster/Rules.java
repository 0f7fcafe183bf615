package dev.guerdon.benchmarks.cluster;

/**
 * What the driver does and what it costs.
 *
 * @param startSeconds until the driver asks for its executors
 * @param launchSeconds that the driver is busy with starting one piece and hearing of its end; one after the other
 * @param commitSeconds that the driver is busy with making the output of a piece final; one after the other
 * @param cutAfterSeconds that a piece may run before it is ended early and its rest cut in two; infinite for never
 * @param speculation whether a second copy of a late piece is started where a slot is idle
 * @param quantile the share of pieces that must be done before copies start (Spark's {@code spark.speculation.quantile})
 * @param multiplier how many times the median a piece must have run to be late (Spark's {@code spark.speculation.multiplier})
 * @param mostLosses how often one piece may be lost before the job stops (Spark's {@code spark.task.maxFailures})
 */
record Rules(
        double startSeconds,
        double launchSeconds,
        double commitSeconds,
        double cutAfterSeconds,
        boolean speculation,
        double quantile,
        double multiplier,
        int mostLosses) {

    /** A driver that costs nothing, without copies and cuts; the rest as Spark 4 has it. */
    static final Rules FREE = new Rules(0, 0, 0, Double.POSITIVE_INFINITY, false, 0.9, 3, 4);

    Rules {
        if (startSeconds < 0 || launchSeconds < 0 || commitSeconds < 0 || cutAfterSeconds <= 0 || mostLosses < 1) {
            throw new IllegalArgumentException(
                    "times must not be negative, and a piece may run and fail at least once");
        }
        if (quantile < 0 || quantile > 1 || multiplier < 1) {
            throw new IllegalArgumentException("the quantile of speculation is from 0 to 1, its multiplier at least 1");
        }
    }

    Rules costing(double start, double launch, double commit) {
        return new Rules(start, launch, commit, cutAfterSeconds, speculation, quantile, multiplier, mostLosses);
    }

    Rules cuttingAfter(double seconds) {
        return new Rules(
                startSeconds, launchSeconds, commitSeconds, seconds, speculation, quantile, multiplier, mostLosses);
    }

    Rules speculating(boolean on) {
        return new Rules(
                startSeconds, launchSeconds, commitSeconds, cutAfterSeconds, on, quantile, multiplier, mostLosses);
    }
}
