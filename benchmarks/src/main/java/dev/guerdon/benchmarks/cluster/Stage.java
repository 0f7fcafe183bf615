package dev.guerdon.benchmarks.cluster;

/**
 * One pass over the pieces. A stage begins when the one before it is done.
 *
 * @param name for tables
 * @param pieces how many
 * @param records in each piece; a piece of one record cannot be cut
 * @param bytesIn that a piece reads
 * @param bytesOut that it writes
 * @param requests to a shared model that it makes
 * @param requestsPerSecond that the model answers in all
 * @param cost the seconds of one slot that a piece takes when nothing holds it up
 * @param commits whether the driver makes the output of each piece final
 */
record Stage(
        String name,
        int pieces,
        double records,
        double bytesIn,
        double bytesOut,
        double requests,
        double requestsPerSecond,
        Cost cost,
        boolean commits) {

    Stage {
        if (pieces < 1 || records <= 0 || bytesIn < 0 || bytesOut < 0 || requests < 0 || requestsPerSecond <= 0) {
            throw new IllegalArgumentException(
                    "a stage needs at least one piece with records, and no negative sizes: " + name);
        }
    }

    /** Pieces that only compute, each for the same time. */
    static Stage equal(int pieces, double seconds) {
        return of(pieces, new Cost.Constant(seconds));
    }

    /** Pieces of one record, which only compute. */
    static Stage of(int pieces, Cost cost) {
        return new Stage("work", pieces, 1, 0, 0, 0, Double.POSITIVE_INFINITY, cost, true);
    }

    Stage moving(double in, double out) {
        return new Stage(name, pieces, records, in, out, requests, requestsPerSecond, cost, commits);
    }

    Stage asking(double each, double perSecond) {
        return new Stage(name, pieces, records, bytesIn, bytesOut, each, perSecond, cost, commits);
    }

    Stage ofRecords(double each) {
        return new Stage(name, pieces, each, bytesIn, bytesOut, requests, requestsPerSecond, cost, commits);
    }

    double bytes() {
        return bytesIn + bytesOut;
    }
}
