package dev.guerdon.benchmarks;

import dev.guerdon.core.base.FolderTree;
import java.io.BufferedWriter;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Worker processes: what they cost a small reward, and whether a thousand of them can die in a row without a loss.
 *
 * <p>{@code guerdon score} runs through the launcher, as a user starts it, with {@code qa_f1_reward} in its own process and in workers, in
 * turns. Then a reward ends its process for each of a thousand samples in a row, and the output is checked line by line.
 */
final class IsolateBenchmark {

    private static final int ROUNDS = 3;

    private static final String DEADLY = """
        import dev.guerdon.api.Reward;

        class Deadly {
            @Reward("deadly")
            static double deadly(String finalResponse) throws ReflectiveOperationException {
                if (finalResponse.equals("die")) {
                    Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 9);
                }
                return finalResponse.length();
            }
        }
        """;

    static void run(PrintStream out, String[] arguments) throws Exception {
        int lines = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2_000_000;
        int deaths = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1000;
        Path folder = Files.createTempDirectory("guerdon-bench");
        try {
            BenchmarkClock.seconds(0, List.of("./guerdon", "--version")); // builds, where that is still to do
            speed(out, folder, lines);
            survival(out, folder, deaths);
        } finally {
            FolderTree.delete(folder);
        }
    }

    private static void speed(PrintStream out, Path folder, int lines) throws Exception {
        Path in = folder.resolve("in.jsonl");
        try (BufferedWriter samples = Files.newBufferedWriter(in)) {
            for (int i = 0; i < lines; i++) {
                samples.write("{\"id\":" + i + ",\"question\":\"Which of the old towns on the river is number " + i
                        + "?\",\"answer\":\"the old town of number " + i % 997
                        + "\",\"final_response\":\"I think it is the"
                        + " town number " + i % 991 + ", an old one\"}\n");
            }
        }
        out.printf("%,d lines of %d bytes, qa_f1_reward%n", lines, Files.size(in) / lines);
        double[] here = new double[ROUNDS];
        double[] apart = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            here[i] = BenchmarkClock.seconds(0, score(in, folder.resolve("here.jsonl"), "--no-isolate"));
            apart[i] = BenchmarkClock.seconds(0, score(in, folder.resolve("apart.jsonl"), "--isolate"));
        }
        if (Files.mismatch(folder.resolve("here.jsonl"), folder.resolve("apart.jsonl")) >= 0) {
            throw new IllegalStateException("the scores differ");
        }
        report(out, "in its own process", here, lines);
        report(out, "in worker processes", apart, lines);
        out.printf(
                "isolated at %.0f %% of the speed in process; the outputs are equal%n",
                100 * BenchmarkClock.median(here) / BenchmarkClock.median(apart));
    }

    private static List<String> score(Path in, Path scores, String isolation) {
        return List.of(
                "./guerdon", "score", "--reward=qa_f1_reward", "--in=" + in, "--out=" + scores, "--quiet", isolation);
    }

    private static void survival(PrintStream out, Path folder, int deaths) throws Exception {
        Path source = Files.writeString(folder.resolve("Deadly.java"), DEADLY);
        Path in = folder.resolve("deadly.jsonl");
        int before = 5000;
        int lines = before + deaths + 5000;
        List<String> samples = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            boolean dies = i >= before && i < before + deaths;
            samples.add("{\"id\":" + i + ",\"final_response\":\"" + (dies ? "die" : "live") + "\"}");
        }
        Files.write(in, samples);
        Path scores = folder.resolve("deadly.out");
        double time = BenchmarkClock.seconds(
                1,
                List.of(
                        "./guerdon",
                        "score",
                        "--reward=deadly",
                        "--source=" + source,
                        "--in=" + in,
                        "--out=" + scores,
                        "--quiet"));
        List<String> written = Files.readAllLines(scores);
        int wrong = Math.abs(written.size() - lines);
        for (int i = 0; i < Math.min(lines, written.size()); i++) {
            boolean dies = i >= before && i < before + deaths;
            String expected =
                    "{\"id\":" + i + ",\"reward\":" + (dies ? "null,\"unscored\":{\"reason\":\"ERROR\"" : "4.0,");
            wrong += written.get(i).startsWith(expected) ? 0 : 1;
        }
        out.printf(
                "%,d deaths in a row among %,d lines: %d lines wrong or lost, %.1f s, %.0f ms for each death%n",
                deaths, lines, wrong, time, 1000 * time / deaths);
    }

    private static void report(PrintStream out, String where, double[] seconds, int lines) {
        out.printf(
                "%-20s median %.2f s, %,.0f lines/s%n",
                where, BenchmarkClock.median(seconds), lines / BenchmarkClock.median(seconds));
    }
}
