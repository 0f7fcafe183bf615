package dev.guerdon.benchmarks;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.VectorEnvironment;
import dev.guerdon.core.VectorEnvironment.Batch;
import dev.guerdon.core.VectorEnvironment.Settings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Many environments that step together in one {@link VectorEnvironment}. */
final class VectorBenchmark {

    private static final int SIZE = 10_000;
    private static final int BATCHES = 30;

    static void run(PrintStream out, String[] arguments) throws Exception {
        int size = arguments.length > 0 ? Integer.parseInt(arguments[0]) : SIZE;
        int batches = arguments.length > 1 ? Integer.parseInt(arguments[1]) : BATCHES;
        Registry registry = Registry.discover();
        out.printf(
                "%,d environments, %d batches, %d processors; the agent picks at random%n",
                size, batches, processors());
        out.println("environment  threads    steps/s  per CPU s   batch p50 ms   p99 ms   KiB each");
        for (String name : List.of("alfworld", "webshop")) {
            EnvironmentProvider provider = registry.environment(name);
            List<Task> tasks = provider.tasks("", Map.of()).limit(50).toList();
            for (int threads : new int[] {processors(), 0}) {
                try (VectorEnvironment warm = vector(provider, threads, 200)) {
                    play(warm, tasks, 50); // loads what all share, and lets the compiler see it
                }
            }
            // Twice in turn, so that neither gets the compiled code of the other for nothing.
            for (int threads : new int[] {processors(), 0, processors(), 0}) {
                measure(out, provider, tasks, threads, size, batches);
            }
        }
    }

    private static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static void measure(
            PrintStream out, EnvironmentProvider provider, List<Task> tasks, int threads, int size, int batches) {
        long before = BenchmarkClock.usedHeap();
        try (VectorEnvironment vector = vector(provider, threads, size)) {
            Played played = play(vector, tasks, batches);
            double[] seconds =
                    played.seconds.stream().mapToDouble(Double::doubleValue).toArray();
            double kib = (BenchmarkClock.usedHeap() - before) / 1024.0 / size;
            double all = Arrays.stream(seconds).sum();
            Arrays.sort(seconds);
            out.printf(
                    "%-11s  %-8s %9.0f  %9.0f   %12.1f %8.1f   %8.1f%n",
                    provider.name(),
                    threads == 0 ? "virtual" : String.valueOf(threads),
                    (double) size * batches / all,
                    (double) size * batches / played.cpuSeconds,
                    1000 * seconds[seconds.length / 2],
                    1000 * seconds[(int) Math.ceil(seconds.length * 0.99) - 1],
                    kib);
        }
    }

    private static VectorEnvironment vector(EnvironmentProvider provider, int threads, int size) {
        return new VectorEnvironment(
                () -> provider.open(Map.of()), size, Settings.standard().withThreads(threads));
    }

    /** Time that each batch took, and all of them together in CPU time; without the choice of actions. */
    private record Played(List<Double> seconds, double cpuSeconds) {}

    private static Played play(VectorEnvironment vector, List<Task> tasks, int batches) {
        Random dice = new Random(18);
        Batch batch = vector.reset(tasks, 0);
        List<Double> seconds = new ArrayList<>();
        long cpu = 0;
        double checksum = 0;
        for (int i = 0; i < batches; i++) {
            List<String> actions = new ArrayList<>();
            for (Step step : batch.steps()) {
                actions.add(choice(step, dice));
            }
            long cpuBefore = BenchmarkClock.processCpuNanos();
            long start = System.nanoTime();
            batch = vector.step(actions);
            seconds.add(BenchmarkClock.since(start));
            cpu += BenchmarkClock.processCpuNanos() - cpuBefore;
            for (Step step : batch.steps()) {
                checksum += step.reward();
            }
        }
        BenchmarkClock.lastChecksum = checksum;
        return new Played(seconds, cpu / 1e9);
    }

    private static String choice(Step step, Random dice) {
        Map<String, ?> attributes = step.observation().attributes();
        if (attributes.get("admissible_commands") instanceof List<?> commands) {
            return String.valueOf(commands.get(dice.nextInt(commands.size())));
        }
        boolean searches = attributes.get("available_actions") instanceof Map<?, ?> available
                && Boolean.TRUE.equals(available.get("has_search_bar"));
        if (!searches
                && attributes.get("available_actions") instanceof Map<?, ?> available
                && available.get("clickables") instanceof List<?> clickables
                && !clickables.isEmpty()) {
            return "click[" + clickables.get(dice.nextInt(clickables.size())) + "]";
        }
        return "search[red shoes for women]";
    }
}
