package dev.guerdon.agent.research;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** A model server on this machine that says what a script says, good or bad. */
final class ScriptedServer implements AutoCloseable {

    /** What goes out. */
    @FunctionalInterface
    interface Answer {
        void write(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private final HttpServer server;
    private final BlockingQueue<Answer> script = new LinkedBlockingQueue<>();
    private final List<String> asked = new ArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    ScriptedServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/chat/completions", this::handle);
        server.start();
    }

    /** The model's spec: pauses are short, so that what is tried again is tried soon. */
    String spec(String options) {
        return "openai-compatible:http://localhost:" + server.getAddress().getPort() + "/v1#scripted" + options;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            synchronized (asked) {
                asked.add(body);
            }
            Answer next = script.poll();
            (next == null ? says("ACTION: submit_answer\nPARAMS: {\"answer\": \"the end\"}") : next).write(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    ScriptedServer then(Answer answer) {
        script.add(answer);
        return this;
    }

    /** The bodies of the requests. */
    List<String> asked() {
        synchronized (asked) {
            return List.copyOf(asked);
        }
    }

    static Answer says(String text) {
        return says(text, "stop");
    }

    static Answer says(String text, String finish) {
        return message(Map.of("role", "assistant", "content", text), finish);
    }

    static Answer message(Map<String, ?> message, String finish) {
        return status(
                200,
                JsonCodec.write(Map.of(
                        "choices",
                        List.of(Map.of("index", 0, "message", message, "finish_reason", finish)),
                        "usage",
                        Map.of("prompt_tokens", 10, "completion_tokens", 5, "total_tokens", 15))));
    }

    static Answer status(int status, String body, String... headers) {
        return exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    /** Answers nothing until the server is closed. */
    Answer silence() {
        return exchange -> closing.await();
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
    }
}
