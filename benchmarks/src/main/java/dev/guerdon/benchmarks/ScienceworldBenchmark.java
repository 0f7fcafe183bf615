package dev.guerdon.benchmarks;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Task;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.Registry;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Steps per second of ScienceWorld in this process and through its Python wrapper, with the same actions in turns, and the memory of
 * many environments at once.
 *
 * <p>Arguments: {@code rounds=3}, {@code environments=32}.
 */
public final class ScienceworldBenchmark implements Benchmark {

    private static final double RECORDED_WRAPPER = 15.5;
    private static final List<String> TASKS = List.of(
            "boil",
            "chemistry-mix",
            "find-living-thing",
            "melt",
            "power-component",
            "test-conductivity",
            "use-thermometer");

    private final EnvironmentProvider provider = Registry.discover().environment("scienceworld");

    @Override
    public String name() {
        return "scienceworld";
    }

    @Override
    public String description() {
        return "steps per second beside the Python wrapper, same actions in turns; memory per environment";
    }

    private record Played(String task, int variation, List<String> actions) {}

    @Override
    public void run(PrintStream out, String[] arguments) throws Exception {
        if (!provider.checks().getFirst().ok()) {
            out.println("not measured: " + provider.checks().getFirst().detail());
            return;
        }
        out.println(provider.checks().getFirst().detail());
        speed(out, argument(arguments, "rounds", 3));
        memory(out, argument(arguments, "environments", 32));
    }

    private void speed(PrintStream out, int rounds) throws Exception {
        List<Played> episodes = episodes();
        int steps =
                episodes.stream().mapToInt(episode -> episode.actions.size()).sum();
        Optional<PythonWrapper> python = PythonWrapper.start(JsonCodec.write(episodes));
        double[] wrapped = new double[rounds];
        double[] bare = new double[rounds];
        double[] pythons = new double[rounds];
        double[] cpu = new double[3];
        try (Environment asWrapper = provider.open(Map.of());
                Environment withoutQueries = provider.open(Map.of("queries", "none"))) {
            for (int round = -2; round < rounds; round++) {
                double start = ownCpuSeconds();
                double ofWrapper = steps / seconds(asWrapper, episodes);
                double between = ownCpuSeconds();
                double ofBare = steps / seconds(withoutQueries, episodes);
                double end = ownCpuSeconds();
                double pythonStart = python.map(PythonWrapper::cpuSeconds).orElse(0.0);
                // One round warms the other process up as well; its steps are slow enough.
                double ofPython =
                        python.isPresent() && round >= -1 ? steps / python.get().round() : 0;
                if (round >= 0) {
                    wrapped[round] = ofWrapper;
                    bare[round] = ofBare;
                    pythons[round] = ofPython;
                    cpu[0] += python.map(PythonWrapper::cpuSeconds).orElse(0.0) - pythonStart;
                    cpu[1] += between - start;
                    cpu[2] += end - between;
                }
            }
        } finally {
            if (python.isPresent()) {
                python.get().close();
            }
        }
        double reference = python.isPresent() ? median(pythons) : RECORDED_WRAPPER;
        out.printf("%d actions of %d tasks, %d rounds, median%n", steps, episodes.size(), rounds);
        out.printf(
                "Python wrapper        %8.1f steps/s  (%s)%n",
                reference, python.isPresent() ? "measured in turns" : "recorded; it could not be installed here");
        line(out, "in process, wrapper", median(wrapped), reference);
        line(out, "in process, no queries", median(bare), reference);
        if (python.isPresent()) {
            // On a busy machine the clock favours the two processes of the wrapper; the work done does not.
            out.printf(
                    "CPU milliseconds a step, loading included: Python wrapper %.1f, wrapper %.1f (%.1f x less), no queries %.1f (%.1f x less)%n",
                    1000 * cpu[0] / rounds / steps,
                    1000 * cpu[1] / rounds / steps,
                    cpu[0] / cpu[1],
                    1000 * cpu[2] / rounds / steps,
                    cpu[0] / cpu[2]);
        }
    }

    /** Of all threads of this process, those that compile and collect included. */
    private static double ownCpuSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toNanos()
                / 1e9;
    }

    private static void line(PrintStream out, String what, double rate, double reference) {
        out.printf("%-22s%7.1f steps/s  %5.1f x%n", what, rate, rate / reference);
    }

    private List<Played> episodes() throws Exception {
        List<Played> episodes = new ArrayList<>();
        try (ScienceworldEnvironment environment = (ScienceworldEnvironment) provider.open(Map.of())) {
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

    private void memory(PrintStream out, int count) throws Exception {
        List<Environment> all = new ArrayList<>();
        double before = usedMebibytes();
        for (int i = 0; i < count; i++) {
            Environment environment = provider.open(Map.of());
            environment.reset(task(TASKS.get(i % TASKS.size()), 0));
            environment.step("wait1");
            all.add(environment);
        }
        double with = usedMebibytes();
        all.forEach(Environment::close);
        all.clear();
        double after = usedMebibytes();
        out.printf(
                "%d environments at once: %.1f MiB each (heap, classes and code); after closing all %.1f MiB remain of %.0f%n",
                count, (with - before) / count, after - before, with - before);
    }

    /** What is in use after a full collection: heap, class metadata and compiled code. */
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

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static int argument(String[] arguments, String name, int otherwise) {
        return Arrays.stream(arguments)
                .filter(argument -> argument.startsWith(name + "="))
                .mapToInt(argument -> Integer.parseInt(argument.substring(name.length() + 1)))
                .findFirst()
                .orElse(otherwise);
    }
}
