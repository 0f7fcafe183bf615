package dev.guerdon.benchmarks;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.rewards.QaRewards;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Calls of {@code qa_f1_reward} per CPU second of one thread, beside Python's. */
final class QaBenchmark {

    /** Calls per CPU second of the reference on short pairs, if it was recorded. */
    private static final double RECORDED = 36_400;

    private static final int SHORT = 200;
    private static final Path PAIRS =
            Path.of("rewards", "rewards", "src", "test", "resources", "vectors", "qa", "qa_pairs.jsonl");

    private record Pair(String finalResponse, Json answer) {
        boolean isShort() {
            return finalResponse.length() <= SHORT && answer.asString().length() <= SHORT;
        }

        boolean isAscii() {
            return (finalResponse + answer.asString()).chars().allMatch(c -> c < 128);
        }

        String json() {
            return JsonCodec.write(Map.of("final_response", finalResponse, "answer", answer));
        }
    }

    static void run(PrintStream out, String[] arguments) throws Exception {
        Path file = arguments.length > 0 ? Path.of(arguments[0]) : PAIRS;
        List<Pair> all = Files.readAllLines(file).stream()
                .map(line -> JsonCodec.read(line, file.toString()).get("input"))
                .map(input -> new Pair(input.get("final_response").asString(), input.get("answer")))
                .filter(Pair::isShort)
                .toList();
        List<Pair> ascii = all.stream().filter(Pair::isAscii).toList();
        double ours = rate(all);
        double sum = round(all);
        out.printf("%d short pairs, one thread%n", all.size());
        out.printf("guerdon, all pairs          %,14.0f calls per CPU second%n", ours);
        out.printf("guerdon, the %3d ASCII ones %,14.0f%n", ascii.size(), rate(ascii));
        RecordedReference reference = RecordedReference.calibrate();
        double recorded = reference.scaledRate(RECORDED);
        out.printf("reference, recorded         %,14.0f  (%s)%n", recorded, reference.explanation());
        out.printf("ratio to the reference      %,14.1f%n", ours / recorded);
        Optional<Json> python = PythonOriginal.run(
                "qa_f1.py",
                List.of(),
                "python3",
                List.of("2"),
                all.stream().map(Pair::json).toList());
        if (python.isEmpty()) {
            out.println("no python3 here, so no side-by-side run");
            return;
        }
        double theirs = python.get().get("calls_per_cpu_second").asDouble();
        double theirSum = python.get().get("sum").asDouble();
        out.printf("plain Python, this run      %,14.0f%n", theirs);
        out.printf("ratio to plain Python       %,14.1f%n", ours / theirs);
        out.printf("sum of rewards: %.9f here, %.9f there%n", sum, theirSum);
    }

    private static double rate(List<Pair> pairs) throws Exception {
        return BenchmarkClock.perCpuSecond(5, 0.5, () -> new BenchmarkClock.Done(pairs.size(), round(pairs)));
    }

    private static double round(List<Pair> pairs) {
        double sum = 0;
        for (Pair pair : pairs) {
            sum += QaRewards.qaF1(pair.finalResponse, pair.answer).reward();
        }
        return sum;
    }
}
