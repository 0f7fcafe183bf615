package dev.guerdon.server.scoring;

import dev.guerdon.api.Json;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.dispatch.DispatchContract;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** Pieces as streams of JSON lines over HTTP, to rewards in the server's worker processes. */
class ServerDispatchTest extends DispatchContract {

    private static final int LINES_OF_A_REQUEST = 50;
    private static final int MOST_REQUESTS = 4;

    @Override
    protected Dispatch open(Path source, Duration deadline) {
        return new Client(source, deadline);
    }

    @Override
    protected long mostAhead() {
        return 32 << 20;
    }

    /** A client that has a few requests under way, and takes their answers in order. */
    private static final class Client implements Dispatch {
        private final Served served;
        private final ArrayDeque<Request> underWay = new ArrayDeque<>();
        private volatile boolean cancelled;

        /** A request of some lines. */
        private record Request(int lines, CompletableFuture<HttpResponse<String>> answer) {}

        Client(Path source, Duration deadline) {
            Plugins plugins = Plugins.load(new PluginPath(List.of(), List.of(), List.of(source)), Isolation.FOREIGN);
            ServeLimits usual = Served.limits();
            ServeLimits limits = new ServeLimits(
                    8 << 20,
                    usual.batch(),
                    usual.queueSamples(),
                    64 << 20,
                    usual.batchDeadline(),
                    usual.slow(),
                    usual.drain(),
                    usual.threads());
            this.served = Served.start(new ServeDefinition(
                    plugins.registry(),
                    Isolation.FOREIGN,
                    List.of(Served.reward(REWARD, deadline)),
                    limits,
                    List.of(),
                    List.of(),
                    plugins::close));
        }

        @Override
        public void score(Iterator<String> lines, Consumer<Json> answers) throws IOException {
            while (!cancelled && (lines.hasNext() || !underWay.isEmpty())) {
                while (lines.hasNext() && underWay.size() < MOST_REQUESTS) {
                    send(lines);
                }
                take(underWay.remove(), answers);
            }
        }

        private void send(Iterator<String> lines) {
            StringBuilder body = new StringBuilder();
            int count = 0;
            for (; count < LINES_OF_A_REQUEST && lines.hasNext(); count++) {
                body.append(lines.next()).append('\n');
            }
            HttpRequest request = served.to("/v1/score/" + REWARD)
                    .header("Content-Type", "application/x-ndjson")
                    .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                    .build();
            underWay.add(new Request(count, served.http.sendAsync(request, HttpResponse.BodyHandlers.ofString())));
        }

        /** Brings the answers of a request, which come in any order, into the order of its lines. */
        private void take(Request request, Consumer<Json> answers) throws IOException {
            HttpResponse<String> response;
            try {
                response = request.answer.join();
            } catch (CompletionException e) {
                if (cancelled) {
                    return;
                }
                throw e;
            }
            if (response.statusCode() != 200) {
                throw new IOException(response.statusCode() + " " + response.body());
            }
            Json[] inOrder = new Json[request.lines];
            response.body().lines().forEach(line -> {
                Json answer = JsonCodec.read(line, "an answer");
                inOrder[answer.get("line").asInt() - 1] = answer;
            });
            for (Json answer : inOrder) {
                answers.accept(answer);
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            served.http.shutdownNow();
        }

        @Override
        public void close() {
            served.close();
        }
    }
}
