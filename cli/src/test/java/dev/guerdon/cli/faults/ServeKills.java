package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An {@code guerdon env serve} that is killed, terminated or interrupted while a client uses it, and started again on the same port.
 * Each answer that came is whole, and the second server tells the same story.
 */
final class ServeKills implements Scenario {

    private static final List<String> FAULTS = List.of("KILL", "TERM", "INT");

    @Override
    public void step(Chaos chaos, Path folder) throws Exception {
        int port = freePort();
        String[] arguments = {"env", "serve", "alfworld", "--port", Integer.toString(port), "--seed", "3"};
        List<String> answers = new ArrayList<>();
        String fault = chaos.pick(FAULTS);
        for (int life = 0; life < 2; life++) {
            try (Victim victim = Victim.start(folder, Map.of(), 0, arguments);
                    HttpClient client = HttpClient.newBuilder()
                            .connectTimeout(Duration.ofSeconds(20))
                            .build()) {
                AtomicReference<String> first = new AtomicReference<>("");
                victim.await(() -> {
                    first.set(ask(client, port, "/reset", "{}"));
                    return !String.valueOf(first.get()).isEmpty();
                });
                assertThat(first.get()).as("the first answer; %s", victim).isNotEmpty();
                answers.add(String.valueOf(first.get()));
                Thread asking = Thread.ofVirtual().start(() -> {
                    for (int i = 0; i < 100_000 && victim.isAlive(); i++) {
                        String unused = ask(client, port, i % 10 == 0 ? "/reset" : "/step", "{\"action\":\"look\"}");
                    }
                });
                victim.live(chaos.below(1500));
                chaos.injected("serve_" + fault);
                Result unused = victim.end(fault);
                asking.join();
            }
        }
        assertThat(answers.get(1)).as("the second server's story").isEqualTo(answers.get(0));
    }

    /** What the server said, which must be whole JSON; empty where it could not be asked. */
    private static String ask(HttpClient client, int port, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(60))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response;
        try {
            response = client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
        Json unused = JsonCodec.read(response.body(), "the answer to " + path);
        return response.statusCode() == 200 ? response.body() : "";
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
