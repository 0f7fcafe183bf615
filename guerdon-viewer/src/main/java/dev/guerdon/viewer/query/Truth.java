package dev.guerdon.viewer.query;

/**
 * For which rows something holds, and for which it does not; for the others nobody can tell, because a value is missing.
 *
 * @param yes a bit for each row where it holds
 * @param no a bit for each row where it does not
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Truth(long[] yes, long[] no) {

    /** Tells of one row whether something holds. */
    interface Test {
        int YES = 1;
        int NO = 0;
        int NEITHER = -1;

        int at(int row);

        static int of(boolean holds) {
            return holds ? YES : NO;
        }
    }

    static Truth of(int rows, Test test) {
        long[] yes = new long[(rows + 63) >>> 6];
        long[] no = new long[yes.length];
        for (int word = 0, row = 0; row < rows; word++) {
            long holds = 0;
            long fails = 0;
            int end = Math.min(64, rows - row);
            for (int bit = 0; bit < end; bit++, row++) {
                int result = test.at(row);
                holds |= (result == Test.YES ? 1L : 0L) << bit;
                fails |= (result == Test.NO ? 1L : 0L) << bit;
            }
            yes[word] = holds;
            no[word] = fails;
        }
        return new Truth(yes, no);
    }

    Truth negated() {
        return new Truth(no, yes);
    }

    Truth and(Truth other) {
        return new Truth(both(yes, other.yes), either(no, other.no));
    }

    Truth or(Truth other) {
        return new Truth(either(yes, other.yes), both(no, other.no));
    }

    private static long[] both(long[] one, long[] other) {
        long[] out = new long[one.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = one[i] & other[i];
        }
        return out;
    }

    private static long[] either(long[] one, long[] other) {
        long[] out = new long[one.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = one[i] | other[i];
        }
        return out;
    }
}
