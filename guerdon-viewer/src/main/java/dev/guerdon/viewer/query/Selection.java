package dev.guerdon.viewer.query;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.index.EpisodeIndex;
import java.util.List;

/** The episodes of a run that a filter chooses: those of which it is true. */
@Internal
public final class Selection {

    /** The longest filter. */
    public static final int LONGEST = 2000;

    private final long[] chosen;
    private final int rows;
    private final int count;
    private final int undecided;
    private final List<String> notices;

    private Selection(long[] chosen, int rows, int undecided, List<String> notices) {
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
    public static Selection of(EpisodeIndex index, String filter) {
        if (filter.length() > LONGEST) {
            throw new FilterException(
                    LONGEST, "a filter has at most " + LONGEST + " characters, found " + filter.length());
        }
        if (filter.isBlank()) {
            return new Selection(Truth.of(index.size(), row -> Truth.Test.YES).yes(), index.size(), 0, List.of());
        }
        Parser parser = new Parser(filter, index);
        Truth truth = parser.whole();
        int decided = 0;
        for (int i = 0; i < truth.yes().length; i++) {
            decided += Long.bitCount(truth.yes()[i] | truth.no()[i]);
        }
        return new Selection(truth.yes(), index.size(), index.size() - decided, parser.notices());
    }

    /** How many episodes are chosen. */
    public int count() {
        return count;
    }

    /** Of how many nobody can tell, because a value is missing; they are not chosen. */
    public int undecided() {
        return undecided;
    }

    /** What may be a slip of the pen. */
    public List<String> notices() {
        return notices;
    }

    /** Whether a row is chosen. */
    public boolean has(int row) {
        return (chosen[row >>> 6] >>> row & 1) != 0;
    }

    /** The chosen rows, ascending. */
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
}
