package dev.guerdon.benchmarks;

import dev.guerdon.alfworld.AlfworldEnvironment;
import dev.guerdon.alfworld.AlfworldProvider;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Thousands of ALFWorld environments that are all alive and step in turn, on every core. */
final class AlfworldCrowd {

    private static final int TURNS = 50;

    private final List<Task> tasks;
    private final List<AlfworldEnvironment> live = new ArrayList<>();
    private final List<List<String>> walks = new ArrayList<>();

    /** What a crowd cost. */
    record Cost(double stepsPerSecond, double stepsPerCpuSecond, double p99Micros) {}

    AlfworldCrowd(List<Task> tasks) {
        this.tasks = tasks;
    }

    /** Measures a crowd, and prints a block of lines. */
    void run(PrintStream out, String what, int size) throws Exception {
        AlfworldProvider provider = new AlfworldProvider();
        try (AlfworldEnvironment first = provider.open(Map.of())) {
            tasks.forEach(task -> first.reset(task, 0)); // the games are loaded: what follows is the environments alone
        }
        long games = usedHeap();
        for (int i = 0; i < size; i++) {
            live.add(provider.open(Map.of("max-steps", "0", "compat", "true")));
            live.get(i).reset(tasks.get(i % tasks.size()), i);
            walks.add(new ArrayList<>());
        }
        double begun = perEnvironment(games);
        Cost reading = step(true);
        double played = perEnvironment(games);
        for (int i = 0; i < size; i++) {
            live.get(i).reset(tasks.get(i % tasks.size()), i);
        }
        Cost unread = step(false);
        double unlisted = perEnvironment(games);
        out.printf(
                "%,d environments over %,d %s games, %d steps each, %d threads%n",
                size, tasks.size(), what, TURNS, threads());
        print(out, "with the list of commands read", reading, played);
        print(out, "without", unread, unlisted);
        out.printf(
                "  %-32s %.2f KiB each; all games and the JVM's own: %.1f MiB%n",
                "just reset", begun, games / 1048576.0);
        live.forEach(AlfworldEnvironment::close);
        live.clear();
    }

    private static void print(PrintStream out, String what, Cost cost, double kib) {
        out.printf(
                "  %-32s %,9.0f steps/s, %,9.0f per CPU s, p99 of a step %.0f us, %.2f KiB each%n",
                what, cost.stepsPerSecond, cost.stepsPerCpuSecond, cost.p99Micros, kib);
    }

    private static int threads() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Each thread plays its share of the environments, one turn of all of them after the other. */
    private Cost step(boolean read) throws Exception {
        long[] nanos = new long[live.size() * TURNS];
        long cpu = processCpu();
        long start = System.nanoTime();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads())) {
            List<Future<?>> shares = new ArrayList<>();
            for (int thread = 0; thread < threads(); thread++) {
                int first = thread;
                shares.add(pool.submit(() -> share(first, read, nanos)));
            }
            for (Future<?> share : shares) {
                share.get();
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpuSeconds = (processCpu() - cpu) / 1e9;
        Arrays.sort(nanos);
        return new Cost(nanos.length / seconds, nanos.length / cpuSeconds, nanos[nanos.length / 100 * 99] / 1e3);
    }

    private void share(int first, boolean read, long[] nanos) {
        Random random = new Random(first);
        for (int turn = 0; turn < TURNS; turn++) {
            for (int i = first; i < live.size(); i += threads()) {
                long began = System.nanoTime();
                nanos[turn * live.size() + i] = turn(i, turn, read, random) - began;
            }
        }
    }

    private long turn(int i, int turn, boolean read, Random random) {
        AlfworldEnvironment environment = live.get(i);
        String command;
        if (read) {
            List<String> commands = environment.actions();
            command = random.nextInt(10) == 0 ? "sing" : commands.get(random.nextInt(commands.size()));
            walks.get(i).add(command);
        } else {
            command = walks.get(i).get(turn);
        }
        Step step = environment.step(command);
        Measure.lastChecksum = step.observation().text().length()
                + (read ? environment.actions().size() : 0);
        return System.nanoTime();
    }

    /** What the environments hold, without the walks that this benchmark remembers. */
    private double perEnvironment(long games) {
        long walked = walks.stream()
                .mapToLong(walk -> walk.isEmpty() ? 0 : 24 + 16 + 4L * Math.max(10, walk.size() * 3 / 2))
                .sum();
        return (usedHeap() - games - walked) / 1024.0 / live.size();
    }

    private static long processCpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
