package dev.guerdon.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on this machine that answers like a provider of models, and fails like one. */
public final class FakeProvider implements AutoCloseable {

    /** What came in. */
    public record Request(String path, Map<String, String> headers, Json body) {}

    /** What goes out. */
    @FunctionalInterface
    public interface Answer {
        void write(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private final HttpServer server;
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private final List<Request> requests = new ArrayList<>();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private final CountDownLatch closing = new CountDownLatch(1);

    public FakeProvider() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    public String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        try (exchange) {
            Map<String, String> headers = new LinkedHashMap<>();
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
            byte[] body = exchange.getRequestBody().readAllBytes();
            synchronized (requests) {
                requests.add(
                        new Request(exchange.getRequestURI().toString(), headers, JsonCodec.read(body, "the request")));
            }
            Answer answer = answers.poll();
            if (answer == null) {
                answer = status(500, "{\"error\":\"the test has no more answers\"}");
            }
            answer.write(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            atOnce.decrementAndGet();
        }
    }

    public FakeProvider then(Answer answer) {
        answers.add(answer);
        return this;
    }

    public List<Request> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    public int mostAtOnce() {
        return mostAtOnce.get();
    }

    public static Answer json(String body) {
        return status(200, body);
    }

    public static Answer status(int status, String body, String... headers) {
        return exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    /** Says that more comes than comes, and ends the connection. */
    public static Answer broken(String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length + 100);
            OutputStream out = exchange.getResponseBody();
            out.write(bytes);
            out.flush();
        };
    }

    /** Answers nothing until the server is closed. */
    public Answer silence() {
        return exchange -> closing.await();
    }

    /** Begins to answer, and goes no further until the server is closed. */
    public Answer stall(String beginning) {
        return exchange -> {
            exchange.sendResponseHeaders(200, 10_000);
            exchange.getResponseBody().write(beginning.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            closing.await();
        };
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
    }
}
