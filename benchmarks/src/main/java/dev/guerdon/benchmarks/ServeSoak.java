package dev.guerdon.benchmarks;

import dev.guerdon.base.Durations;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A server at its limit for a time, with a reward that is stuck on every call beside good ones. */
public final class ServeSoak implements Benchmark {

    private static final String RECORD = "{\"final_response\":\"Paris, on the Seine\",\"answer\":\"Paris\"}";
    private static final String STUCK = """
            import dev.guerdon.api.Reward;
            public final class Stuck {
                @Reward("stuck") public static double stuck(String finalResponse) {
                    while (true) { Thread.onSpinWait(); }
                }
            }
            """;

    @Override
    public String name() {
        return "soak-serve";
    }

    @Override
    public String description() {
        return "a reward server at its limit, with a stuck reward among good ones; for 60s, or the time given";
    }

    @Override
    public void run(PrintStream out, String[] arguments) throws Exception {
        Duration time = Durations.parse(arguments.length > 0 ? arguments[0] : "60s");
        Path folder = Files.createTempDirectory("guerdon-soak");
        Path source = Files.writeString(folder.resolve("Stuck.java"), STUCK);
        Path config = Files.writeString(folder.resolve("serve.yaml"), """
                sources: Stuck.java
                rewards:
                  qa: qa_f1_reward
                  stuck: {reward: stuck, deadline: 2s, at_once: 1}
                """);
        try (ServedProcess server = ServedProcess.guerdon("--config", config.toString())) {
            long until = System.nanoTime() + time.toNanos();
            CompletableFuture<HttpLoad.Outcome> stuck = CompletableFuture.supplyAsync(
                    () -> load(server, "/v1/score/stuck", time.toSeconds()));
            long first = 0;
            long errors = 0;
            long requests = 0;
            while (System.nanoTime() - until < 0) {
                HttpLoad.Outcome outcome = load(server, "/v1/score/qa", 10);
                long memory = memory(server.process());
                first = first == 0 ? memory : first;
                errors += outcome.others();
                requests += outcome.requests();
                out.printf(
                        "%,9.0f/s good, p99 %.2f ms, %d errors, %,d KiB resident%n",
                        outcome.perSecond(), outcome.millis(0.99), outcome.others(), memory);
            }
            out.printf(
                    "%,d good requests, %d errors among them; %,d stuck ones answered; memory %,d KiB then, %,d KiB now%n",
                    requests, errors, stuck.join().requests(), first, memory(server.process()));
            if (errors > 0) {
                throw new IllegalStateException(errors + " requests of a good reward failed");
            }
        } finally {
            Files.delete(source);
            Files.delete(config);
            Files.delete(folder);
        }
    }

    private static HttpLoad.Outcome load(ServedProcess server, String path, double seconds) {
        try {
            return new HttpLoad(server.port(), path, RECORD, true).run(server.process().toHandle(), 16, seconds, 0);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** KiB of memory that the process has; 0 where the system does not tell. */
    private static long memory(Process process) {
        try {
            return Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
