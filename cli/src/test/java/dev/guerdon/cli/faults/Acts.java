package dev.guerdon.cli.faults;

import static dev.guerdon.cli.faults.Act.Expected.EITHER;
import static dev.guerdon.cli.faults.Act.Expected.HONEST;
import static dev.guerdon.cli.faults.Act.Expected.UNSCORED;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.cli.faults.Act.Behaviour;
import dev.guerdon.cli.faults.Act.Expected;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What rewards do that end soon: throwing, and returning what cannot be trusted. */
@SuppressWarnings({"FutureReturnValueIgnored", "IdentityHashMapUsage"}) // users' code does such things
final class Acts {

    private static final List<Act> QUICK = new ArrayList<>();
    private static final List<Act> LARGE = new ArrayList<>();

    static {
        throwing();
        nastyThrowables();
        odd();
        extras();
        futures();
        harmless();
        takingMuch();
    }

    private Acts() {}

    /** Acts that take no time and little memory. */
    static List<Act> quick() {
        return Collections.unmodifiableList(QUICK);
    }

    /** Acts that take some time or much memory, and end. */
    static List<Act> large() {
        return Collections.unmodifiableList(LARGE);
    }

    private static void takingMuch() {
        add(LARGE, "returns_30_mb", EITHER, (honest, end) -> extra("x".repeat(30 << 20)));
        add(
                LARGE,
                "returns_a_million_numbers",
                EITHER,
                (honest, end) -> extra(IntStream.range(0, 1 << 20).boxed().toList()));
        add(
                LARGE,
                "returns_two_billion_elements",
                EITHER,
                (honest, end) -> extra(Nasty.list(Integer.MAX_VALUE, () -> {})));
        add(LARGE, "returns_endless_elements", EITHER, (honest, end) -> extra(Nasty.endless(() -> {})));
        add(LARGE, "returns_a_tower_of_100000_lists", EITHER, (honest, end) -> extra(Nasty.deep(100_000)));
        add(LARGE, "returns_a_tree_that_doubles", EITHER, (honest, end) -> extra(doubling()));
        add(LARGE, "throws_30_mb", UNSCORED, (honest, end) -> {
            throw new IllegalStateException("x".repeat(30 << 20));
        });
        add(LARGE, "overflows_the_stack", UNSCORED, (honest, end) -> overflow(1));
    }

    private static void add(List<Act> acts, String name, Expected expected, Behaviour behaviour) {
        acts.add(new Act(name, expected, behaviour));
    }

    private static void quick(String name, Expected expected, Behaviour behaviour) {
        add(QUICK, name, expected, behaviour);
    }

    private static void throwing(String name, Throwable thrown) {
        quick("throws_" + name, UNSCORED, (honest, end) -> {
            throw thrown;
        });
    }

    private static void throwing() {
        throwing("runtime", new IllegalStateException("no"));
        throwing("error", new AssertionError("no"));
        throwing("out_of_memory", new OutOfMemoryError("injected"));
        throwing("stack_overflow", new StackOverflowError());
        throwing("vm_error", new InternalError("injected"));
        throwing("linkage", new NoClassDefFoundError("Gone"));
        throwing("initializer", new ExceptionInInitializerError(new IllegalStateException("no")));
        throwing("checked", new IOException("no"));
        throwing("throwable", new Nasty.Plain());
        throwing("interrupted", new InterruptedException("no"));
        throwing("cancelled", new CancellationException("no"));
        throwing("own_unscored", new UnscoredException(Score.Reason.MISSING_FIELD, "no"));
        quick("throws_null", UNSCORED, (honest, end) -> {
            throw (RuntimeException) nothing();
        });
    }

    private static void nastyThrowables() {
        quick("message_throws", UNSCORED, (honest, end) -> {
            throw new Nasty.Failure(() -> {
                throw new IllegalStateException("the message itself");
            });
        });
        quick("message_throws_error", UNSCORED, (honest, end) -> {
            throw new Nasty.Failure(() -> {
                throw new OutOfMemoryError("the message itself");
            });
        });
        quick("message_throws_checked", UNSCORED, (honest, end) -> {
            throw new Nasty.Failure(() -> {
                throw new InterruptedException("the message itself");
            });
        });
        quick("message_interrupts", UNSCORED, (honest, end) -> {
            throw new Nasty.Failure(() -> Thread.currentThread().interrupt());
        });
        quick("cause_of_itself", UNSCORED, (honest, end) -> {
            IllegalStateException one = new IllegalStateException("one");
            IllegalStateException two = new IllegalStateException("two", one);
            one.initCause(two);
            throw one;
        });
    }

    private static void returning(String name, Expected expected, @Nullable Object value) {
        quick("returns_" + name, expected, (honest, end) -> value);
    }

    private static void odd() {
        returning("nan", UNSCORED, Double.NaN);
        returning("infinity", UNSCORED, Double.POSITIVE_INFINITY);
        returning("null", EITHER, null);
        returning("text", UNSCORED, "0.5");
        returning("object", UNSCORED, new Object());
        returning("optional", UNSCORED, Optional.of(1));
        returning("empty_map", UNSCORED, Map.of());
        returning("null_reward", UNSCORED, Collections.singletonMap("reward", null));
        returning("text_reward", UNSCORED, Map.of("reward", "much"));
        returning("unscored_without_words", UNSCORED, new Score.Unscored(nothing(), nothing()));
        returning("scored_nothing", UNSCORED, new Score.Scored(nothing()));
        returning("scored_nan", UNSCORED, new Score.Scored(RewardResult.of(Double.NaN)));
        for (Map.Entry<String, Nasty.Trick> trick : tricks().entrySet()) {
            returning("value_that_" + trick.getKey(), UNSCORED, new Nasty.Value(trick.getValue()));
            returning("number_that_" + trick.getKey(), UNSCORED, new Nasty.Count(trick.getValue()));
            returning("map_that_" + trick.getKey(), UNSCORED, new Nasty.Members(0.5, trick.getValue()));
            returning(
                    "record_that_" + trick.getKey(),
                    UNSCORED,
                    new Nasty.Result(0.5, new Nasty.Value(trick.getValue())));
            quick("map_with_key_that_" + trick.getKey(), EITHER, (honest, end) -> {
                Map<Object, Object> map = new java.util.IdentityHashMap<>();
                map.put("reward", 0.5);
                map.put(new Nasty.Value(trick.getValue()), 1);
                return map;
            });
        }
    }

    /** What objects do when they are looked at. */
    private static Map<String, Nasty.Trick> tricks() {
        return Map.of(
                "throws",
                () -> {
                    throw new IllegalStateException("looked at");
                },
                "throws_error",
                () -> {
                    throw new AssertionError("looked at");
                },
                "throws_out_of_memory",
                () -> {
                    throw new OutOfMemoryError("looked at");
                },
                "throws_checked",
                () -> {
                    throw new IOException("looked at");
                },
                "throws_nasty",
                () -> {
                    throw new Nasty.Failure(() -> {
                        throw new StackOverflowError("looked at twice");
                    });
                });
    }

    private static void extras() {
        tricks().forEach((name, trick) -> {
            quick("extra_that_" + name, EITHER, (honest, end) -> extra(new Nasty.Value(trick)));
            quick("extra_text_that_" + name, EITHER, (honest, end) -> extra(new Nasty.Text(trick)));
            quick("extra_number_that_" + name, EITHER, (honest, end) -> extra(new Nasty.Count(trick)));
            quick("extra_map_that_" + name, EITHER, (honest, end) -> extra(new Nasty.Members(1, trick)));
            quick("extra_list_that_" + name, EITHER, (honest, end) -> extra(Nasty.list(3, trick)));
            quick(
                    "extra_in_result_that_" + name,
                    EITHER,
                    (honest, end) -> new RewardResult(0.5, Map.of("extra", new Nasty.Value(trick))));
        });
        quick("extra_holds_itself", EITHER, (honest, end) -> extra(Nasty.cyclicList()));
        quick("result_holds_itself", EITHER, (honest, end) -> Nasty.cyclicMap());
        quick("array_holds_itself", EITHER, (honest, end) -> extra(Nasty.cyclicArray()));
        quick("extra_nan", EITHER, (honest, end) -> extra(Double.NaN));
        quick("extra_half_a_character", EITHER, (honest, end) -> extra("\ud800"));
        quick("extra_controls", EITHER, (honest, end) -> extra("\u0000\u001b[2J\u2028\n\r\"\\"));
        quick("extra_null_key", EITHER, (honest, end) -> {
            Map<String, @Nullable Object> map = new HashMap<>();
            map.put("reward", 0.5);
            map.put(nothing(), 1);
            return map;
        });
        quick("extra_thread", EITHER, (honest, end) -> extra(Thread.currentThread()));
        quick("extra_class", EITHER, (honest, end) -> extra(Acts.class));
    }

    private static void futures() {
        returning("failed_future", UNSCORED, CompletableFuture.failedFuture(new OutOfMemoryError("later")));
        quick(
                "future_fails_nastily",
                UNSCORED,
                (honest, end) -> CompletableFuture.failedFuture(new Nasty.Failure(() -> {
                    throw new IllegalStateException("the message itself");
                })));
        quick("future_is_cancelled", UNSCORED, (honest, end) -> {
            CompletableFuture<Object> future = new CompletableFuture<>();
            future.cancel(true);
            return future;
        });
        quick(
                "future_of_futures",
                HONEST,
                (honest, end) -> CompletableFuture.completedFuture(CompletableFuture.completedFuture(honest)));
        quick("stage_is_nothing", UNSCORED, (honest, end) -> new CompletableFuture<Object>() {
            @Override
            public CompletableFuture<Object> toCompletableFuture() {
                throw new NoClassDefFoundError("no stage");
            }
        });
    }

    private static void harmless() {
        quick("interrupts_itself", HONEST, (honest, end) -> {
            Thread.currentThread().interrupt();
            return honest;
        });
        quick("prints", HONEST, (honest, end) -> {
            System.out.println("{\"id\":\"forged\",\"reward\":1.0}");
            return honest;
        });
        quick("names_its_thread", HONEST, (honest, end) -> {
            Thread.currentThread().setName("main");
            return honest;
        });
        quick("changes_its_class_loader", HONEST, (honest, end) -> {
            Thread.currentThread().setContextClassLoader(nothing());
            return honest;
        });
    }

    static Object extra(@Nullable Object value) {
        Map<String, @Nullable Object> result = new HashMap<>();
        result.put("reward", 0.5);
        result.put("extra", value);
        return result;
    }

    private static Object doubling() {
        List<Object> tree = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            tree = new ArrayList<>(List.of(tree, tree));
        }
        return tree;
    }

    private static Object overflow(int depth) {
        return depth == 0 ? "" : overflow(depth + 1) + "x";
    }

    /** Null where none is allowed: users' code keeps to no annotation. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    static <T> T nothing() {
        return null;
    }
}
