package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two executors ask one model, which counts. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class ModelLimitsTest {

    private static final int TASKS = 60;

    @TempDir
    Path folder;

    private final List<Long> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            calls.add(System.nanoTime());
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            exchange.getRequestBody().readAllBytes();
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            byte[] body = """
                    {"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":\
                    {"role":"assistant","content":"4"},"finish_reason":"stop"}],\
                    "usage":{"prompt_tokens":7,"completion_tokens":3,"total_tokens":10}}
                    """.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            atOnce.decrementAndGet();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** 12 calls may go at once, and then 2 a second: 24 s. With a limit for each of the two executors it were 9 s. */
    @Test
    void theLimitsOfAModelHoldForAllExecutorsTogether() throws Exception {
        var unused = GuerdonJars.all(); // skips early where there are none
        Path tasks = Files.write(
                folder.resolve("tasks.jsonl"),
                IntStream.range(0, TASKS)
                        .mapToObj(i -> "{\"id\":\"t" + i + "\",\"question\":\"What is 2 + 2?\",\"answer\":\"4\"}")
                        .toList());
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
        try (SparkProcesses processes = SparkProcesses.start(
                Files.createDirectories(folder.resolve("spark")), System.getProperty("java.class.path"), 2, 1, "1g")) {
            String model = "openai-compatible:http://localhost:"
                    + server.getAddress().getPort() + "/v1#m?price_in=0&price_out=0&rpm=120&concurrency=3";
            Path suite = Files.writeString(folder.resolve("asked.yaml"), """
                    model: %s
                    reward: math_equal_reward
                    data: %s
                    """.formatted(model, tasks.getFileName()));
            Command.End end = new Command(folder, processes.home())
                    .run(
                            "run",
                            suite.toString(),
                            "--on",
                            processes.address(),
                            "--parallel",
                            "16",
                            "--runs",
                            folder.resolve("runs").toString(),
                            "--conf",
                            "spark.executor.memory=512m",
                            "--conf",
                            "spark.executor.cores=1");
            assertThat(end.exitCode()).as(end.err() + end.out()).isZero();
        } finally {
            server.stop(0);
        }
        assertThat(calls).hasSize(TASKS);
        assertThat(mostAtOnce.get()).isBetween(1, 3);
        Duration took = Duration.ofNanos(calls.getLast() - calls.getFirst());
        assertThat(took).isGreaterThan(Duration.ofSeconds(15));
    }
}
