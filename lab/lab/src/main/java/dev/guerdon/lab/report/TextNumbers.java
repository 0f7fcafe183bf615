package dev.guerdon.lab.report;

import dev.guerdon.lab.text.CompactTexts;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A number for each of many texts, which takes little more room than their bytes. The texts are ordered by {@link CompactTexts#BY_CODE_POINTS};
 * whoever asks in that order is answered at once. Never changes; used by one thread.
 */
final class TextNumbers extends AbstractMap<String, Double> {

    private final List<String> texts;
    private final double[] numbers;
    private int next;

    private TextNumbers(List<String> texts, double[] numbers) {
        this.texts = texts;
        this.numbers = numbers;
    }

    /** Collects them, in their order. */
    public static final class Builder {
        private final CompactTexts.Builder texts = new CompactTexts.Builder();
        private double[] numbers = new double[16];
        private int size;

        /** Adds a text that comes after all before it. */
        public void add(String text, double number) {
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, size * 2);
            }
            numbers[size++] = number;
            texts.add(text);
        }

        /** Returns all of them. */
        public TextNumbers build() {
            return new TextNumbers(texts.build(), Arrays.copyOf(numbers, size));
        }
    }

    private int find(String text) {
        if (next < numbers.length && texts.get(next).equals(text)) {
            return next++;
        }
        int low = 0;
        int high = numbers.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = CompactTexts.BY_CODE_POINTS.compare(texts.get(middle), text);
            if (order == 0) {
                next = middle + 1;
                return middle;
            }
            low = order < 0 ? middle + 1 : low;
            high = order < 0 ? high : middle - 1;
        }
        next = low;
        return -1;
    }

    @Override
    public @Nullable Double get(@Nullable Object key) {
        int place = key instanceof String text ? find(text) : -1;
        return place < 0 ? null : numbers[place];
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key instanceof String text && find(text) >= 0;
    }

    @Override
    public int size() {
        return numbers.length;
    }

    @Override
    public Set<Map.Entry<String, Double>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, Double>> iterator() {
                return new Iterator<>() {
                    private int at;

                    @Override
                    public boolean hasNext() {
                        return at < numbers.length;
                    }

                    @Override
                    public Map.Entry<String, Double> next() {
                        if (!hasNext()) {
                            throw new NoSuchElementException();
                        }
                        return Map.entry(texts.get(at), numbers[at++]);
                    }
                };
            }

            @Override
            public int size() {
                return numbers.length;
            }
        };
    }
}
