package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.api.Json;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code math_verify_reward} beside the newest {@code math-verify} package, where Python can install it.
 *
 * <p>The package goes into a virtual environment in the module's target folder, or is the one of the Python that the environment
 * variable {@code GUERDON_MATH_VERIFY_PYTHON} names.
 */
@Tag("rare")
class MathVerifyLiveTest {

    /** Every so many pairs; 1 takes all of them, which takes minutes. */
    private static final int STRIDE = Integer.getInteger("guerdon.math.live.stride", 12);

    private static final double AGREEMENT = 0.985;

    @Test
    void verdictsAgreeWithTheInstalledPackage(@TempDir Path folder) throws Exception {
        String python = python();
        Map<String, String[]> pairs = pairs();
        Path input = folder.resolve("pairs.jsonl");
        List<String> lines = new ArrayList<>();
        pairs.forEach(
                (id, pair) -> lines.add(JsonCodec.write(Map.of("id", id, "gold", pair[1], "prediction", pair[0]))));
        Files.write(input, lines);
        Path script = folder.resolve("verdicts.py");
        try (InputStream in = MathVerifyLiveTest.class.getResourceAsStream("/python/verdicts.py")) {
            assertThat(in).isNotNull();
            Files.copy(in, script);
        }
        Path output = folder.resolve("verdicts.jsonl");
        Process process = new ProcessBuilder(python, script.toString())
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        List<String> differences = new ArrayList<>();
        int compared = 0;
        for (String line : Files.readAllLines(output)) {
            Json verdict = JsonCodec.read(line, "math-verify");
            String[] pair = pairs.get(verdict.get("id").asString());
            assertThat(pair).isNotNull();
            compared++;
            if (accepts(pair) != verdict.get("verdict").asBoolean()) {
                differences.add(verdict.get("id").asString() + " " + pair[0] + " || " + pair[1]);
            }
        }
        System.out.printf(
                "math-verify live: %d pairs, agreement %.2f %%%n%s%n",
                compared,
                compared == 0 ? 0.0 : 100.0 * (compared - differences.size()) / compared,
                String.join("\n", differences));
        assertThat(compared).isGreaterThan(pairs.size() / 2);
        assertThat(differences.size()).isLessThanOrEqualTo((int) ((1 - AGREEMENT) * compared) + 1);
    }

    private static boolean accepts(String[] pair) {
        try {
            return MathVerify.accepts(pair[1], pair[0]);
        } catch (UnscoredException e) {
            return false;
        }
    }

    private static Map<String, String[]> pairs() {
        Map<String, String[]> pairs = new LinkedHashMap<>();
        int number = 0;
        for (String name : List.of("math_verify", "math_generated")) {
            for (Json line : Vectors.read(name)) {
                Json input = line.get("input");
                if (number++ % STRIDE == 0 && input.find("final_response").isPresent()) {
                    pairs.put(line.get("id").asString(), new String[] {
                        input.get("final_response").asString(),
                        input.get("answer").asString()
                    });
                }
            }
        }
        return pairs;
    }

    /** A Python that has the package; the test is skipped with one line where there is none. */
    private static String python() throws InterruptedException {
        String chosen = System.getenv("GUERDON_MATH_VERIFY_PYTHON");
        if (chosen != null) {
            return chosen;
        }
        Path home = Path.of("target", "math-verify").toAbsolutePath();
        Path python = home.resolve("bin").resolve("python");
        if (!has(python.toString())) {
            boolean made = run(60, "python3", "-m", "venv", home.toString())
                    && run(120, python.toString(), "-m", "pip", "install", "-q", "math-verify");
            if (!made || !has(python.toString())) {
                abort("skipped: python3 with the package math-verify is not here and could not be installed");
            }
        }
        return python.toString();
    }

    private static boolean has(String python) throws InterruptedException {
        return run(60, python, "-c", "import math_verify");
    }

    private static boolean run(int seconds, String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
