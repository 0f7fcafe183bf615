package dev.guerdon.benchmarks.cluster;

import java.util.Arrays;

/** The slots that run something, by the time of their next event: a binary heap in which the time of any slot can change. */
final class Finishes {

    private final double[] times;
    private final int[] heap;
    private final int[] places;
    private int size;

    Finishes(int slots) {
        times = new double[slots];
        heap = new int[slots];
        places = new int[slots];
        Arrays.fill(places, -1);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The slot whose event is next; of several at the same time the one with the lowest number. */
    int first() {
        return heap[0];
    }

    double firstTime() {
        return size == 0 ? Double.POSITIVE_INFINITY : times[heap[0]];
    }

    void set(int slot, double time) {
        if (places[slot] < 0) {
            places[slot] = size;
            heap[size++] = slot;
        }
        times[slot] = time;
        down(up(places[slot]));
    }

    void remove(int slot) {
        int place = places[slot];
        if (place < 0) {
            return;
        }
        places[slot] = -1;
        int last = heap[--size];
        if (last != slot) {
            put(last, place);
            down(up(place));
        }
    }

    private int up(int from) {
        int place = from;
        int slot = heap[place];
        while (place > 0 && before(slot, heap[(place - 1) / 2])) {
            put(heap[(place - 1) / 2], place);
            place = (place - 1) / 2;
        }
        put(slot, place);
        return place;
    }

    private void down(int from) {
        int place = from;
        int slot = heap[place];
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], slot)) {
                break;
            }
            put(heap[child], place);
            place = child;
        }
        put(slot, place);
    }

    private void put(int slot, int place) {
        heap[place] = slot;
        places[slot] = place;
    }

    private boolean before(int one, int other) {
        return times[one] < times[other] || (times[one] == times[other] && one < other);
    }
}
