package dev.guerdon.alfworld.game;

import dev.guerdon.api.Internal;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.LongStream;

/**
 * A state of the world: for each predicate the tuples that hold, and the tuples that an action explicitly denied.
 *
 * <p>Immutable. A tuple of up to four objects is packed into a {@code long}, so that the natural order of a predicate's sorted
 * array is the order of its argument ids. A change copies one small array and the table of arrays; everything else is shared with
 * the state before, which makes a live episode cost a few kilobytes.
 */
@Internal
public final class FactSet {

    public static final int MAX_ARGUMENTS = 4;
    public static final int MAX_OBJECTS = 1 << 15;

    private static final int BITS = 16;
    private static final long MASK = (1 << BITS) - 1;

    private final long[][] held;
    private final long[][] denied;

    private FactSet(long[][] held, long[][] denied) {
        this.held = held;
        this.denied = denied;
    }

    /** Returns the state in which exactly the given tuples hold; each array must be sorted and without repetition. */
    public static FactSet of(long[][] held) {
        long[][] denied = new long[held.length][];
        Arrays.fill(denied, new long[0]);
        return new FactSet(held, denied);
    }

    /** Packs a tuple. */
    public static long pack(int[] objects) {
        long tuple = 0;
        for (int object : objects) {
            tuple = tuple << BITS | object;
        }
        return tuple;
    }

    /** Returns the object at a position of a tuple of so many objects. */
    public static int at(long tuple, int position, int arity) {
        return (int) (tuple >>> (BITS * (arity - 1 - position)) & MASK);
    }

    boolean holds(int predicate, long tuple) {
        return Arrays.binarySearch(held[predicate], tuple) >= 0;
    }

    /** Returns the tuples that hold, sorted. Not to be changed. */
    public long[] held(int predicate) {
        return held[predicate];
    }

    /** Returns the tuples that an action denied since they last held, sorted. Not to be changed. */
    public long[] denied(int predicate) {
        return denied[predicate];
    }

    /** Collects changes to a state. */
    public Change change() {
        return new Change(held.clone(), denied.clone());
    }

    /** Returns the first index in a sorted array whose tuple begins with the given object. */
    public static int firstWith(long[] tuples, int object, int arity) {
        int index = Arrays.binarySearch(tuples, (long) object << (BITS * (arity - 1)));
        return index >= 0 ? index : -index - 1;
    }

    /** A state being made. */
    public static final class Change {

        private final long[][] held;
        private final long[][] denied;

        private Change(long[][] held, long[][] denied) {
            this.held = held;
            this.denied = denied;
        }

        void add(int predicate, long tuple) {
            held[predicate] = with(held[predicate], tuple);
            denied[predicate] = without(denied[predicate], tuple);
        }

        public void addAll(int predicate, Collection<Long> tuples) {
            held[predicate] = LongStream.concat(
                            Arrays.stream(held[predicate]), tuples.stream().mapToLong(Long::longValue))
                    .sorted()
                    .distinct()
                    .toArray();
        }

        void delete(int predicate, long tuple, boolean remember) {
            held[predicate] = without(held[predicate], tuple);
            if (remember) {
                denied[predicate] = with(denied[predicate], tuple);
            }
        }

        public FactSet done() {
            return new FactSet(held, denied);
        }

        private static long[] with(long[] sorted, long tuple) {
            int index = Arrays.binarySearch(sorted, tuple);
            if (index >= 0) {
                return sorted;
            }
            int at = -index - 1;
            long[] copy = new long[sorted.length + 1];
            System.arraycopy(sorted, 0, copy, 0, at);
            copy[at] = tuple;
            System.arraycopy(sorted, at, copy, at + 1, sorted.length - at);
            return copy;
        }

        private static long[] without(long[] sorted, long tuple) {
            int at = Arrays.binarySearch(sorted, tuple);
            if (at < 0) {
                return sorted;
            }
            long[] copy = new long[sorted.length - 1];
            System.arraycopy(sorted, 0, copy, 0, at);
            System.arraycopy(sorted, at + 1, copy, at, copy.length - at);
            return copy;
        }
    }
}
