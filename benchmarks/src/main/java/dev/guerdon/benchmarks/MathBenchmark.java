package dev.guerdon.benchmarks;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.math.MathEquality;
import dev.guerdon.math.MathVerify;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The math rewards on the recorded pairs, against the SymPy-based reference and Math-Verify.
 *
 * <p>{@code ./dev bench math} compares with the recorded figures, scaled to this machine. {@code ./dev bench math PYTHON}, with an
 * interpreter that can import {@code math_verify}, runs that library, and SymPy alone, on the same pairs in the same run as well.
 */
final class MathBenchmark {

    private static final double REFERENCE_ALL = 99;
    private static final double REFERENCE_LATEX = 66;
    private static final double REFERENCE_FAST = 91_500;
    private static final double VERIFY_ALL = 57;

    /** Response and expected answer, and whether the reference needed its LaTeX parser. */
    private record Pair(String response, String answer, boolean latex) {}

    @FunctionalInterface
    private interface Grader {
        boolean grade(Pair pair);
    }

    static void run(PrintStream out, String[] arguments) throws Exception {
        List<Pair> pairs = pairs();
        List<Pair> latex = pairs.stream().filter(Pair::latex).toList();
        List<Pair> plain = pairs.stream().filter(pair -> !pair.latex()).toList();
        Grader equal = pair -> MathEquality.exact().equal(pair.response(), pair.answer());
        Grader verify = pair -> MathVerify.accepts(pair.answer(), pair.response());
        RecordedReference reference = RecordedReference.calibrate();
        out.println(reference.explanation());
        out.printf("%-52s %14s %14s %8s%n", "calls per CPU second", "guerdon", "reference", "ratio");
        compare(out, "math_equal_reward, all " + pairs.size() + " pairs", pairs, equal, reference, REFERENCE_ALL);
        compare(out, "math_equal_reward, LaTeX path, " + latex.size(), latex, equal, reference, REFERENCE_LATEX);
        compare(out, "math_equal_reward, fast path, " + plain.size(), plain, equal, reference, REFERENCE_FAST);
        compare(out, "math_verify_reward, all " + pairs.size() + " pairs", pairs, verify, reference, VERIFY_ALL);
        latency(out, "math_equal_reward", pairs, equal);
        latency(out, "math_verify_reward", pairs, verify);
        if (arguments.length > 0) {
            sideBySide(out, arguments[0], pairs, verify, equal);
        }
    }

    private static void compare(
            PrintStream out, String what, List<Pair> pairs, Grader grader, RecordedReference reference, double recorded)
            throws Exception {
        double ours = BenchmarkClock.perCpuSecond(5, 1.5, () -> round(pairs, grader));
        double theirs = reference.scaledRate(recorded);
        out.printf("%-52s %,14.0f %,14.0f %,8.0f%n", what, ours, theirs, ours / theirs);
    }

    private static BenchmarkClock.Done round(List<Pair> pairs, Grader grader) {
        int right = 0;
        for (Pair pair : pairs) {
            right += grader.grade(pair) ? 1 : 0;
        }
        return new BenchmarkClock.Done(pairs.size(), right);
    }

    /** Each pair many times, each call on its own clock; CPU time, so that other work on the machine does not count. */
    private static void latency(PrintStream out, String what, List<Pair> pairs, Grader grader) {
        int rounds = 60;
        long[] nanos = new long[pairs.size() * rounds];
        int at = 0;
        for (int i = 0; i < rounds; i++) {
            for (Pair pair : pairs) {
                long start = BenchmarkClock.cpuNanos();
                BenchmarkClock.lastChecksum = grader.grade(pair) ? 1 : 0;
                nanos[at++] = BenchmarkClock.cpuNanos() - start;
            }
        }
        Arrays.sort(nanos);
        out.printf(
                "%s, one call: median %.0f µs, p99 %.0f µs, p99.9 %.0f µs, longest %.0f µs%n",
                what,
                nanos[nanos.length / 2] / 1e3,
                nanos[nanos.length * 99 / 100] / 1e3,
                nanos[(int) (nanos.length * 0.999)] / 1e3,
                nanos[nanos.length - 1] / 1e3);
    }

    private static List<Pair> pairs() throws IOException {
        Path root = Path.of(System.getProperty("guerdon.root", "."));
        Path file = root.resolve("rewards/math/src/test/resources/vectors/math_equal.jsonl");
        List<Pair> pairs = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            Json json = JsonCodec.read(line, file.toString());
            String path = json.get("trace").get("path").asString();
            pairs.add(new Pair(
                    json.get("input").get("final_response").asString(),
                    json.get("input").get("answer").asString(),
                    !path.startsWith("equiv_")));
        }
        return pairs;
    }

    private static void beside(PrintStream out, String ours, List<Pair> pairs, Grader grader, String theirs, Json rates)
            throws Exception {
        double rate = BenchmarkClock.perCpuSecond(3, 1.5, () -> round(pairs, grader));
        double other = rates.get(theirs).asDouble();
        out.printf(
                "side by side, same pairs, same run, calls per CPU second: %s %,.0f, installed %s %,.1f, ratio %,.0f%n",
                ours, rate, theirs, other, rate / other);
    }

    private static void sideBySide(PrintStream out, String python, List<Pair> pairs, Grader verify, Grader equal)
            throws Exception {
        Path input = Files.createTempFile("pairs", ".jsonl");
        try {
            Files.write(
                    input,
                    pairs.stream()
                            .map(pair -> JsonCodec.write(List.of(pair.answer(), pair.response())))
                            .toList());
            Optional<Json> rates =
                    PythonOriginal.run("math_verify_bench.py", List.of(), python, List.of(input.toString()), List.of());
            if (rates.isEmpty()) {
                out.println("side by side: " + python + " cannot run math_verify");
                return;
            }
            beside(out, "math_verify_reward", pairs, verify, "math_verify", rates.get());
            beside(out, "math_equal_reward", pairs, equal, "sympy", rates.get());
        } finally {
            Files.delete(input);
        }
    }
}
