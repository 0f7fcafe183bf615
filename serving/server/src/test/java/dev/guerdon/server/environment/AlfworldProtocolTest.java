package dev.guerdon.server.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.alfworld.AlfworldProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.GuerdonServer;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentProtocol;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AgentFly's protocol over real connections. */
class AlfworldProtocolTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path noData;

    private GuerdonServer start(Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.putIfAbsent("data", noData.toString());
        Endpoints endpoints = EnvironmentProtocols.ALFWORLD.open(new AlfworldProvider(), all);
        return GuerdonServer.start(endpoints, "127.0.0.1", 0, null);
    }

    private record Answer(int status, Json body, String text) {}

    private static Answer send(GuerdonServer server, String method, String path, String body, String session)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!session.isEmpty()) {
            request.header("X-Session-Id", session);
        }
        HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), JsonCodec.read(response.body(), path), response.body());
    }

    private static Answer post(GuerdonServer server, String path, String body) throws Exception {
        return send(server, "POST", path, body, "");
    }

    private static Answer get(GuerdonServer server, String path) throws Exception {
        return send(server, "GET", path, "", "");
    }

    private static List<String> tasks(GuerdonServer server, Answer reset) throws Exception {
        List<String> tasks = new ArrayList<>();
        for (Json session : reset.body().get("sessions").asList()) {
            tasks.add(send(server, "GET", "/v1/state", "", session.asString())
                    .body()
                    .get("task")
                    .asString());
        }
        return tasks;
    }

    @Test
    void seedsOfTheGeneralProtocolChooseGames() throws Exception {
        try (GuerdonServer server = start(Map.of())) {
            Answer many = post(server, "/v1/reset", "{\"n\":3,\"seed\":7}");
            assertThat(tasks(server, many)).containsExactly("bundled-7", "bundled-8", "bundled-9");
            assertThat(tasks(server, post(server, "/v1/reset", "{\"n\":2,\"seeds\":[40,3]}")))
                    .containsExactly("bundled-40", "bundled-3");
            assertThat(tasks(server, post(server, "/v1/reset", "{\"n\":2,\"task\":\"bundled-5\",\"seed\":1}")))
                    .containsExactly("bundled-5", "bundled-5");
            String one = post(server, "/v1/reset", "{\"seed\":11}")
                    .body()
                    .get("session")
                    .asString();
            assertThat(send(server, "GET", "/v1/state", "", one)
                            .body()
                            .get("task")
                            .asString())
                    .isEqualTo("bundled-11");
        }
    }

    @Test
    void isFoundByItsName() {
        assertThat(Registry.discover().all(EnvironmentProtocol.class))
                .anyMatch(protocol -> protocol.environment().equals("alfworld") && protocol.defaultPort() == 8000);
    }

    @Test
    void playsAnEpisodeFromResetToClose() throws Exception {
        try (GuerdonServer server = start(Map.of())) {
            assertThat(get(server, "/health").text()).isEqualTo("{\"status\":\"ok\",\"service\":\"alfworld\"}");
            assertThat(get(server, "/info").text()).isEqualTo("{\"info\":{}}");
            assertThat(get(server, "/admissible_commands").text()).isEqualTo("{\"commands\":[]}");
            Answer early = post(server, "/step", "{\"action\":\"look\"}");
            assertThat(early.status()).isEqualTo(400);
            assertThat(early.text())
                    .startsWith("{\"detail\":\"Environment not initialized. Call /reset first.\"")
                    .contains("unknown_session", "X-Session-Id");

            Answer reset = post(server, "/reset", "{\"split\":\"bundled\",\"task_id\":\"bundled-0\"}");
            assertThat(reset.status()).isEqualTo(200);
            assertThat(reset.body().get("observation").asString()).contains("Your task is to: ");
            Json info = reset.body().get("info");
            assertThat(info.asMap().keySet()).containsExactly("admissible_commands", "task", "goal", "steps_taken");
            assertThat(reset.body().get("observation").asString())
                    .endsWith("Your task is to: " + info.get("goal").asString() + ".");

            Answer step = post(server, "/step", "{\"action\":\"inventory\"}");
            assertThat(step.body().get("observation").asString()).isEqualTo("Your hands are empty.");
            assertThat(step.text()).contains("\"reward\":0.0,\"done\":false");
            assertThat(step.body().get("info").get("won").asBoolean()).isFalse();
            assertThat(get(server, "/info")
                            .body()
                            .get("info")
                            .get("admissible_commands_count")
                            .asInt())
                    .isEqualTo(get(server, "/admissible_commands")
                            .body()
                            .get("commands")
                            .asList()
                            .size());

            assertThat(post(server, "/close", "").text()).isEqualTo("{\"status\":\"closed\"}");
            assertThat(post(server, "/step", "{\"action\":\"look\"}").status()).isEqualTo(400);
        }
    }

    @Test
    void wrongRequestsGetTheProtocolsErrors() throws Exception {
        try (GuerdonServer server = start(Map.of())) {
            Answer split = post(server, "/reset", "{\"split\":\"nowhere\"}");
            assertThat(split.status()).isEqualTo(400);
            assertThat(split.text()).isEqualTo("{\"detail\":\"Invalid split: nowhere\"}");
            Answer tasks = get(server, "/available_tasks?split=nowhere");
            assertThat(tasks.status()).isEqualTo(404);
            assertThat(tasks.text()).isEqualTo("{\"detail\":\"Invalid split: nowhere\"}");
            Answer task = post(server, "/reset", "{\"split\":\"train\",\"task_id\":\"trial_x\"}");
            assertThat(task.status()).isEqualTo(404);
            assertThat(task.text()).isEqualTo("{\"detail\":\"Task ID 'trial_x' not found in split 'train'.\"}");
            assertThat(post(server, "/reset", "{\"split\":\"train\"}").text()).contains("--data");
            Answer missing = post(server, "/step", "{\"act\":1}");
            assertThat(missing.status()).isEqualTo(422);
            assertThat(missing.text())
                    .isEqualTo("{\"detail\":[{\"type\":\"missing\",\"loc\":[\"body\",\"action\"],\"msg\":\"Field"
                            + " required\",\"input\":{\"act\":1}}]}");
            assertThat(post(server, "/step", "{\"action\":7}").status()).isEqualTo(422);
            assertThat(post(server, "/step", "[]").status()).isEqualTo(422);
            assertThat(post(server, "/step", "{oops").status()).isEqualTo(422);
            assertThat(send(server, "POST", "/reset", "", "x".repeat(300)).status())
                    .isEqualTo(400);
        }
        assertThatThrownBy(() -> start(Map.of("compat", "other"))).isInstanceOf(GuerdonException.class);
        assertThatThrownBy(() -> start(Map.of("max-sessions", "0"))).isInstanceOf(GuerdonException.class);
        assertThatThrownBy(() -> start(Map.of("seed", "x"))).isInstanceOf(GuerdonException.class);
    }

    @Test
    void theBundledGamesAreListedAndServedWhereThereIsNoData() throws Exception {
        try (GuerdonServer server = start(Map.of())) {
            List<Json> tasks = get(server, "/available_tasks?split=bundled")
                    .body()
                    .get("tasks")
                    .asList();
            assertThat(tasks).hasSize(60);
            assertThat(tasks.getFirst().asMap().keySet()).containsExactly("task_id", "task_type", "game_file");
            assertThat(get(server, "/available_tasks").body().get("tasks").asList())
                    .isEmpty();
            assertThat(post(server, "/reset", "").body().get("info").get("task").asString())
                    .startsWith("bundled-");
        }
        try (GuerdonServer server = start(Map.of("seed", "17"))) {
            assertThat(post(server, "/reset", "{}")
                            .body()
                            .get("info")
                            .get("task")
                            .asString())
                    .isEqualTo("bundled-17");
        }
    }

    @Test
    void sessionsByHeaderOrPathHaveGamesOfTheirOwn() throws Exception {
        try (GuerdonServer server = start(Map.of("max-sessions", "3"))) {
            send(server, "POST", "/reset", "{\"task_id\":\"bundled-1\"}", "one");
            post(server, "/sessions/two/reset", "{\"task_id\":\"bundled-2\"}");
            assertThat(send(server, "GET", "/info", "", "one").text()).contains("bundled-1");
            assertThat(get(server, "/sessions/one/info").text()).contains("bundled-1");
            assertThat(send(server, "GET", "/info", "", "two").text()).contains("bundled-2");
            assertThat(get(server, "/info").text()).isEqualTo("{\"info\":{}}");
            assertThat(post(server, "/sessions/three/reset", "").status()).isEqualTo(200);
            assertThat(post(server, "/sessions/four/reset", "").status()).isEqualTo(503);
            post(server, "/sessions/two/close", "");
            assertThat(post(server, "/sessions/four/reset", "").status()).isEqualTo(200);
        }
    }

    @Test
    void theGeneralProtocolIsThereBesideAndTakesLists() throws Exception {
        try (GuerdonServer server = start(Map.of())) {
            Json made = post(server, "/v1/reset", "{\"n\":3,\"task\":\"bundled-4\",\"seed\":0}")
                    .body();
            String names = JsonCodec.write(made.get("sessions"));
            String body = "{\"sessions\":" + names + ",\"actions\":[\"look\",\"inventory\",\"look\"],"
                    + "\"auto_reset\":\"next_step\"}";
            for (String path : List.of("/v1/step", "/step")) {
                List<Json> steps = post(server, path, body).body().get("steps").asList();
                assertThat(steps.get(1).get("observation").asString()).isEqualTo("Your hands are empty.");
                assertThat(steps.get(0).get("observation").asString())
                        .isEqualTo(steps.get(2).get("observation").asString());
            }
            String first = made.get("sessions").asList().getFirst().asString();
            assertThat(send(server, "GET", "/info", "", first).text())
                    .as("the same sessions as those of AgentFly's protocol")
                    .contains("bundled-4");
        }
    }

    @Test
    void manySessionsPlayAtOnceInOneProcess() throws Exception {
        try (GuerdonServer server = start(Map.of());
                ExecutorService threads = Executors.newFixedThreadPool(16)) {
            List<Future<String>> played = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                String session = "/sessions/" + i;
                String task = "bundled-" + i % 7;
                played.add(threads.submit(() -> {
                    StringBuilder all =
                            new StringBuilder(post(server, session + "/reset", "{\"task_id\":\"" + task + "\"}")
                                    .text());
                    for (String action :
                            List.of("look", "go to bed 1", "go to sofa 1", "go to fridge 1", "open fridge 1")) {
                        all.append(post(server, session + "/step", "{\"action\":\"" + action + "\"}")
                                .text());
                    }
                    return all.toString();
                }));
            }
            for (int i = 0; i < 200; i++) {
                assertThat(played.get(i).get()).isEqualTo(played.get(i % 7).get());
            }
        }
    }

    @Test
    void inCompatModeTheOdditiesOfAgentFlyAreThere() throws Exception {
        String named = System.getenv("ALFWORLD_DATA");
        Path data = named != null
                ? Path.of(named)
                : Path.of(System.getProperty("guerdon.root", ".."), "..", "shared", "data", "alfworld");
        assumeTrue(
                Files.isDirectory(data.resolve("json_2.1.1")),
                "skipped: no official ALFWorld games in " + data.normalize() + "; './dev data' says how to get them");
        try (GuerdonServer server = start(Map.of("compat", "agentfly", "data", data.toString()))) {
            Answer reset = post(server, "/reset", "{}");
            assertThat(reset.body().get("observation").asString())
                    .startsWith("('-= Welcome to TextWorld, ALFRED! =-\\n\\nYou are")
                    .endsWith(".',)");
            Json info = reset.body().get("info");
            assertThat(info.get("goal").asString()).isEmpty();
            assertThat(info.get("task").asList().getFirst().asString()).endsWith("game.tw-pddl");
            assertThat(get(server, "/info").body().get("info").get("task").asList())
                    .hasSize(1);
            Answer step = post(server, "/step", "{\"action\":\"inventory\"}");
            assertThat(step.body().get("observation").asString()).isEqualTo("('You are not carrying anything.',)");
            assertThat(step.body().get("done").asBoolean()).isTrue();
            assertThat(step.text()).contains("\"won\":[false],\"lost\":false");
            assertThat(get(server, "/info").text())
                    .isEqualTo("{\"info\":{\"task\":[null],\"goal\":\"\",\"won\":[false],\"lost\":false,"
                            + "\"admissible_commands_count\":1}}");
            Answer seen = post(server, "/reset", "{\"split\":\"valid_seen\"}");
            assertThat(seen.status()).isEqualTo(500);
            assertThat(seen.text()).contains("cannot access local variable 'data_path'");
            String id = get(server, "/available_tasks?split=valid_seen")
                    .body()
                    .get("tasks")
                    .asList()
                    .getFirst()
                    .get("task_id")
                    .asString();
            assertThat(post(server, "/reset", "{\"split\":\"valid_seen\",\"task_id\":\"" + id + "\"}")
                            .status())
                    .isEqualTo(200);
        }
    }
}
