package dev.guerdon.core;

import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a reward can do to those who call it, apart from being right. Each costs its own sample. */
@SuppressWarnings({"FutureReturnValueIgnored", "ImmutableEnumChecker", "UnusedMethod"
}) // rewards return futures, and hold nothing
enum HostileRewards {
    EXTRA_THROWS_AN_ERROR(sample -> extra(new Named(() -> {
        throw new AssertionError("in toString");
    }))),
    EXTRA_BLOCKS(sample -> extra(new Named(HostileRewards::block)), true),
    EXTRA_NEVER_ENDS(sample -> extra(new Named(HostileRewards::spin)), true),
    EXTRA_IS_HUGE(sample -> extra(new Named(() -> "x".repeat(150_000_000)))),
    EXTRA_IS_A_HUGE_TEXT(sample -> new RewardResult(1, Map.of("extra", "x".repeat(5_000_000)))),
    EXTRA_HOLDS_ITSELF(sample -> {
        List<Object> all = new ArrayList<>();
        all.add(Map.of("again", all));
        return extra(all);
    }),
    EXTRA_IS_AN_ENDLESS_ITERABLE(sample ->
            extra((Iterable<Integer>) () -> Stream.iterate(0, i -> i + 1).iterator())),
    EXTRA_IS_AN_ENDLESS_ITERATOR(sample -> extra(Stream.iterate(0, i -> i + 1).iterator())),
    EXTRA_IS_AN_ENDLESS_MAP(sample -> extra(endlessMap())),
    EXTRA_IS_A_LIST_THAT_LIES_ABOUT_ITS_SIZE(sample -> extra(new AbstractList<Integer>() {
        @Override
        public Integer get(int index) {
            return index;
        }

        @Override
        public int size() {
            return Integer.MAX_VALUE;
        }
    })),
    EXTRA_GROWS_WITH_EVERY_LEVEL(sample -> {
        Object level = "leaf";
        for (int i = 0; i < 60; i++) {
            level = List.of(level, level);
        }
        return extra(level);
    }),
    RESULT_IS_AN_ENDLESS_MAP_WITHOUT_A_REWARD(sample -> endlessMap()),
    KEY_THROWS(sample -> {
        Map<Object, Object> map = new HashMap<>();
        map.put("reward", 1);
        map.put(
                new Named(() -> {
                    throw new StackOverflowError();
                }),
                1);
        return map;
    }),
    ITERATOR_BLOCKS(
            sample -> extra((Iterable<String>) () -> new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return !block().isEmpty();
                }

                @Override
                public String next() {
                    return "";
                }
            }),
            true),
    RECORD_THROWS(sample -> new Judged(1, "x")),
    RECORD_WITHIN_AN_EXTRA_THROWS(sample -> extra(new Judged(1, "x"))),
    NUMBER_THROWS(sample -> new Numeric(() -> {
        throw new IllegalStateException("no number");
    })),
    NUMBER_NEVER_ENDS(sample -> new Numeric(HostileRewards::spin), true),
    NUMBER_WITHIN_AN_EXTRA_THROWS(sample -> extra(new Numeric(() -> {
        throw new AssertionError("no number");
    }))),
    NUMBER_WITH_A_MILLION_DIGITS(sample -> extra(BigInteger.ONE.shiftLeft(4_000_000))),
    RESULT_DESCRIBES_ITSELF_BADLY(sample -> new Named(() -> {
        throw new AssertionError("in toString");
    })),
    MESSAGE_THROWS(sample -> {
        throw new NastyException(() -> {
            throw new AssertionError("in getMessage");
        });
    }),
    MESSAGE_BLOCKS(
            sample -> {
                throw new NastyException(HostileRewards::block);
            },
            true),
    MESSAGE_IS_HUGE(sample -> {
        throw new NastyException(() -> "x".repeat(50_000_000));
    }),
    SNEAKY_EXCEPTION(sample -> sneaky(new java.io.IOException("nobody declared this"))),
    SNEAKY_THROWABLE(sample -> sneaky(new Throwable("not even an exception"))),
    NO_MEMORY(sample -> new long[Integer.MAX_VALUE - 8][]),
    STACK_OVERFLOW(sample -> deeper(0)),
    BROKEN_JVM(sample -> {
        throw new InternalError("says that the JVM is broken");
    }),
    LINKAGE(sample -> {
        throw new NoClassDefFoundError("gone");
    }),
    FUTURE_NEVER_COMPLETES(sample -> new CompletableFuture<>(), true),
    FUTURE_OF_ITSELF(sample -> {
        CompletableFuture<Object> future = new CompletableFuture<>();
        future.complete(future);
        return future;
    }),
    FUTURE_FAILS_WITH_A_NASTY_CAUSE(sample -> CompletableFuture.failedFuture(new NastyException(() -> {
        throw new AssertionError("in getMessage");
    }))),
    STAGE_THROWS(sample -> new CompletableFuture<Object>() {
        @Override
        public CompletableFuture<Object> toCompletableFuture() {
            throw new AssertionError("no future");
        }
    }),
    STAGE_GIVES_NULL(sample -> new CompletableFuture<Object>() {
        @Override
        @SuppressWarnings("NullAway") // on purpose
        public CompletableFuture<Object> toCompletableFuture() {
            return null;
        }
    }),
    INTERRUPTED_EXCEPTION(sample -> {
        throw new InterruptedException();
    }),
    SCORE_WITHOUT_A_RESULT(sample -> new Score.Scored(nothing())),
    UNSCORED_WITHOUT_A_REASON(sample -> new Score.Unscored(nothing(), nothing())),
    EXCEPTION_WITHOUT_A_REASON(sample -> {
        throw new UnscoredException(nothing(), nothing());
    });

    /** Ends everything that blocks or spins, so that no test leaves a thread behind. */
    static volatile CountDownLatch over = new CountDownLatch(1);

    private final RewardFunction function;
    private final boolean endless;

    HostileRewards(RewardFunction function) {
        this(function, false);
    }

    HostileRewards(RewardFunction function, boolean endless) {
        this.function = function;
        this.endless = endless;
    }

    RewardFunction function() {
        return function;
    }

    /** Whether nothing but a deadline ends it. */
    boolean isEndless() {
        return endless;
    }

    private static Map<String, @Nullable Object> extra(Object value) {
        return new HashMap<>(Map.of("reward", 1, "extra", value));
    }

    private static String block() {
        boolean waits = true;
        while (waits) {
            try {
                over.await();
                waits = false;
            } catch (InterruptedException e) {
                // Ignores it on purpose.
            }
        }
        return "";
    }

    private static String spin() {
        while (over.getCount() > 0) {
            Thread.onSpinWait();
        }
        return "";
    }

    private static Map<Object, Object> endlessMap() {
        return new AbstractMap<>() {
            @Override
            public Set<Entry<Object, Object>> entrySet() {
                return new java.util.AbstractSet<>() {
                    @Override
                    public Iterator<Entry<Object, Object>> iterator() {
                        return Stream.iterate(0, i -> i + 1)
                                .map(i -> Map.<Object, Object>entry(i, i))
                                .iterator();
                    }

                    @Override
                    public int size() {
                        return 1;
                    }
                };
            }

            @Override
            public boolean containsKey(Object key) {
                return false;
            }
        };
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> Object sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // code that nobody checked for nulls
    private static <T> T nothing() {
        return null;
    }

    private interface Text {
        String get();
    }

    private static final class Named {
        private final Text text;

        Named(Text text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text.get();
        }
    }

    /** A record whose accessor fails. */
    private record Judged(double reward, String note) {
        @Override
        public String note() {
            throw new AssertionError("in the accessor");
        }
    }

    private static final class Numeric extends Number {
        private static final long serialVersionUID = 1L;
        private final transient Text text;

        Numeric(Text text) {
            this.text = text;
        }

        @Override
        public int intValue() {
            return text.get().length();
        }

        @Override
        public long longValue() {
            return intValue();
        }

        @Override
        public float floatValue() {
            return intValue();
        }

        @Override
        public double doubleValue() {
            return intValue();
        }
    }

    /** An exception that answers nothing without harm. */
    private static final class NastyException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Text text;

        NastyException(Text text) {
            this.text = text;
        }

        @Override
        public String getMessage() {
            return text.get();
        }

        @Override
        public String toString() {
            return text.get();
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException(text.get());
        }
    }
}
