package dev.guerdon.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.base.FolderTree;
import dev.guerdon.lab.Comparer;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Difference;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** What a comparison of two large runs costs, and how often its statistics err. */
public final class CompareBenchmark implements Benchmark {

    private static final int EPISODES = 200_000;
    private static final Instant START = Instant.parse("2026-11-15T10:00:00Z");

    @Override
    public String name() {
        return "compare";
    }

    @Override
    public String description() {
        return "Seconds to compare two runs of 200,000 episodes; error rates of the statistics. Argument 'disk': from stored runs, too";
    }

    @Override
    public void run(PrintStream out, String[] arguments) throws IOException {
        shape(out, "200,000 tasks, rewards 0 and 1", EPISODES, 1, u -> u < 0.5 ? 0 : 1);
        shape(out, "200,000 tasks, graded rewards", EPISODES, 1, u -> u);
        shape(out, "20,000 tasks x 10, rewards 0 and 1", EPISODES / 10, 10, u -> u < 0.5 ? 0 : 1);
        shape(out, "20,000 tasks x 10, graded rewards", EPISODES / 10, 10, u -> u);
        if (List.of(arguments).contains("disk")) {
            fromDisk(out);
        }
        errors(out);
    }

    private static void shape(PrintStream out, String name, int tasks, int repeats, DoubleUnaryOperator reward) {
        Comparison.Source base = source("base", tasks, repeats, 1, reward);
        Comparison.Source candidate = source("candidate", tasks, repeats, 2, reward);
        double[] seconds = new double[5];
        Comparison last = null;
        long cpuBefore = cpuNanos();
        for (int i = 0; i < seconds.length; i++) {
            long start = System.nanoTime();
            last = Comparer.compare(base, List.of(candidate), Comparison.Options.DEFAULT);
            seconds[i] = (System.nanoTime() - start) / 1e9;
        }
        double cpu = (cpuNanos() - cpuBefore) / 1e9 / seconds.length;
        if (last == null) {
            return;
        }
        double first = seconds[0];
        Arrays.sort(seconds);
        Difference difference = last.candidates().getFirst().difference();
        out.printf(
                "%-36s first %.2f s, median %.2f s, CPU %.2f s; %,d resamples, %s%n",
                name,
                first,
                seconds[seconds.length / 2],
                cpu,
                difference.bootstrap().resamples(),
                difference.significance().exact()
                        ? "exact test"
                        : "%,d permutations".formatted(difference.significance().permutations()));
    }

    /** Of all threads; what a comparison costs whatever else the machine does. */
    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static Comparison.Source source(
            String name, int tasks, int repeats, long seed, DoubleUnaryOperator reward) {
        return new Comparison.Source(info(name, tasks, repeats), episodes(tasks, repeats, seed, reward));
    }

    private static RunInfo info(String name, int tasks, int repeats) {
        return new RunInfo(
                name,
                "",
                new RunInfo.Setup(
                        "bench",
                        "none",
                        "none",
                        "none",
                        Map.of(),
                        IntStream.range(0, tasks).mapToObj(i -> "task-" + i).toList(),
                        repeats,
                        1,
                        10),
                new RunInfo.Progress(RunInfo.Status.COMPLETE, START, Optional.empty(), 0),
                RunInfo.Origin.UNKNOWN);
    }

    private static List<Episode> episodes(int tasks, int repeats, long seed, DoubleUnaryOperator reward) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Episode> episodes = new ArrayList<>(tasks * repeats);
        for (int task = 0; task < tasks; task++) {
            for (int repeat = 0; repeat < repeats; repeat++) {
                episodes.add(new Episode(
                        "task-" + task,
                        repeat,
                        seed,
                        "domain-" + task % 5,
                        "the answer",
                        new Score.Scored(RewardResult.of(reward.applyAsDouble(random.nextDouble()))),
                        new Episode.Ending(FinishReason.TERMINAL, true, "an answer of some words", ""),
                        new Episode.Effort(7, Usage.NONE, START, Duration.ofSeconds(3))));
            }
        }
        return episodes;
    }

    /** Opening, reading and comparing, from two stores that are written first. */
    private static void fromDisk(PrintStream out) throws IOException {
        Path folder = Files.createTempDirectory("guerdon-compare");
        try {
            RunStore store = new RunStore(folder);
            long start = System.nanoTime();
            List<String> names = List.of(write(store, 1), write(store, 2));
            out.printf("stored 2 x %,d episodes in %.1f s%n", EPISODES, (System.nanoTime() - start) / 1e9);
            for (int i = 0; i < 3; i++) {
                start = System.nanoTime();
                try (Run base = store.open(names.getFirst());
                        Run candidate = store.open(names.getLast())) {
                    Comparer.compare(base, List.of(candidate), Comparison.Options.DEFAULT);
                }
                out.printf("opened, read and compared in %.2f s%n", (System.nanoTime() - start) / 1e9);
            }
        } finally {
            FolderTree.delete(folder);
        }
    }

    private static String write(RunStore store, long seed) {
        EpisodeDetail detail =
                new EpisodeDetail(Task.of("task", "?", Map.of()), Trajectory.empty(), List.of(), Optional.empty());
        try (RunWriter writer = store.create(info("", EPISODES, 1))) {
            episodes(EPISODES, 1, seed, u -> u < 0.5 ? 0 : 1).forEach(episode -> writer.add(episode, detail));
            writer.finish(RunInfo.Status.COMPLETE);
            return writer.info().name();
        }
    }

    /** How often equal runs are called different, and the interval misses the truth. */
    private static void errors(PrintStream out) {
        int rounds = 2_000;
        for (int tasks : new int[] {10, 30, 100}) {
            for (int repeats : new int[] {1, 3}) {
                int called = 0;
                int missed = 0;
                int without = 0;
                SplittableRandom seeds = new SplittableRandom(tasks * 31L + repeats);
                for (int round = 0; round < rounds; round++) {
                    Difference difference = Comparer.compare(
                                    source(
                                            "base",
                                            tasks,
                                            repeats,
                                            seeds.nextLong(),
                                            u -> u < 0.4 ? 0 : u < 0.8 ? 1 : u),
                                    List.of(source(
                                            "candidate",
                                            tasks,
                                            repeats,
                                            seeds.nextLong(),
                                            u -> u < 0.4 ? 0 : u < 0.8 ? 1 : u)),
                                    Comparison.Options.DEFAULT)
                            .candidates()
                            .getFirst()
                            .difference();
                    called += difference.pValue() < 0.05 ? 1 : 0;
                    missed += difference.interval().isPresent()
                                    && !difference.interval().get().contains(0)
                            ? 1
                            : 0;
                    without += difference.interval().isEmpty() ? 1 : 0;
                }
                out.printf(
                        "%3d tasks x %d, no difference: called one %.1f %%, 95 %% interval missed 0 %.1f %%, no interval %.1f %%%n",
                        tasks, repeats, 100.0 * called / rounds, 100.0 * missed / rounds, 100.0 * without / rounds);
            }
        }
    }
}
