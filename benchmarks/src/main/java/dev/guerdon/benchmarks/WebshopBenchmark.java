package dev.guerdon.benchmarks;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.webshop.WebshopProvider;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Steps of random 15-step episodes per CPU second, beside the reference.
 *
 * <p>Each step lists the available actions, as the recorded figure of the reference does. The official 1,000 products are used where
 * {@code WEBSHOP_DATA} or {@code ../shared/data/webshop} has them, else the bundled ones.
 */
final class WebshopBenchmark {

    private static final double REFERENCE_STEPS = 42;
    private static final int EPISODE = 15;

    static void run(PrintStream out, String[] arguments) throws Exception {
        Map<String, String> options = options();
        out.println(options.isEmpty() ? "bundled products" : "official products in " + options.get("data"));
        WebshopProvider provider = new WebshopProvider();
        RecordedReference reference = RecordedReference.calibrate();
        try (Environment environment = provider.open(options)) {
            SplittableRandom random = new SplittableRandom(1);
            double rate = BenchmarkClock.perCpuSecond(5, 2, () -> episode(environment, random));
            double scaled = reference.scaledRate(REFERENCE_STEPS);
            out.printf(
                    "%.0f steps per CPU second; reference %.0f scaled to %.1f (%s): %.0f times%n",
                    rate, REFERENCE_STEPS, scaled, reference.explanation(), rate / scaled);
        }
    }

    /** Returns the folder where the official products would be. */
    static Path data() {
        String named = System.getenv("WEBSHOP_DATA");
        return named != null ? Path.of(named) : Path.of("..", "shared", "data", "webshop");
    }

    private static Map<String, String> options() {
        Path data = data();
        return Files.isReadable(data.resolve("items_shuffle_1000.json"))
                ? Map.of("data", data.toString(), "goals", "synthetic")
                : Map.of();
    }

    private static BenchmarkClock.Done episode(Environment environment, SplittableRandom random) {
        double checksum =
                environment.reset(task(random.nextInt(50))).observation().text().length();
        for (int i = 0; i < EPISODE; i++) {
            Step step = act(environment, random);
            checksum += step.observation().text().length() + step.reward();
            if (step.done()) {
                return new BenchmarkClock.Done(i + 1, checksum);
            }
        }
        return new BenchmarkClock.Done(EPISODE, checksum);
    }

    private static Step act(Environment environment, SplittableRandom random) {
        List<String> actions = environment.actions();
        return environment.step(actions.isEmpty() ? "search[shoes]" : actions.get(random.nextInt(actions.size())));
    }

    private static Task task(int goal) {
        return Task.of("webshop-" + goal, "", Map.of("session", goal));
    }
}
