package dev.guerdon.api;

import java.util.List;

/**
 * The names of the numeric extras that every result of one reward has.
 *
 * <p>Results made here share their names and hold plain {@code double} values: a reward that runs millions of times a second pays
 * for two small objects instead of a map with an entry and a boxed number for each extra.
 */
public final class ExtraNames {

    private final List<String> names;

    private ExtraNames(List<String> names) {
        this.names = names;
    }

    /** Names in the order in which the extras are listed; no name twice. */
    public static ExtraNames of(String... names) {
        List<String> all = List.of(names);
        if (all.stream().distinct().count() < all.size()) {
            throw new IllegalArgumentException("each extra needs a name of its own, found " + all);
        }
        return new ExtraNames(all);
    }

    /** The names, in order. */
    public List<String> names() {
        return names;
    }

    /**
     * A result with these extras.
     *
     * @param values one for each name, in the same order
     */
    public RewardResult result(double reward, double... values) {
        if (values.length != names.size()) {
            throw new IllegalArgumentException(
                    "expected a value for each of " + names + ", found " + values.length + " values");
        }
        return new RewardResult(reward, new NumericExtras(names, values.clone()));
    }
}
