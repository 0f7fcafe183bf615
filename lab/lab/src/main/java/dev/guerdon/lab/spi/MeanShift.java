package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.text.DisplayFormat;

/**
 * A change between the averages of two runs, and what may be said of it by the averages alone. Tasks are not paired here, so a change
 * that is left open may still be shown by a comparison.
 *
 * @param change how far the average moved
 * @param standing what may be said of it
 */
@Experimental
public record MeanShift(double change, Standing standing) {

    /** With fewer tasks no change can be told from chance: five coins fall alike in 1 of 16 tries. */
    private static final int LEAST_TASKS = 6;

    /** Standing of a change. */
    public enum Standing {
        /** It is further than twice its standard error. */
        CLEAR("beyond chance"),
        OPEN("may be chance"),
        TOO_FEW("too few tasks");

        private final String words;

        Standing(String words) {
            this.words = words;
        }

        /** Returns what may be said, in words. */
        public String words() {
            return words;
        }
    }

    /** Returns the change from one average to another. */
    public static MeanShift of(MeanEstimate before, MeanEstimate after) {
        double change = after.mean() - before.mean();
        boolean clear = Math.abs(change) > 2 * Math.hypot(before.standardError(), after.standardError());
        return new MeanShift(
                change,
                Math.min(before.tasks(), after.tasks()) < LEAST_TASKS
                        ? Standing.TOO_FEW
                        : clear ? Standing.CLEAR : Standing.OPEN);
    }

    /** Returns the change in words: {@code +0.517, too few tasks}; one that is clear needs no remark. */
    public String words() {
        String text = DisplayFormat.change(change);
        return standing == Standing.CLEAR || text.equals("0.000") ? text : text + ", " + standing.words();
    }
}
