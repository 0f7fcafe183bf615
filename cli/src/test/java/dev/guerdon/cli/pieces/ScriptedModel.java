package dev.guerdon.cli.pieces;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.Task;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** A server on this machine that answers as a model does; each call costs 10 tokens. */
final class ScriptedModel implements AutoCloseable {

    static final int TOKENS = 10;

    private final HttpServer server;
    private final int status;
    final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger atOnce = new AtomicInteger();
    final AtomicInteger mostAtOnce = new AtomicInteger();
    /** Called while a call is answered, with its number from 1. */
    volatile IntConsumer during = number -> {};

    private volatile int pauseAt;
    private volatile Duration pause = Duration.ZERO;
    private volatile long pausedAt;
    private final AtomicLong afterPause = new AtomicLong(Long.MAX_VALUE);

    /** Refuses a call, and asks for a pause. */
    void pauseAt(int number, Duration time) {
        pause = time;
        pauseAt = number;
    }

    /** How long after the refusal the next call came. */
    Duration earliestAfterPause() {
        return Duration.ofNanos(afterPause.get());
    }

    private boolean refuses(HttpExchange exchange, int number) throws IOException {
        if (number != pauseAt) {
            if (pausedAt != 0) {
                afterPause.accumulateAndGet(System.nanoTime() - pausedAt, Math::min);
            }
            return false;
        }
        exchange.getResponseHeaders().add("Retry-After", Long.toString(pause.toSeconds()));
        exchange.sendResponseHeaders(429, -1);
        pausedAt = System.nanoTime();
        return true;
    }

    ScriptedModel(int status) throws IOException {
        this.status = status;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            int number = calls.incrementAndGet();
            if (refuses(exchange, number)) {
                return;
            }
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            during.accept(number);
            String answer = asked.replaceAll("(?s).*question (\\d+).*", "answer $1");
            String body = status == 200 ? """
                    {"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":\
                    {"role":"assistant","content":"%s"},"finish_reason":"stop"}],\
                    "usage":{"prompt_tokens":7,"completion_tokens":3,"total_tokens":10}}
                    """.formatted(answer) : "{\"error\":{\"message\":\"not you\"}}";
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            atOnce.decrementAndGet();
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Questions that the model is asked once each. */
    Suite suite(int tasks, String options) {
        return new Suite(
                "asked",
                "",
                List.of(Suite.Part.builder(
                                "part",
                                "hooked_reward",
                                IntStream.range(0, tasks)
                                        .mapToObj(
                                                i -> Task.of("t" + i, "question " + i, Map.of("answer", "answer " + i)))
                                        .toList())
                        .model("openai-compatible:http://localhost:"
                                + server.getAddress().getPort() + "/v1#m" + options)
                        .limits(RolloutLimits.turns(3))
                        .build()));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
