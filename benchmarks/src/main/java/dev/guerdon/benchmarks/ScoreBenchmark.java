package dev.guerdon.benchmarks;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code guerdon score} end to end, beside a program that only parses the same file.
 *
 * <p>Both run as processes of their own with 512 MB of heap and the same threads, in turns, so start-up, warm-up and a noisy machine
 * weigh on both; scoring runs through the launcher, as a user starts it. The file has trajectories of a few messages, about 3 kB a
 * line.
 */
final class ScoreBenchmark {

    private static final int ROUNDS = 3;

    static void run(PrintStream out, String[] arguments) throws Exception {
        int megabytes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1024;
        int threads = arguments.length > 1
                ? Integer.parseInt(arguments[1])
                : Runtime.getRuntime().availableProcessors();
        Path file = Files.createTempFile("guerdon-bench", ".jsonl");
        try {
            long lines = SampleFile.write(file, (long) megabytes << 20);
            out.printf("%,d lines, %,d MB, %d threads, heap 512 MB%n", lines, Files.size(file) >> 20, threads);
            BenchmarkClock.seconds(0, List.of("./guerdon", "--version")); // builds, where that is still to do
            double[] parse = new double[ROUNDS];
            double[] score = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                parse[i] = BenchmarkClock.seconds(
                        0,
                        BenchmarkClock.java(
                                "-Xmx512m",
                                "-XX:+UseParallelGC",
                                ParseOnly.class.getName(),
                                file.toString(),
                                "" + threads));
                score[i] = BenchmarkClock.seconds(
                        0,
                        List.of(
                                "./guerdon",
                                "score",
                                "--reward=qa_f1_reward",
                                "--in=" + file,
                                "--out=" + file + ".out",
                                "--threads=" + threads,
                                "--quiet"));
            }
            out.printf("parsing alone    %s  median %.2f s%n", rounds(parse), BenchmarkClock.median(parse));
            out.printf("guerdon score    %s  median %.2f s%n", rounds(score), BenchmarkClock.median(score));
            out.printf(
                    "speed of scoring %.0f MB/s, %,.0f lines/s%n",
                    megabytes / BenchmarkClock.median(score), lines / BenchmarkClock.median(score));
            out.printf(
                    "ratio to parsing alone (1 would be free scoring): %.2f%n",
                    BenchmarkClock.median(parse) / BenchmarkClock.median(score));
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(Path.of(file + ".out"));
        }
    }

    private static String rounds(double[] values) {
        StringBuilder out = new StringBuilder();
        for (double value : values) {
            out.append("%.2f ".formatted(value));
        }
        return out.toString().strip();
    }
}
