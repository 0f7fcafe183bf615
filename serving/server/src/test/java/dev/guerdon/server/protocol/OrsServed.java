package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.RewardServer;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.EnvironmentDefinition.Split;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.ClientToken;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import example.Corridor;
import example.Echo;
import example.ExampleRewards;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A server with questions, a corridor and an echo, and a client for it. */
final class OrsServed implements AutoCloseable {

    static final String TOKEN = "0123456789abcdef";
    static final String OTHER = "fedcba9876543210";

    final Corridor corridor = new Corridor();
    final RewardServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    OrsServed() {
        Registry registry = Registry.discover();
        registry.rewards(ExampleRewards.class);
        registry.add(corridor);
        registry.add(new Echo());
        server = RewardServer.start(
                new ServeDefinition(
                        registry,
                        Isolation.NONE,
                        List.of(
                                RewardDefinition.of("exact"),
                                RewardDefinition.of("throws"),
                                // A reward with the name of a path.
                                new RewardDefinition("call", "exact", Map.of(), Duration.ofSeconds(30), null, null, 0)),
                        ServeLimits.usual(),
                        List.of(
                                questions("qa", "exact"),
                                questions("broken", "throws"),
                                environment("hall", "corridor", List.of(new Split("train", "", null)), ""),
                                environment("echo", "echo", List.of(new Split("train", "", null)), ""),
                                new EnvironmentDefinition(
                                        "brief",
                                        "echo",
                                        Map.of(),
                                        List.of(),
                                        List.of(),
                                        false,
                                        List.of(),
                                        "",
                                        1,
                                        Duration.ofMillis(300),
                                        Duration.ofSeconds(30),
                                        EnvironmentDefinition.NO_PORT)),
                        List.of(new ClientToken("trainer", TOKEN), new ClientToken("other", OTHER)),
                        () -> {}),
                "127.0.0.1",
                0);
    }

    private static EnvironmentDefinition questions(String name, String reward) {
        List<Task> tasks = List.of(
                Task.of("q0", "What is the capital of France?", Map.of("answer", "Paris", "level", 1)),
                Task.of("q1", "What is the capital of Italy?", Map.of("answer", "Rome", "level", 2)),
                new Task(
                        "q2",
                        List.of(Message.of("system", "Answer with a number."), Message.user("What is 2 + 2?")),
                        Map.of("answer", "4")));
        return environment(
                name, "questions", List.of(new Split("train", "", tasks), new Split("dev", "", tasks)), reward);
    }

    private static EnvironmentDefinition environment(String name, String kind, List<Split> splits, String reward) {
        return new EnvironmentDefinition(
                name,
                kind,
                Map.of(),
                splits,
                List.of("level"),
                false,
                List.of(),
                reward,
                64,
                Duration.ofMinutes(15),
                Duration.ofSeconds(30),
                EnvironmentDefinition.NO_PORT);
    }

    HttpRequest.Builder to(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.url() + path)).timeout(Duration.ofSeconds(60));
        boolean hasKey = false;
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
            hasKey |= headers[i].equals("X-API-Key");
        }
        return hasKey ? request : request.header("X-API-Key", TOKEN);
    }

    HttpResponse<String> send(HttpRequest request) throws Exception {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path, String... headers) throws Exception {
        return http.send(to(path, headers).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        return http.send(
                to(path, headers)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    static Json json(HttpResponse<String> response) {
        return JsonCodec.read(response.body(), "the answer");
    }

    /** Opens a session. */
    String session(String body) throws Exception {
        String id = events(post("/create_session", "{}")).getFirst().data();
        HttpResponse<String> created = post("/create", body, "X-Session-ID", id);
        if (created.statusCode() != 200) {
            throw new AssertionError(created.statusCode() + " " + created.body());
        }
        return id;
    }

    /** Calls a tool, and gives the answer. */
    Json call(String session, String environment, String tool, String input) throws Exception {
        HttpResponse<String> response = post(
                "/" + environment + "/call",
                "{\"name\":\"" + tool + "\",\"input\":" + input + "}",
                "X-Session-ID",
                session);
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        return JsonCodec.read(answer(events(response)), "the answer");
    }

    /** One event of a stream. */
    record Event(String event, String data) {}

    static List<Event> events(HttpResponse<String> response) {
        return events(response.body());
    }

    static List<Event> events(String stream) {
        List<Event> events = new ArrayList<>();
        String event = "";
        @Nullable String data = null;
        for (String line : stream.split("\n", -1)) {
            if (line.startsWith("event: ")) {
                event = line.substring(7);
            } else if (line.startsWith("data: ")) {
                // As the client does.
                data = line.substring(6).stripLeading();
            } else if (line.isEmpty() && data != null) {
                events.add(new Event(event, data));
                data = null;
            }
        }
        return events;
    }

    /** The data of chunks and end. */
    static String answer(List<Event> events) {
        StringBuilder answer = new StringBuilder();
        events.stream()
                .filter(each -> each.event().equals("chunk") || each.event().equals("end"))
                .forEach(each -> answer.append(each.data()));
        return answer.toString();
    }

    @Override
    public void close() {
        ExampleRewards.gate.countDown();
        corridor.released.countDown();
        server.close();
        http.close();
    }
}
