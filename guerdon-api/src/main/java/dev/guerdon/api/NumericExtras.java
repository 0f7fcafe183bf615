package dev.guerdon.api;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An immutable map from a few shared names to numbers, which are boxed only when somebody looks. */
final class NumericExtras extends AbstractMap<String, @Nullable Object> {

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
