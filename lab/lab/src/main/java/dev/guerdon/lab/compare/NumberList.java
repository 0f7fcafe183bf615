package dev.guerdon.lab.compare;

import java.util.Arrays;

/** Numbers without boxes, as many as come. */
final class NumberList {
    private double[] values = new double[16];
    private int size;

    void add(double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    double get(int index) {
        return values[index];
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    double[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
