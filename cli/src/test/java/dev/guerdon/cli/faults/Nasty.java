package dev.guerdon.cli.faults;

import java.io.Serial;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Objects that no program should trust: each does something odd when it is looked at. */
final class Nasty {

    private Nasty() {}

    /** What an object does instead of answering. */
    @FunctionalInterface
    interface Trick {
        void play() throws Throwable;
    }

    /** Throws anything as if it were unchecked. */
    @SuppressWarnings({"unchecked", "DoNotCallSuggester"})
    static <E extends Throwable> void sneak(Throwable e) throws E {
        throw (E) e;
    }

    static void play(Trick trick) {
        try {
            trick.play();
        } catch (Throwable e) {
            Nasty.<RuntimeException>sneak(e);
        }
    }

    /** An exception that plays its trick when it is asked what happened. */
    static final class Failure extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        private final transient Trick trick;

        Failure(Trick trick) {
            this.trick = trick;
        }

        @Override
        public @Nullable String getMessage() {
            play(trick);
            return null;
        }

        @Override
        public String toString() {
            play(trick);
            return "nasty";
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            play(trick);
            return super.getStackTrace();
        }
    }

    /** A throwable that is neither an exception nor an error. */
    static final class Plain extends Throwable {
        @Serial
        private static final long serialVersionUID = 1;

        Plain() {
            super("neither an exception nor an error");
        }
    }

    /** A value that plays its trick when it is written. */
    static final class Value {
        private final Trick trick;

        Value(Trick trick) {
            this.trick = trick;
        }

        @Override
        public String toString() {
            play(trick);
            return "value";
        }

        @Override
        public int hashCode() {
            play(trick);
            return 1;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            play(trick);
            return other == this;
        }
    }

    /** A record with a component that cannot be read. */
    record Result(double reward, Object extra) {
        Result {
            if (extra instanceof String) {
                throw new IllegalArgumentException();
            }
        }

        @Override
        public Object extra() {
            play(((Value) extra).trick);
            return extra;
        }
    }

    /** A number that plays its trick when somebody wants to know it. */
    static final class Count extends Number {
        @Serial
        private static final long serialVersionUID = 1;

        private final transient Trick trick;

        Count(Trick trick) {
            this.trick = trick;
        }

        @Override
        public int intValue() {
            return (int) doubleValue();
        }

        @Override
        public long longValue() {
            return (long) doubleValue();
        }

        @Override
        public float floatValue() {
            return (float) doubleValue();
        }

        @Override
        public double doubleValue() {
            play(trick);
            return 0.5;
        }

        @Override
        public String toString() {
            play(trick);
            return "not a number";
        }
    }

    /** A text that plays its trick when it is read. */
    static final class Text implements CharSequence {
        private final Trick trick;

        Text(Trick trick) {
            this.trick = trick;
        }

        @Override
        public int length() {
            play(trick);
            return 3;
        }

        @Override
        public char charAt(int index) {
            play(trick);
            return 'x';
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            play(trick);
            return this;
        }

        @Override
        public String toString() {
            play(trick);
            return "xxx";
        }
    }

    /** A map with a reward that plays its trick whenever it is touched. */
    static final class Members extends AbstractMap<String, Object> {
        private final double reward;
        private final Trick trick;

        Members(double reward, Trick trick) {
            this.reward = reward;
            this.trick = trick;
        }

        @Override
        public Set<Entry<String, Object>> entrySet() {
            play(trick);
            return Map.<String, Object>of("reward", reward, "extra", 1).entrySet();
        }
    }

    /** A list that says it has many elements, each made when it is asked for. */
    static List<Object> list(int size, Trick trick) {
        return new AbstractList<>() {
            @Override
            public Object get(int index) {
                play(trick);
                return index;
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    /** Elements without end. */
    static Iterable<Object> endless(Trick trick) {
        return () -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Object next() {
                play(trick);
                return 1;
            }
        };
    }

    /** A list in a list in a list. */
    static Object deep(int depth) {
        List<Object> outer = new ArrayList<>();
        for (int i = 0; i < depth; i++) {
            outer = new ArrayList<>(List.of(outer));
        }
        return outer;
    }

    static Object cyclicList() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        return list;
    }

    static Map<String, Object> cyclicMap() {
        Map<String, Object> map = new HashMap<>();
        map.put("reward", 1.0);
        map.put("self", map);
        return map;
    }

    static Object[] cyclicArray() {
        Object[] array = new Object[1];
        array[0] = array;
        return array;
    }
}
