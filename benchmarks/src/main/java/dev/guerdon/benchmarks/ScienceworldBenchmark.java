package dev.guerdon.benchmarks;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Steps per second of ScienceWorld in this process and through its Python wrapper, with the same actions, cold and warm; the
 * memory of many environments at once; what opening and closing leaves behind.
 *
 * <p>Arguments: {@code rounds=3}, {@code environments=200}, {@code cycles=1000}.
 */
final class ScienceworldBenchmark {

    private static final double RECORDED_WRAPPER = 15.5;

    /** Rounds between the cold one and those that count as warm, for both. */
    private static final int WARMING = 3;

    private static final double GIGABYTE = 1024;
    private static final int STEPS = 5;

    private static final List<String> TASKS = List.of(
            "boil",
            "chemistry-mix",
            "find-living-thing",
            "melt",
            "power-component",
            "test-conductivity",
            "use-thermometer");

    private static final EnvironmentProvider PROVIDER = Registry.discover().environment("scienceworld");

    private record Played(String task, int variation, List<String> actions) {}

    static void run(PrintStream out, String[] arguments) throws Exception {
        if (!PROVIDER.checks().getFirst().ok()) {
            out.println("not measured: " + PROVIDER.checks().getFirst().detail());
            return;
        }
        out.println(PROVIDER.checks().getFirst().detail());
        speed(out, BenchmarkClock.argument(arguments, "rounds", 3));
        List<Task> tasks = TASKS.stream().map(name -> task(name, 0)).toList();
        many(out, tasks, BenchmarkClock.argument(arguments, "environments", 200));
        cycles(out, tasks, BenchmarkClock.argument(arguments, "cycles", 1_000));
    }

    private static void speed(PrintStream out, int rounds) throws Exception {
        List<Played> episodes = episodes();
        int steps =
                episodes.stream().mapToInt(episode -> episode.actions.size()).sum();
        Optional<Json> python = PythonOriginal.run(
                "scienceworld_wrapper.py",
                List.of("scienceworld"),
                "python3",
                List.of(String.valueOf(WARMING), String.valueOf(rounds)),
                List.of(JsonCodec.write(episodes)));
        double[] fresh = new double[rounds];
        double[] wrapped = new double[rounds];
        double[] bare = new double[rounds];
        double[] cpu = new double[3];
        double cold;
        try (Environment asWrapper = PROVIDER.open(Map.of());
                Environment withoutQueries = PROVIDER.open(Map.of("queries", "none"))) {
            cold = steps / seconds(asWrapper, episodes);
            for (int warming = 0; warming < WARMING; warming++) {
                seconds(asWrapper, episodes);
                seconds(withoutQueries, episodes);
            }
            for (int round = 0; round < rounds; round++) {
                double start = BenchmarkClock.processCpuNanos() / 1e9;
                fresh[round] = steps / inAFreshOne(episodes);
                double first = BenchmarkClock.processCpuNanos() / 1e9;
                wrapped[round] = steps / seconds(asWrapper, episodes);
                double second = BenchmarkClock.processCpuNanos() / 1e9;
                bare[round] = steps / seconds(withoutQueries, episodes);
                cpu[0] += first - start;
                cpu[1] += second - first;
                cpu[2] += BenchmarkClock.processCpuNanos() / 1e9 - second;
            }
        }
        double reference = python.map(measured -> BenchmarkClock.median(measured.get("warm").asList().stream()
                        .mapToDouble(seconds -> steps / seconds.asDouble())
                        .toArray()))
                .orElse(RECORDED_WRAPPER);
        out.printf("%d actions of %d tasks, %d rounds, median%n", steps, episodes.size(), rounds);
        out.printf(
                "Python wrapper, warm        %8.1f steps/s  (%s)%n",
                reference, python.isPresent() ? "measured before" : "recorded; it could not be installed here");
        double coldReference =
                python.map(measured -> steps / measured.get("cold").asDouble()).orElse(reference);
        out.printf("Python wrapper, first round %8.1f steps/s%n", coldReference);
        line(out, "first round", cold, coldReference);
        line(out, "fresh environments", BenchmarkClock.median(fresh), reference);
        line(out, "the same environment", BenchmarkClock.median(wrapped), reference);
        line(out, "no queries", BenchmarkClock.median(bare), reference);
        if (python.isPresent()) {
            // On a busy machine the clock favours the two processes of the wrapper; the work done does not.
            double theirs = python.get().get("cpu").asDouble();
            out.printf(
                    "CPU milliseconds a step, loading included: Python wrapper %.1f, fresh %.1f (%.1f x less), same"
                            + " %.1f (%.1f x less), no queries %.1f (%.1f x less)%n",
                    1000 * theirs / rounds / steps,
                    1000 * cpu[0] / rounds / steps,
                    theirs / cpu[0],
                    1000 * cpu[1] / rounds / steps,
                    theirs / cpu[1],
                    1000 * cpu[2] / rounds / steps,
                    theirs / cpu[2]);
        }
    }

    /** Returns the seconds of all episodes, each in an environment that was never used. */
    private static double inAFreshOne(List<Played> episodes) {
        double seconds = 0;
        for (Played episode : episodes) {
            try (Environment environment = PROVIDER.open(Map.of())) {
                seconds += seconds(environment, List.of(episode));
            }
        }
        return seconds;
    }

    private static void line(PrintStream out, String what, double rate, double reference) {
        out.printf("in process, %-21s%7.1f steps/s  %5.1f x%n", what, rate, rate / reference);
    }

    private static List<Played> episodes() throws Exception {
        List<Played> episodes = new ArrayList<>();
        try (ScienceworldEnvironment environment = (ScienceworldEnvironment) PROVIDER.open(Map.of())) {
            for (String task : TASKS) {
                environment.reset(task(task, 0));
                episodes.add(new Played(task, 0, environment.goldPath()));
            }
        }
        return episodes;
    }

    private static Task task(String name, int variation) {
        return Task.of(name, "", Map.of("task_name", name, "variation_idx", variation));
    }

    private static double seconds(Environment environment, List<Played> episodes) {
        long nanos = 0;
        for (Played episode : episodes) {
            environment.reset(task(episode.task, episode.variation));
            long start = System.nanoTime();
            for (String action : episode.actions) {
                environment.step(action);
            }
            nanos += System.nanoTime() - start;
        }
        return nanos / 1e9;
    }

    /** Measures what many environments hold in memory. */
    private static void many(PrintStream out, List<Task> tasks, int count) {
        double before = usedMebibytes();
        List<Environment> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Environment environment = PROVIDER.open(Map.of());
            environment.reset(tasks.get(i % tasks.size()));
            for (int step = 0; step < STEPS; step++) {
                environment.step("wait1");
            }
            all.add(environment);
        }
        double with = usedMebibytes();
        all.forEach(Environment::close);
        all.clear();
        double after = usedMebibytes();
        out.printf(
                "%d environments at once: %.2f MiB each; the whole process %.0f MiB (heap, classes and code), %s 1 GB;"
                        + " after closing all %.1f MiB remain of %.0f%n",
                count,
                (with - before) / count,
                with,
                with < GIGABYTE ? "within" : "more than",
                after - before,
                with - before);
    }

    /** Opens, plays a little and closes, again and again. */
    private static void cycles(PrintStream out, List<Task> tasks, int count) {
        cycle(tasks, 0);
        double before = usedMebibytes();
        int classes = ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            cycle(tasks, i);
        }
        double milliseconds = (System.nanoTime() - start) / 1e6 / count;
        out.printf(
                "%d times opened, reset, one step, closed: %.0f ms each; grown by %.1f MiB, %d classes, %d threads%n",
                count,
                milliseconds,
                usedMebibytes() - before,
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount() - classes,
                ManagementFactory.getThreadMXBean().getThreadCount() - threads);
    }

    private static void cycle(List<Task> tasks, int number) {
        try (Environment environment = PROVIDER.open(Map.of("queries", "none"))) {
            environment.reset(tasks.get(number % tasks.size()));
            environment.step("wait1");
        }
    }

    /** Returns what is in use after a full collection: heap, class metadata and compiled code. */
    private static double usedMebibytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        long other = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.NON_HEAP)
                .filter(pool -> !pool.getName().equals("Compressed Class Space")) // part of Metaspace
                .map(MemoryPoolMXBean::getUsage)
                .mapToLong(usage -> usage == null ? 0 : usage.getUsed())
                .sum();
        return (ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + other) / (double) (1 << 20);
    }
}
