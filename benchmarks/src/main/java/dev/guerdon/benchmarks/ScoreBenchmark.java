package dev.guerdon.benchmarks;

import dev.guerdon.benchmarks.spark.OnSpark;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * {@code guerdon score} end to end, beside a program that only parses the same file.
 *
 * <p>Both run as processes of their own with 512 MB of heap and the same threads, in turns, so start-up, warm-up and a noisy machine
 * weigh on both; scoring runs through the launcher, as a user starts it. The file has trajectories of a few messages, about 3 kB a
 * line.
 */
public final class ScoreBenchmark implements Benchmark {

    private static final int ROUNDS = 3;

    @Override
    public String name() {
        return "score";
    }

    @Override
    public String description() {
        return "guerdon score on a 1 GB file, beside merely parsing it (arguments: MEGABYTES, THREADS)";
    }

    @Override
    public void run(PrintStream out, String[] arguments) throws Exception {
        int megabytes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1024;
        int threads = arguments.length > 1
                ? Integer.parseInt(arguments[1])
                : Runtime.getRuntime().availableProcessors();
        Path file = Files.createTempFile("guerdon-bench", ".jsonl");
        try {
            long lines = SampleFile.write(file, (long) megabytes << 20);
            out.printf("%,d lines, %,d MB, %d threads, heap 512 MB%n", lines, Files.size(file) >> 20, threads);
            seconds(List.of("./guerdon", "--version")); // builds, where that is still to do
            double[] parse = new double[ROUNDS];
            double[] score = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                parse[i] = seconds(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseParallelGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.guerdon.benchmarks.ParseOnly",
                        file.toString(),
                        "" + threads));
                score[i] = seconds(List.of(
                        "./guerdon",
                        "score",
                        "--reward=qa_f1_reward",
                        "--in=" + file,
                        "--out=" + file + ".out",
                        "--threads=" + threads,
                        "--quiet"));
            }
            out.printf("parsing alone    %s  median %.2f s%n", rounds(parse), median(parse));
            out.printf("guerdon score    %s  median %.2f s%n", rounds(score), median(score));
            out.printf("speed of scoring %.0f MB/s, %,.0f lines/s%n", megabytes / median(score), lines / median(score));
            out.printf("ratio to parsing alone (1 would be free scoring): %.2f%n", median(parse) / median(score));
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(Path.of(file + ".out"));
        }
    }

    private static double seconds(List<String> command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IllegalStateException(String.join(" ", command) + " ended with exit code " + exit);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static String rounds(double[] values) {
        StringBuilder out = new StringBuilder();
        for (double value : values) {
            out.append("%.2f ".formatted(value));
        }
        return out.toString().strip();
    }

    /** {@code guerdon score} and {@code guerdon run} with {@code --on}, beside the same without. */
    public static final class Spark implements Benchmark {

        @Override
        public String name() {
            return "spark";
        }

        @Override
        public String description() {
            return "score and run with --on local[1] and local[2], beside one process (--records 1e5,1e6 --bytes 1000 --rounds 2 --executors 1,2 --episodes 2000)";
        }

        @Override
        public void run(PrintStream out, String[] arguments) throws Exception {
            OnSpark.run(out, arguments);
        }
    }
}
