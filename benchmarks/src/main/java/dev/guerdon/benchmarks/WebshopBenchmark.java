package dev.guerdon.benchmarks;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.webshop.WebshopProvider;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Steps of random 15-step episodes, and many environments at once: steps per second, latency, memory.
 *
 * <p>Each step lists the available actions, as the recorded figure of the reference does. The official 1,000 products are used where
 * {@code WEBSHOP_DATA} or {@code ../shared/data/webshop} has them, else the bundled ones.
 */
public final class WebshopBenchmark implements Benchmark {

    private static final double REFERENCE_STEPS = 42;
    private static final int EPISODE = 15;
    private static final int ROUNDS = 8;
    private static final int SESSIONS = 10_000;

    @Override
    public String name() {
        return "webshop";
    }

    @Override
    public String description() {
        return "WebShop: steps per CPU second of random episodes, " + SESSIONS + " environments at once";
    }

    @Override
    public void run(PrintStream out, String[] arguments) throws Exception {
        Map<String, String> options = options();
        out.println(options.isEmpty() ? "bundled products" : "official products in " + options.get("data"));
        WebshopProvider provider = new WebshopProvider();
        Reference reference = Reference.calibrate();
        try (Environment environment = provider.open(options)) {
            SplittableRandom random = new SplittableRandom(1);
            double rate = Measure.perCpuSecond(5, 2, () -> episode(environment, random));
            double scaled = reference.scaledRate(REFERENCE_STEPS);
            out.printf(
                    "%.0f steps per CPU second; reference %.0f scaled to %.1f (%s): %.0f times%n",
                    rate, REFERENCE_STEPS, scaled, reference.explanation(), rate / scaled);
        }
        sessions(out, provider, options);
    }

    private static Map<String, String> options() {
        String named = System.getenv("WEBSHOP_DATA");
        Path data = named != null ? Path.of(named) : Path.of("..", "shared", "data", "webshop");
        return Files.isReadable(data.resolve("items_shuffle_1000.json"))
                ? Map.of("data", data.toString(), "goals", "synthetic")
                : Map.of();
    }

    private static Measure.Done episode(Environment environment, SplittableRandom random) {
        double checksum =
                environment.reset(task(random.nextInt(50))).observation().text().length();
        for (int i = 0; i < EPISODE; i++) {
            Step step = act(environment, random);
            checksum += step.observation().text().length() + step.reward();
            if (step.done()) {
                return new Measure.Done(i + 1, checksum);
            }
        }
        return new Measure.Done(EPISODE, checksum);
    }

    private static Step act(Environment environment, SplittableRandom random) {
        List<String> actions = environment.actions();
        return environment.step(actions.isEmpty() ? "search[shoes]" : actions.get(random.nextInt(actions.size())));
    }

    private static Task task(int goal) {
        return Task.of("webshop-" + goal, "", Map.of("session", goal));
    }

    /** Many environments on one shop, each with a goal of its own, all of them stepped once in each round. */
    private static void sessions(PrintStream out, WebshopProvider provider, Map<String, String> options)
            throws Exception {
        long before = usedHeap();
        List<Environment> open = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            Environment environment = provider.open(options);
            environment.reset(Task.of("t", "", Map.of()), i);
            open.add(environment);
        }
        out.printf("%,d environments, reset: %.1f MB for them%n", SESSIONS, (usedHeap() - before) / 1e6);
        int threads = Runtime.getRuntime().availableProcessors();
        double[][] times = new double[ROUNDS][SESSIONS];
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (int round = 0; round < ROUNDS; round++) {
                double[] latencies = times[round];
                long start = System.nanoTime();
                double cpu = cpuSeconds();
                List<Callable<Void>> shares = new ArrayList<>();
                for (int thread = 0; thread < threads; thread++) {
                    int first = thread;
                    SplittableRandom random = new SplittableRandom(31L * round + thread);
                    shares.add(() -> {
                        for (int i = first; i < SESSIONS; i += threads) {
                            long began = System.nanoTime();
                            if (act(open.get(i), random).done()) {
                                open.get(i).reset(Task.of("t", "", Map.of()), i);
                            }
                            latencies[i] = (System.nanoTime() - began) / 1e6;
                        }
                        return null;
                    });
                }
                for (Future<Void> share : pool.invokeAll(shares)) {
                    share.get();
                }
                double seconds = (System.nanoTime() - start) / 1e9;
                double cpuSpent = Math.max(cpuSeconds() - cpu, 0.01);
                long held = usedHeap();
                Arrays.sort(latencies);
                out.printf(
                        "round %d on %d threads: %,.0f steps per second, %,.0f per CPU second, p50 %.2f ms, p99 %.2f ms;"
                                + " %.1f MB for them, %.1f MB of heap in all%n",
                        round,
                        threads,
                        SESSIONS / seconds,
                        SESSIONS / cpuSpent,
                        latencies[SESSIONS / 2],
                        latencies[SESSIONS * 99 / 100],
                        (held - before) / 1e6,
                        held / 1e6);
            }
        }
        open.forEach(Environment::close);
    }

    /** CPU seconds of this whole process. */
    private static double cpuSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis()
                / 1000.0;
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
