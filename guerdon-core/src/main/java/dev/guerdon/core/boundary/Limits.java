package dev.guerdon.core.boundary;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;

/**
 * How much one result may hold.
 *
 * @param depth how deep maps and lists may be nested
 * @param values how many values there may be in all, those in nested maps and lists included
 * @param characters how many characters there may be in all texts and names together
 */
@Internal
public record Limits(int depth, int values, int characters) {

    /** More than any reward has to say, and little enough for a few hundred results to be in memory at once. */
    public static final Limits DEFAULT = new Limits(100, 100_000, 4 << 20);

    public Limits {
        if (depth < 1 || values < 1 || characters < 1) {
            throw new GuerdonException("the limits of a result must be at least 1, found a depth of " + depth + ", "
                    + values + " values and " + characters + " characters");
        }
    }

    /** The same with another number of characters. */
    public Limits withCharacters(int most) {
        return new Limits(depth, values, most);
    }
}
