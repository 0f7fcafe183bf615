package dev.guerdon.benchmarks;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Task;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.Registry;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Steps per second of ScienceWorld in this process and through its Python wrapper, with the same actions in turns, cold and warm; the
 * memory of many environments at once; what opening and closing leaves behind.
 *
 * <p>Arguments: {@code rounds=3}, {@code environments=200}, {@code cycles=1000}.
 */
public final class ScienceworldBenchmark implements Benchmark {

    private static final double RECORDED_WRAPPER = 15.5;

    /** Rounds between the cold one and those that count as warm, for both. */
    private static final int WARMING = 3;

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
        return "steps per second beside the Python wrapper, cold and warm; memory of 200 environments; 1,000 openings";
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
        List<Task> tasks = TASKS.stream().map(name -> task(name, 0)).toList();
        ScienceworldMemory memory = new ScienceworldMemory(provider, tasks);
        memory.many(out, argument(arguments, "environments", 200));
        memory.cycles(out, argument(arguments, "cycles", 1_000));
    }

    private void speed(PrintStream out, int rounds) throws Exception {
        List<Played> episodes = episodes();
        int steps =
                episodes.stream().mapToInt(episode -> episode.actions.size()).sum();
        Optional<PythonWrapper> python = PythonWrapper.start(JsonCodec.write(episodes));
        double[] fresh = new double[rounds];
        double[] wrapped = new double[rounds];
        double[] bare = new double[rounds];
        double[] pythons = new double[rounds];
        double[] cpu = new double[4];
        double coldPython = 0;
        double cold;
        try (Environment asWrapper = provider.open(Map.of());
                Environment withoutQueries = provider.open(Map.of("queries", "none"))) {
            coldPython = python.isPresent() ? steps / python.get().round() : 0;
            cold = steps / seconds(asWrapper, episodes);
            for (int warming = 0; warming < WARMING; warming++) {
                seconds(asWrapper, episodes);
                seconds(withoutQueries, episodes);
                if (python.isPresent()) {
                    python.get().round();
                }
            }
            for (int round = 0; round < rounds; round++) {
                double start = ownCpuSeconds();
                fresh[round] = steps / inAFreshOne(episodes);
                double first = ownCpuSeconds();
                wrapped[round] = steps / seconds(asWrapper, episodes);
                double second = ownCpuSeconds();
                bare[round] = steps / seconds(withoutQueries, episodes);
                double third = ownCpuSeconds();
                double pythonStart = python.map(PythonWrapper::cpuSeconds).orElse(0.0);
                pythons[round] = python.isPresent() ? steps / python.get().round() : 0;
                cpu[0] += python.map(PythonWrapper::cpuSeconds).orElse(0.0) - pythonStart;
                cpu[1] += first - start;
                cpu[2] += second - first;
                cpu[3] += third - second;
            }
        } finally {
            if (python.isPresent()) {
                python.get().close();
            }
        }
        double reference = python.isPresent() ? median(pythons) : RECORDED_WRAPPER;
        out.printf("%d actions of %d tasks, %d rounds, median%n", steps, episodes.size(), rounds);
        out.printf(
                "Python wrapper, warm        %8.1f steps/s  (%s)%n",
                reference, python.isPresent() ? "measured in turns" : "recorded; it could not be installed here");
        if (python.isPresent()) {
            out.printf("Python wrapper, first round %8.1f steps/s%n", coldPython);
            line(out, "first round", cold, coldPython);
        } else {
            line(out, "first round", cold, reference);
        }
        line(out, "fresh environments", median(fresh), reference);
        line(out, "the same environment", median(wrapped), reference);
        line(out, "no queries", median(bare), reference);
        if (python.isPresent()) {
            // On a busy machine the clock favours the two processes of the wrapper; the work done does not.
            out.printf(
                    "CPU milliseconds a step, loading included: Python wrapper %.1f, fresh %.1f (%.1f x less), same %.1f (%.1f x less), no"
                            + " queries %.1f (%.1f x less)%n",
                    1000 * cpu[0] / rounds / steps,
                    1000 * cpu[1] / rounds / steps,
                    cpu[0] / cpu[1],
                    1000 * cpu[2] / rounds / steps,
                    cpu[0] / cpu[2],
                    1000 * cpu[3] / rounds / steps,
                    cpu[0] / cpu[3]);
        }
    }

    /** Every episode in an environment that was never used. */
    private double inAFreshOne(List<Played> episodes) {
        double seconds = 0;
        for (Played episode : episodes) {
            try (Environment environment = provider.open(Map.of())) {
                seconds += seconds(environment, List.of(episode));
            }
        }
        return seconds;
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
        out.printf("in process, %-21s%7.1f steps/s  %5.1f x%n", what, rate, rate / reference);
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
