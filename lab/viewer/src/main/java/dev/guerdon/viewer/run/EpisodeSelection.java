package dev.guerdon.viewer.run;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.viewer.run.RowTests.Truth;
import java.math.BigDecimal;
import java.util.List;

/** The episodes of a run that a filter chooses: those of which it is true. */
final class EpisodeSelection {

    /** The longest filter. */
    public static final int LONGEST = 2000;

    private final long[] chosen;
    private final int rows;
    private final int count;
    private final int undecided;
    private final List<String> notices;

    private EpisodeSelection(long[] chosen, int rows, int undecided, List<String> notices) {
        this.chosen = chosen;
        this.rows = rows;
        this.undecided = undecided;
        this.notices = List.copyOf(notices);
        int sum = 0;
        for (long word : chosen) {
            sum += Long.bitCount(word);
        }
        this.count = sum;
    }

    /**
     * Evaluates a filter.
     *
     * @param filter as users write it; an empty one chooses all
     * @throws FilterException where it cannot be read
     */
    public static EpisodeSelection of(EpisodeIndex index, String filter) {
        if (filter.length() > LONGEST) {
            throw new FilterException(
                    LONGEST, "a filter has at most " + LONGEST + " characters, found " + filter.length());
        }
        if (filter.isBlank()) {
            return new EpisodeSelection(
                    Truth.of(index.size(), row -> Truth.Test.YES).yes(), index.size(), 0, List.of());
        }
        FilterParser parser = new FilterParser(filter, index);
        Truth truth = parser.whole();
        int decided = 0;
        for (int i = 0; i < truth.yes().length; i++) {
            decided += Long.bitCount(truth.yes()[i] | truth.no()[i]);
        }
        return new EpisodeSelection(truth.yes(), index.size(), index.size() - decided, parser.notices());
    }

    /** Returns how many episodes are chosen. */
    public int count() {
        return count;
    }

    /** Of how many nobody can tell, because a value is missing; they are not chosen. */
    public int undecided() {
        return undecided;
    }

    /** Returns what may be a slip of the pen. */
    public List<String> notices() {
        return notices;
    }

    /** Returns whether a row is chosen. */
    public boolean has(int row) {
        return (chosen[row >>> 6] >>> row & 1) != 0;
    }

    /** Returns the chosen rows, ascending. */
    public int[] rows() {
        int[] out = new int[count];
        int place = 0;
        for (int row = 0; row < rows; row++) {
            if (has(row)) {
                out[place++] = row;
            }
        }
        return out;
    }

    /** Returns the name of a column as filters have it. */
    static String name(String column) {
        boolean plain =
                column.matches("[A-Za-z_][A-Za-z0-9_.]*") && !column.matches("(?i)and|or|not|in|is|missing|present");
        return plain ? column : "`" + column.replace("\\", "\\\\").replace("`", "\\`") + "`";
    }

    /** Returns a text as filters have it. */
    static String text(String value) {
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** Returns a number as filters have it. */
    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : BigDecimal.valueOf(value).stripTrailingZeros().toString();
    }

    /** A filter that cannot be read: what was expected, what was found, and where. */
    static final class FilterException extends GuerdonException {

        private static final long serialVersionUID = 1L;

        private final int position;

        FilterException(int position, String message) {
            super("at character " + (position + 1) + ": " + message);
            this.position = position;
        }

        /** Returns where in the filter, from 0. */
        public int position() {
            return position;
        }
    }
}
