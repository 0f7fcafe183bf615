package dev.guerdon.server.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.alfworld.AlfworldProvider;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Json;
import dev.guerdon.core.Registry;
import dev.guerdon.server.GuerdonServer;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.webshop.WebshopProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two clients of AgentFly at a time, which know host and port and nothing of sessions: each has a world of its own. */
@Timeout(120)
class AgentFlyClientsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path noData;

    private static GuerdonServer serve(Endpoints endpoints) {
        return GuerdonServer.start(endpoints, "127.0.0.1", 0, null);
    }

    private GuerdonServer alfworld() {
        return serve(EnvironmentProtocols.ALFWORLD.open(new AlfworldProvider(), Map.of("data", noData.toString())));
    }

    /** The requests of ALFWorldEnv: start, reset, step, get_admissible_commands. */
    private record Alfworld(HttpxLike http) {

        static Alfworld start(GuerdonServer server) throws IOException {
            HttpxLike http = new HttpxLike(server);
            assertThat(http.get("/health").status()).isEqualTo(200);
            return new Alfworld(http);
        }

        String reset(String task) throws IOException {
            HttpxLike.Answer answer = http.post("/reset", "{\"split\":\"bundled\",\"task_id\":\"" + task + "\"}");
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            return answer.body();
        }

        String step(String action) throws IOException {
            HttpxLike.Answer answer = http.post("/step", "{\"action\":\"" + action + "\"}");
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            return answer.json().get("observation").asString();
        }

        String commands() throws IOException {
            return http.get("/admissible_commands").body();
        }

        String info() throws IOException {
            return http.get("/info").body();
        }
    }

    @Test
    void twoAlfworldClients() throws Exception {
        try (GuerdonServer server = alfworld()) {
            Alfworld alone = Alfworld.start(server);
            String first = alone.reset("bundled-1");
            String commands = alone.commands();
            Alfworld one = Alfworld.start(server);
            Alfworld two = Alfworld.start(server);
            assertThat(one.reset("bundled-1")).isEqualTo(first);
            two.reset("bundled-2");
            assertThat(one.commands())
                    .as("the reset of the second changed nothing")
                    .isEqualTo(commands);
            assertThat(one.info()).contains("bundled-1");
            assertThat(two.info()).contains("bundled-2");
            assertThat(one.step("inventory")).isEqualTo(two.step("inventory"));
            two.http().post("/close", "");
            assertThat(one.step("look")).isNotEmpty();
            assertThat(two.http().post("/step", "{\"action\":\"look\"}").status())
                    .isEqualTo(400);
        }
    }

    /** The requests of ScienceWorldEnv: start with its warm load, reset as load and reset, step with the action as it is. */
    private record Scienceworld(HttpxLike http) {

        static Scienceworld start(GuerdonServer server) throws IOException {
            HttpxLike http = new HttpxLike(server);
            assertThat(http.get("/health").status()).isEqualTo(200);
            assertThat(http.get("/load?task_name=boil&variation_idx=0").status())
                    .isEqualTo(200);
            return new Scienceworld(http);
        }

        void reset(String task, int variation) throws IOException {
            http.get("/load?task_name=" + task + "&variation_idx=" + variation);
            assertThat(http.get("/reset").status()).isEqualTo(200);
        }

        HttpxLike.Answer step(String action) throws IOException {
            return http.get("/step?action=" + action.replace(" ", "%20"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"minilab", "scienceworld"})
    @Tag("slow")
    void twoScienceworldClients(String name) throws Exception {
        EnvironmentProvider laboratory = Registry.discover().environment(name);
        assumeTrue(
                laboratory.checks().stream().allMatch(EnvironmentProvider.Check::ok),
                "skipped: " + name + " needs more than is here; 'guerdon doctor' says what");
        try (GuerdonServer server = serve(EnvironmentProtocols.SCIENCEWORLD.open(laboratory, Map.of()))) {
            Scienceworld alone = Scienceworld.start(server);
            alone.reset("boil", 0);
            alone.step("wait1");
            Json undisturbed = alone.step("wait1").json();
            Scienceworld one = Scienceworld.start(server);
            Scienceworld two = Scienceworld.start(server);
            one.reset("boil", 0);
            one.step("wait1");
            two.reset("melt", 1);
            assertThat(one.step("wait1").json().get("info").get("moves").value())
                    .as("the reset of the second changed nothing")
                    .isEqualTo(undisturbed.get("info").get("moves").value());
            assertThat(one.step("look around")
                            .json()
                            .get("info")
                            .get("taskName")
                            .asString())
                    .contains("boil");
            assertThat(two.step("look around")
                            .json()
                            .get("info")
                            .get("taskName")
                            .asString())
                    .contains("melt");
            String longAction = "x".repeat(60_000);
            assertThat(one.step(longAction).status())
                    .as("an address of 60,000 bytes")
                    .isEqualTo(200);
        }
    }

    private static final Pattern PRODUCT = Pattern.compile("class=\"product-link\" href=\"[^\"]+\">([A-Z0-9]{10})<");

    /** The requests of WebShopEnv: the session's name is in the address, and the client makes it. */
    private static String buy(HttpxLike http, String session, String words, String task) throws IOException {
        assertThat(http.get("/health").status()).isEqualTo(200);
        HttpxLike.Answer index = http.get("/index/" + session);
        assertThat(index.status()).isEqualTo(200);
        HttpxLike.Answer results = http.get("/search_results/" + session + "/" + words.replace(" ", "%20") + "/1");
        Matcher product = PRODUCT.matcher(results.body());
        assertThat(product.find()).as(results.body()).isTrue();
        String list = "['" + words.replace(" ", "',%20'") + "']";
        HttpxLike.Answer item = http.get("/item_page/" + session + "/" + product.group(1) + "/" + list + "/1/%7B%7D");
        assertThat(item.status()).as(item.body()).isEqualTo(200);
        HttpxLike.Answer done = http.get("/done/" + session + "/" + product.group(1) + "/%7B%7D" + "?task_id=" + task);
        assertThat(done.status()).isEqualTo(200);
        return done.json().get("reward").value() + " for " + product.group(1);
    }

    @Test
    void twoWebshopClients() throws Exception {
        try (GuerdonServer server = serve(EnvironmentProtocols.WEBSHOP.open(new WebshopProvider(), Map.of()));
                HttpxLike alone = new HttpxLike(server);
                HttpxLike one = new HttpxLike(server);
                HttpxLike two = new HttpxLike(server)) {
            String bars = buy(alone, "0", "gluten free protein bars", "0");
            String shirt = buy(alone, "1", "slim shirt", "1");
            assertThat(one.get("/index/0").status()).isEqualTo(200);
            assertThat(two.get("/index/1").status()).isEqualTo(200);
            assertThat(buy(two, "1", "slim shirt", "1")).isEqualTo(shirt);
            assertThat(buy(one, "0", "gluten free protein bars", "0")).isEqualTo(bars);
        }
    }

    private static final String PYTHON = """
            import sys, requests
            base = sys.argv[1]
            def client():
                s = requests.Session()
                assert s.get(base + '/health').status_code == 200
                return s
            one, two = client(), client()
            def reset(s, task):
                r = s.post(base + '/reset', json={'split': 'bundled', 'task_id': task})
                assert r.status_code == 200, r.text
                return r.json()['info']['admissible_commands']
            a, b = reset(one, 'bundled-1'), reset(two, 'bundled-2')
            assert a != b
            assert one.get(base + '/admissible_commands').json()['commands'] == a
            assert two.get(base + '/admissible_commands').json()['commands'] == b
            # Without a Session there is a connection for every request and no cookie: the last reset counts.
            reset(requests, 'bundled-3')
            assert 'bundled-3' in requests.get(base + '/info').text
            # With a name it is a session of its own.
            h = {'X-Session-Id': 'mine'}
            requests.post(base + '/reset', json={'task_id': 'bundled-4'}, headers=h)
            assert 'bundled-4' in requests.get(base + '/info', headers=h).text
            assert 'bundled-3' in requests.get(base + '/info').text
            assert 'bundled-1' in one.get(base + '/info').text
            made = one.post(base + '/reset', json={'n': 2, 'task': {'task_id': 'bundled-5', 'split': 'bundled'}}).json()
            done = one.post(base + '/step', json={'sessions': made['sessions'], 'actions': ['look', 'look']}).json()
            assert [s['done'] for s in done['steps']] == [False, False], done
            print('fine')
            """;

    @Test
    void pythonsRequestsWithAndWithoutASession() throws Exception {
        assumeTrue(run("-c", "import requests").equals(""), "skipped: no python3 with the package requests here");
        try (GuerdonServer server = alfworld()) {
            assertThat(run("-c", PYTHON, server.url())).isEqualTo("fine");
        }
    }

    private static String run(String... arguments) throws InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = "python3";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().put("NO_PROXY", "*");
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return output.strip();
        } catch (IOException e) {
            return "no python3";
        }
    }
}
