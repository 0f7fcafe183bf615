package dev.guerdon.benchmarks;

import dev.guerdon.core.base.FolderTree;
import dev.guerdon.lab.RunComparer;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Run;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;

/** Two runs of 200,000 episodes: how long it takes to list, open, filter and compare them, and to look into an episode. */
final class RunsBenchmark {

    private static final int EPISODES = 200_000;
    private static final int WRITTEN = 1000;

    static void run(PrintStream out, String[] arguments) throws Exception {
        int episodes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : EPISODES;
        Path folder = Files.createTempDirectory("guerdon-runs");
        try {
            RunStore store = new RunStore(folder);
            long start = System.nanoTime();
            String base = SyntheticRun.make(store, episodes, 1);
            String candidate = SyntheticRun.make(store, episodes, 2);
            out.printf("two runs of %,d episodes, %.1f s to make%n", episodes, BenchmarkClock.since(start));
            out.printf("%-44s %10s %10s %10s%n", "", "first", "then", "CPU");
            time(
                    out,
                    "list the runs with their figures",
                    () -> store.list().stream()
                            .map(store::summary)
                            .mapToInt(summary -> summary.metrics().episodes())
                            .sum());
            time(out, "open a run and read all episodes", () -> {
                try (Run run = store.open(base)) {
                    return run.episodes().size();
                }
            });
            time(out, "open, and find those of one domain below 0.5", () -> {
                try (Run run = store.open(base)) {
                    return run.episodes().stream()
                            .filter(episode -> episode.domain().equals("domain-3") && episode.reward() < 0.5)
                            .toList()
                            .size();
                }
            });
            time(out, "open, and look into one episode", () -> {
                try (Run run = store.open(base)) {
                    return run.detail(run.episodes().get(episodes / 2)).turns().size();
                }
            });
            time(out, "open two runs and read both", () -> {
                try (Run one = store.open(base);
                        Run other = store.open(candidate)) {
                    return one.episodes().size() + other.episodes().size();
                }
            });
            time(out, "open two runs and compare them", () -> {
                try (Run one = store.open(base);
                        Run other = store.open(candidate)) {
                    return RunComparer.compare(one, List.of(other), Comparison.Options.DEFAULT)
                            .candidates()
                            .size();
                }
            });
            out.printf("a finished episode is safe on disk after %.2f ms (the mean of %d)%n", writing(store), WRITTEN);
        } finally {
            FolderTree.delete(folder);
        }
    }

    /** The first time, with a cold JVM; the best of two more; and the CPU time of that one, which a busy machine changes less. */
    private static void time(PrintStream out, String what, Callable<Integer> work) throws Exception {
        Spent first = spent(work);
        Spent second = spent(work);
        Spent third = spent(work);
        Spent best = second.seconds < third.seconds ? second : third;
        out.printf("%-44s %8.3f s %8.3f s %8.3f s%n", what, first.seconds, best.seconds, best.cpuSeconds);
    }

    private record Spent(double seconds, double cpuSeconds) {}

    private static Spent spent(Callable<Integer> work) throws Exception {
        long start = System.nanoTime();
        long cpu = BenchmarkClock.cpuNanos();
        BenchmarkClock.lastChecksum = work.call();
        return new Spent(BenchmarkClock.since(start), (BenchmarkClock.cpuNanos() - cpu) / 1e9);
    }

    /** Returns the milliseconds for one episode, one transaction each. */
    private static double writing(RunStore store) throws SQLException {
        long start = System.nanoTime();
        SyntheticRun.make(store, WRITTEN, 5);
        return BenchmarkClock.since(start) * 1000 / WRITTEN;
    }

    /** Every page of the viewer over a large run, served by a process with the memory that {@code guerdon view} has. */
    static final class View {

        static void run(PrintStream out, String[] arguments) throws Exception {
            for (String size : arguments.length == 0 ? List.of("200000", "1000000") : List.of(arguments)) {
                Path folder = Files.createTempDirectory("guerdon-view");
                try {
                    SyntheticRun.make(new RunStore(folder), Integer.parseInt(size), 1);
                    out.printf(
                            "a run of %,d episodes; load %.1f on %d cores%n",
                            Integer.parseInt(size),
                            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                            Runtime.getRuntime().availableProcessors());
                    out.flush();
                    serve(folder, out);
                } finally {
                    FolderTree.delete(folder);
                }
            }
        }

        private static void serve(Path folder, PrintStream out) throws Exception {
            Process process = new ProcessBuilder(BenchmarkClock.java(
                            "-Xmx256m",
                            "-XX:+UseSerialGC",
                            "--enable-native-access=ALL-UNNAMED",
                            PageTimes.class.getName(),
                            folder.toString()))
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            process.getInputStream().transferTo(out);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("the viewer failed, with code " + process.exitValue());
            }
        }
    }
}
