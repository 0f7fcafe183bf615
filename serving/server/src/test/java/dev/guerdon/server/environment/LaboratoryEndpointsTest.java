package dev.guerdon.server.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Json;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.GuerdonServer;
import dev.guerdon.server.spi.EnvironmentProtocol;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LaboratoryEndpointsTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final EnvironmentProvider minilab = Registry.discover().environment("minilab");
    private GuerdonServer server = start(minilab, Map.of("max-sessions", "3"));

    private static GuerdonServer start(EnvironmentProvider provider, Map<String, String> options) {
        return GuerdonServer.start(EnvironmentProtocols.SCIENCEWORLD.open(provider, options), "127.0.0.1", 0, null);
    }

    @BeforeEach
    void loadedOnce() throws Exception {
        assertThat(get("/health").body()).isEqualTo("{\"status\":\"ok\"}");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.url() + path)).build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private Json json(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        return JsonCodec.read(response.body(), path);
    }

    @Test
    void bothProtocolsAreFound() {
        assertThat(Registry.discover().all(EnvironmentProtocol.class))
                .filteredOn(protocol -> protocol.defaultPort() == 2700)
                .extracting(EnvironmentProtocol::environment)
                .containsExactlyInAnyOrder("scienceworld", "minilab");
    }

    @Test
    void anEpisodeOverHttpIsAnEpisode() throws Exception {
        Json loaded = json("/load?task_name=boil&variation_idx=0").get("observation");
        assertThat(loaded.asList()).hasSize(2);
        assertThat(loaded.asList().getFirst().asString()).startsWith("You are in the hall");
        Json step = json("/step?action=go%20to%20store%20room");
        assertThat(step.asMap().keySet()).containsExactly("observation", "reward", "done", "info");
        assertThat(step.get("observation").asString()).isEqualTo("You walk to the store room.");
        assertThat(json("/step?action=focus+on+water").get("reward").value()).isEqualTo(50);
        assertThat(json("/step?action=").get("observation").asString()).startsWith("No known action");
        assertThat(json("/step?action=a%26b%23c").get("info").get("score").asInt())
                .isEqualTo(50);
        assertThat(json("/reset")
                        .get("observation")
                        .asList()
                        .getLast()
                        .get("score")
                        .asInt())
                .isZero();
    }

    @Test
    void sessionsAreApartAndTheirNumberIsLimited() throws Exception {
        json("/load?task_name=boil&variation_idx=0&session=a");
        json("/load?task_name=melt&variation_idx=1&session=b");
        json("/step?action=wait&session=a");
        assertThat(json("/step?action=look&session=b").get("info").get("moves").asInt())
                .isZero();
        assertThat(json("/step?action=look&session=a").get("info").get("moves").asInt())
                .isEqualTo(10);
        json("/load?task_name=boil&variation_idx=0");
        HttpResponse<String> full = get("/load?task_name=boil&variation_idx=0&session=d");
        assertThat(full.statusCode()).isEqualTo(503);
        assertThat(full.body()).contains("too_many_sessions", "/close", "--max-sessions");
        assertThat(get("/close?session=a").body()).isEqualTo("{\"closed\":true}");
        assertThat(get("/close?session=a").body()).isEqualTo("{\"closed\":false}");
        json("/load?task_name=boil&variation_idx=0&session=d");
    }

    @Test
    void manyRequestsAtOnceAreAllAnswered() throws Exception {
        json("/load?task_name=boil&variation_idx=0&session=a");
        json("/load?task_name=boil&variation_idx=0&session=b");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> all = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                String session = i % 2 == 0 ? "a" : "b";
                all.add(threads.submit(() -> get("/step?action=wait1&session=" + session)));
            }
            for (Future<HttpResponse<String>> one : all) {
                assertThat(one.get().statusCode()).isEqualTo(200);
            }
        }
        assertThat(json("/step?action=look&session=a").get("info").get("moves").asInt())
                .isEqualTo(30);
    }

    @Test
    void whatIsWrongIsAnsweredAsTheOfficialServerDoes() throws Exception {
        server.close();
        server = start(minilab, Map.of("compat", "agentfly"));
        for (Json sample : samples()) {
            int status = sample.get("status").asInt();
            if (status != 200) {
                HttpResponse<String> response = get(sample.get("sentUrl").asString());
                assertThat(response.statusCode())
                        .as(sample.get("request").asString())
                        .isEqualTo(status);
                Json body = sample.get("body");
                assertThat(response.body()).isEqualTo(body.isString() ? body.asString() : JsonCodec.write(body));
            }
        }
        assertThat(get("/load").body()).contains("task_name", "variation_idx");
        assertThat(get("/reset").statusCode()).as("nothing loaded").isEqualTo(500);
        assertThat(get("/step?action=look").statusCode()).as("nothing loaded").isEqualTo(500);
    }

    @Test
    void withoutCompatWhatIsWrongIsExplained() throws Exception {
        HttpResponse<String> unknownTask = get("/load?task_name=zzz&variation_idx=0");
        assertThat(unknownTask.statusCode()).as("as recorded").isEqualTo(500);
        Json told = JsonCodec.read(unknownTask.body(), "the answer");
        assertThat(told.get("detail").asString()).contains("zzz", "boil");
        HttpResponse<String> nothing = get("/step?action=look&session=never");
        assertThat(nothing.statusCode()).isEqualTo(404);
        assertThat(nothing.body()).contains("unknown_session", "never", "reset first");
        assertThat(get("/reset?session=never").body()).contains("unknown_session");
        assertThat(json("/v1/health").get("sessions").asInt())
                .as("nothing was made")
                .isLessThanOrEqualTo(1);
    }

    @Test
    void theTaskOfTheCommandLineIsObeyed() throws Exception {
        server.close();
        server = start(minilab, Map.of("task", "melt", "variation", "1"));
        Json begun = json("/reset?session=a").get("observation").asList().getLast();
        assertThat(begun.get("taskName").asString()).contains("melt");
        assertThat(begun.get("variationIdx").asInt()).isEqualTo(1);
        assertThat(json("/load?session=b")
                        .get("observation")
                        .asList()
                        .getLast()
                        .get("variationIdx")
                        .asInt())
                .isEqualTo(1);
        assertThat(json("/load?session=b&task_name=boil&variation_idx=0")
                        .get("observation")
                        .asList()
                        .getLast()
                        .get("taskName")
                        .asString())
                .contains("boil");
        assertThat(json("/reset?session=b")
                        .get("observation")
                        .asList()
                        .getLast()
                        .get("taskName")
                        .asString())
                .as("what was loaded last")
                .contains("boil");
        assertThatThrownBy(() -> start(minilab, Map.of("task", "nonsense"))).hasMessageContaining("nonsense");
        assertThatThrownBy(() -> start(minilab, Map.of("variation", "999"))).hasMessageContaining("999");
    }

    @Test
    void simplificationsOfTheCommandLineAreObeyed() throws Exception {
        EnvironmentProvider official = Registry.discover().environment("scienceworld");
        assumeTrue(
                official.checks().getFirst().ok(),
                "skipped: " + official.checks().getFirst().detail());
        server.close();
        server = start(official, Map.of("simplifications", "easy", "task", "boil"));
        assertThat(json("/load?task_name=boil&variation_idx=0")
                        .get("observation")
                        .asList()
                        .getLast()
                        .get("simplificationStr")
                        .asString())
                .isEqualTo("easy");
    }

    @Test
    void wrongOptionsAreToldBeforeTheServerListens() {
        assertThatThrownBy(() -> start(minilab, Map.of("max-sessions", "none"))).hasMessageContaining("none");
        assertThatThrownBy(() -> start(minilab, Map.of("queries", "all"))).hasMessageContaining("all");
    }

    /** Every recorded exchange, where the simulator is of the recorded version; else those that do not depend on it. */
    @Test
    void theRecordedExchangesComeOutTheSame() throws Exception {
        EnvironmentProvider official = Registry.discover().environment("scienceworld");
        assumeTrue(
                official.checks().getFirst().ok(),
                "skipped: " + official.checks().getFirst().detail());
        boolean recorded = official.checks().getFirst().detail().startsWith("version 1.3.0 ");
        server.close();
        server = start(official, Map.of("compat", "agentfly"));
        for (Json sample : samples()) {
            HttpResponse<String> response = get(sample.get("sentUrl").asString());
            String request = sample.get("request").asString();
            assertThat(response.statusCode())
                    .as(request)
                    .isEqualTo(sample.get("status").asInt());
            Json body = sample.get("body");
            if (recorded || response.statusCode() != 200) {
                assertThat(response.body())
                        .as(request)
                        .isEqualTo(body.isString() ? body.asString() : JsonCodec.write(body));
            } else {
                assertThat(shape(JsonCodec.read(response.body(), request)))
                        .as(request)
                        .isEqualTo(shape(body));
            }
        }
        assertThat(json("/load?task_name=boil&variation_idx=30")
                        .get("observation")
                        .asList()
                        .getFirst()
                        .asString())
                .isEqualTo("ERROR: Task (boil): ERROR: The requested variation (30) exceeds the total number of"
                        + " variations (30).");
        assertThat(get("/load?task_name=boil&variation_idx=-1").statusCode()).isEqualTo(500);
        assertThat(get("/load?task_name=boil&variation_idx=0").statusCode()).isEqualTo(200);
    }

    /** What an answer is made of, and the values that no version changes. */
    private static Object shape(Json json) {
        if (json.isObject()) {
            return json.asMap().entrySet().stream()
                    .map(entry -> entry.getKey() + "="
                            + (List.of("moves", "score", "reward", "done", "variationIdx", "taskName", "status")
                                            .contains(entry.getKey())
                                    ? entry.getValue()
                                    : shape(new Json(entry.getValue()))))
                    .toList();
        }
        return json.isList() && !json.asList().isEmpty() && json.asList().size() < 3
                ? json.asList().stream().map(LaboratoryEndpointsTest::shape).toList()
                : json.kind();
    }

    private static List<Json> samples() throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Objects.requireNonNull(
                        LaboratoryEndpointsTest.class.getResourceAsStream("/vectors/scienceworld-http.jsonl.gz"))),
                StandardCharsets.UTF_8))) {
            return reader.lines().map(line -> JsonCodec.read(line, "sample")).toList();
        }
    }
}
