package dev.guerdon.api;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A reward, and further values that its function returned.
 *
 * @param reward a finite number
 * @param extras further values by name; the numeric and boolean ones become {@code reward_extra/{key}/mean|max|min}
 */
@Stable
public record RewardResult(double reward, Map<String, @Nullable Object> extras) {

    /** Goes before the name of an extra among other metrics. */
    static final String METRIC = "reward_extra/";

    public RewardResult {
        if (!(extras instanceof NumericExtras)) {
            extras = extras.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(extras));
        }
    }

    public static RewardResult of(double reward) {
        return new RewardResult(reward, Map.of());
    }

    /** Returns every extra that is a finite number, as {@code reward_extra/key}; a boolean is 0 or 1. */
    public Map<String, Double> metrics() {
        Map<String, Double> metrics = new LinkedHashMap<>();
        extras.forEach((key, value) -> {
            double number = switch (value) {
                case Number n -> n.doubleValue();
                case Boolean b -> b ? 1 : 0;
                case null, default -> Double.NaN;
            };
            if (Double.isFinite(number)) {
                metrics.put(METRIC + key, number);
            }
        });
        return metrics;
    }

    /**
     * The names of the numeric extras that every result of one reward has.
     *
     * <p>Results made here share their names and hold plain {@code double} values: a reward that runs millions of times a second pays
     * for two small objects instead of a map with an entry and a boxed number for each extra.
     */
    public static final class ExtraNames {

        private final List<String> names;

        private ExtraNames(List<String> names) {
            this.names = names;
        }

        /** Returns names in the order in which the extras are listed; no name may appear twice. */
        public static ExtraNames of(String... names) {
            List<String> all = List.of(names);
            if (all.stream().distinct().count() < all.size()) {
                throw new IllegalArgumentException("each extra needs a name of its own, found " + all);
            }
            return new ExtraNames(all);
        }

        /** Returns the names, in order. */
        public List<String> names() {
            return names;
        }

        /**
         * Returns a result with these extras.
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

    /** An immutable map from a few shared names to numbers, which are boxed only when somebody looks. */
    private static final class NumericExtras extends AbstractMap<String, @Nullable Object> {

        private final List<String> names;
        private final double[] values;

        NumericExtras(List<String> names, double[] values) {
            this.names = names;
            this.values = values;
        }

        @Override
        public int size() {
            return values.length;
        }

        @Override
        public boolean containsKey(@Nullable Object key) {
            return key != null && names.contains(key);
        }

        @Override
        public @Nullable Object get(@Nullable Object key) {
            int index = key == null ? -1 : names.indexOf(key);
            return index < 0 ? null : values[index];
        }

        @Override
        public void forEach(BiConsumer<? super String, ? super @Nullable Object> action) {
            for (int i = 0; i < values.length; i++) {
                action.accept(names.get(i), values[i]);
            }
        }

        @Override
        public Set<Map.Entry<String, @Nullable Object>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public int size() {
                    return values.length;
                }

                @Override
                public Iterator<Map.Entry<String, @Nullable Object>> iterator() {
                    return new Entries();
                }
            };
        }

        private final class Entries implements Iterator<Map.Entry<String, @Nullable Object>> {

            private int next;

            @Override
            public boolean hasNext() {
                return next < values.length;
            }

            @Override
            public Map.Entry<String, @Nullable Object> next() {
                if (next == values.length) {
                    throw new NoSuchElementException();
                }
                int index = next++;
                return new SimpleImmutableEntry<>(names.get(index), values[index]);
            }
        }
    }
}
