package dev.guerdon.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.guerdon.api.Json;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Rewards of the catalogue by family, beside the Python packages that they are named after, in one run.
 *
 * <p>Each is called through the registry and a scorer with one thread, on its recorded inputs and on long texts. CPU seconds are those of
 * the whole process, with its compiler and garbage collector. {@code GUERDON_PYTHON} names the Python that has the packages.
 */
public final class CatalogueBenchmark implements Benchmark {

    private static final Path VECTORS = Path.of("guerdon-catalogue", "src", "test", "resources", "vectors");

    /** Twenty times the reference, where that is promised. */
    private static final int PROMISED = 20;

    /**
     * A family.
     *
     * @param reward the recorded function, which is the name of the reward too
     * @param file its recorded inputs
     * @param promised how many times faster it must be
     */
    private record Family(String reward, String file, int promised) {}

    private static final List<Family> FAMILIES = List.of(
            new Family("rouge", "rouge.jsonl", PROMISED),
            new Family("sacrebleu:bleu", "bleu_chrf_ter.jsonl", PROMISED),
            new Family("sacrebleu:chrf", "bleu_chrf_ter.jsonl", 1),
            new Family("sacrebleu:ter", "bleu_chrf_ter.jsonl", 1),
            new Family("rapidfuzz", "text_distance.jsonl", 0),
            new Family("difflib.ratio", "text_distance.jsonl", 1),
            new Family("ifeval", "ifeval.jsonl", PROMISED),
            new Family("krippendorff_alpha", "agreement.jsonl", 1),
            new Family("cohen_kappa", "agreement.jsonl", 1),
            new Family("jsonschema:2020-12", "json_schema.jsonl", PROMISED),
            new Family("bfcl:ast", "bfcl_ast.jsonl", PROMISED));

    @Override
    public String name() {
        return "catalogue";
    }

    @Override
    public String description() {
        return "the catalogue's rewards by family, calls per CPU second, beside the Python packages they are named after";
    }

    @Override
    public void run(PrintStream out, String[] arguments) throws Exception {
        Registry registry = Registry.discover();
        out.printf("%-28s %14s %14s %9s%n", "reward", "guerdon /s", "reference /s", "ratio");
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            for (Family family : FAMILIES) {
                if (arguments.length > 0 && !Arrays.asList(arguments).contains(family.reward)) {
                    continue;
                }
                if (registry.rewards().stream()
                        .noneMatch(reward -> reward.name().equals(family.reward))) {
                    out.printf("%-28s %14s%n", family.reward, "no such reward");
                    continue;
                }
                RewardEntry reward = registry.reward(family.reward);
                compare(out, scorer, reward, family.reward, recorded(family), family.promised);
                List<Json> longer = longInputs(family.reward);
                if (!longer.isEmpty()) {
                    compare(out, scorer, reward, family.reward + ", long", longer, Math.min(1, family.promised));
                }
            }
        }
    }

    private static void compare(
            PrintStream out, Scorer scorer, RewardEntry reward, String label, List<Json> inputs, int promised)
            throws Exception {
        double ours = rate(scorer, reward, inputs);
        Json theirs = python(reward.name(), inputs);
        if (theirs.find("calls_per_cpu_second").isEmpty()) {
            out.printf(
                    "%-28s %,14.0f   no reference here: %s%n",
                    label, ours, theirs.find("missing").map(Json::asString).orElse("no python3"));
            return;
        }
        double reference = theirs.get("calls_per_cpu_second").asDouble();
        String verdict = promised == 0 ? "" : ours >= promised * reference ? "  ok" : "  below " + promised;
        out.printf("%-28s %,14.0f %,14.0f %9.1f%s%n", label, ours, reference, ours / reference, verdict);
    }

    private static List<Json> recorded(Family family) throws IOException {
        List<Json> inputs = new ArrayList<>();
        for (String line : Files.readAllLines(VECTORS.resolve(family.file))) {
            Json recorded = JsonCodec.read(line, family.file);
            if (recorded.get("fn").asString().equals(family.reward)) {
                inputs.add(recorded.get("input"));
            }
        }
        return inputs;
    }

    private static double rate(Scorer scorer, RewardEntry reward, List<Json> inputs) {
        List<Sample> samples = new ArrayList<>();
        for (Json input : inputs) {
            Map<String, @Nullable Object> fields = input.asMap();
            String response = fields.get("final_response") instanceof String text ? text : "";
            samples.add(Sample.of("sample " + samples.size(), response, List.of(), fields));
        }
        double[] rates = new double[3];
        // Many samples in one call, so that handing them over costs little.
        List<Sample> many = new ArrayList<>();
        while (many.size() < Math.min(2000, 20 * samples.size())) {
            many.addAll(samples);
        }
        round(scorer, reward, many, 3);
        for (int i = 0; i < rates.length; i++) {
            rates[i] = round(scorer, reward, many, 1);
        }
        Arrays.sort(rates);
        return rates[rates.length / 2];
    }

    private static double round(Scorer scorer, RewardEntry reward, List<Sample> samples, double seconds) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long start = system.getProcessCpuTime();
        long calls = 0;
        double sum = 0;
        double spent;
        do {
            for (Score score : scorer.scoreAll(reward, samples)) {
                sum += score instanceof Score.Scored scored ? scored.result().reward() : 0;
            }
            calls += samples.size();
            spent = (system.getProcessCpuTime() - start) / 1e9;
        } while (spent < seconds);
        Measure.lastChecksum = sum;
        return calls / spent;
    }

    private static Json python(String reward, List<Json> inputs) throws InterruptedException {
        String named = System.getenv("GUERDON_PYTHON");
        try (InputStream script = CatalogueBenchmark.class.getResourceAsStream("catalogue_reference.py")) {
            String code = new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
            Process python = new ProcessBuilder(named == null ? "python3" : named, "-c", code, reward, "2")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (OutputStream in = python.getOutputStream()) {
                for (Json input : inputs) {
                    in.write((JsonCodec.write(input.value()) + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
            String printed = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return python.waitFor(2, TimeUnit.MINUTES) && python.exitValue() == 0
                    ? JsonCodec.read(printed, "the output of Python")
                    : new Json(Map.of());
        } catch (IOException e) {
            return new Json(Map.of());
        }
    }

    /** A few inputs as long as an essay or a source file; none for rewards that do not compare texts. */
    private static List<Json> longInputs(String reward) {
        Random random = new Random(17);
        List<Json> inputs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Map<String, Object> input = switch (reward) {
                case "rouge" -> pair(random, 400, "prediction", "reference");
                case "sacrebleu:bleu", "sacrebleu:chrf" -> references(pair(random, 1000, "prediction", "references"));
                case "sacrebleu:ter" -> references(pair(random, 80, "prediction", "references"));
                case "rapidfuzz", "difflib.ratio" -> pair(random, 300, "a", "b");
                case "ifeval" ->
                    Map.of(
                            "final_response",
                            text(random, 1500),
                            "instruction_id_list",
                            List.of(
                                    "length_constraints:number_sentences",
                                    "change_case:capital_word_frequency",
                                    "length_constraints:number_words",
                                    "language:response_language"),
                            "kwargs",
                            List.of(
                                    Map.of("num_sentences", 5, "relation", "at least"),
                                    Map.of("capital_frequency", 3, "capital_relation", "less than"),
                                    Map.of("num_words", 100, "relation", "at least"),
                                    Map.of("language", "en")));
                default -> Map.of();
            };
            if (!input.isEmpty()) {
                inputs.add(new Json(input));
            }
        }
        return inputs;
    }

    private static Map<String, Object> pair(Random random, int words, String first, String second) {
        return Map.of(first, text(random, words), second, text(random, words));
    }

    private static Map<String, Object> references(Map<String, Object> pair) {
        return Map.of("prediction", pair.get("prediction"), "references", List.of(pair.get("references")));
    }

    private static String text(Random random, int words) {
        String[] known =
                ("the a of to and in that was it for on are as with they at be this from have river mountain harbour"
                                + " ferry leaves noon ledger audit errors found quick bridge walked met")
                        .split(" ", -1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(i == 0 ? "" : i % 14 == 0 ? ". " : " ").append(known[random.nextInt(known.length)]);
        }
        return text.append('.').toString();
    }
}
