package dev.guerdon.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.environment.ServedEnvironments;
import dev.guerdon.server.scoring.ScoringService;
import dev.guerdon.server.spi.EnvironmentHandle.WantedTask;
import dev.guerdon.server.spi.EnvironmentService;
import example.Hall;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The Open Reward Standard, where requests are nearly right, too many, or meant ill. */
@Timeout(120)
class OrsProtocolTest {

    private static final String FIRST = "{\"split\":\"train\",\"index\":0}";

    private final OrsServed served = new OrsServed();

    @AfterEach
    void end() {
        served.close();
    }

    private String question(int index) throws Exception {
        return served.session("{\"env_name\":\"qa\",\"split\":\"train\",\"index\":" + index + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/qa/tasks      | {}                                   | 422 | 'split'",
                "/qa/tasks      | {\"split\":7}                        | 422 | a text as 'split'",
                "/qa/tasks      | {\"split\":\"none\"}                 | 400 | train, dev",
                "/qa/tasks      | {\"split\":\"Train\"}                | 400 | train, dev",
                "/qa/tasks      | []                                   | 422 | a JSON object",
                "/qa/num_tasks  | {\"split\":\"\"}                     | 400 | train, dev",
                "/qa/task       | {\"split\":\"train\"}                | 422 | 'index'",
                "/qa/task       | {\"split\":\"train\",\"index\":3}    | 400 | 3 tasks",
                "/qa/task       | {\"split\":\"train\",\"index\":-4}   | 400 | invalid index -4",
                "/qa/task       | {\"split\":\"train\",\"index\":1.5}  | 422 | a whole number",
                "/qa/task       | {\"split\":\"train\",\"index\":true} | 422 | a whole number",
                "/qa/task       | {\"split\":\"train\",\"index\":\"0\"}| 422 | a whole number",
                "/qa/task       | {\"split\":\"train\",\"index\":99999999999999999999}| 422 | a whole number",
                "/none/tasks    | {\"split\":\"train\"}                | 404 | unknown environment 'none'",
                "/qa/task_range | {\"split\":\"train\",\"start\":\"a\"}| 422 | 'start'",
            })
    void wrongRequestsForTasksSayWhatIsWrong(String path, String body, int status, String words) throws Exception {
        HttpResponse<String> response = served.post(path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(OrsServed.json(response).get("detail").asString()).contains(words);
    }

    @ParameterizedTest
    @CsvSource({"0,q0", "2,q2", "-1,q2", "-3,q0"})
    void negativeIndexCountsFromTheEnd(int index, String id) throws Exception {
        Json task = OrsServed.json(served.post("/qa/task", "{\"split\":\"train\",\"index\":" + index + "}"))
                .get("task");
        assertThat(task.get("id").asString()).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"split\":\"train\"}                            | q0 q1 q2",
                "{\"split\":\"train\",\"start\":1}                | q1 q2",
                "{\"split\":\"train\",\"start\":-2,\"stop\":-1}   | q1",
                "{\"split\":\"train\",\"start\":null,\"stop\":99} | q0 q1 q2",
                "{\"split\":\"train\",\"start\":2,\"stop\":1}     | ''",
                "{\"split\":\"train\",\"start\":-99,\"stop\":-99} | ''",
                "{\"split\":\"train\",\"start\":-9223372036854775808,\"stop\":9223372036854775807} | q0 q1 q2",
            })
    void rangesAreThoseOfPython(String body, String expected) throws Exception {
        List<String> ids = OrsServed.json(served.post("/qa/task_range", body)).get("tasks").asList().stream()
                .map(task -> task.get("id").asString())
                .toList();
        assertThat(String.join(" ", ids)).isEqualTo(expected);
    }

    @Test
    void tasksHaveNoFieldThatIsNotShownWhateverIsAsked() throws Exception {
        List<String> answers = new ArrayList<>();
        for (String environment : List.of("qa", "broken", "hall")) {
            answers.add(served.post("/" + environment + "/tasks", "{\"split\":\"train\"}")
                    .body());
            answers.add(served.post("/" + environment + "/task", FIRST).body());
            answers.add(served.post("/" + environment + "/task_range", "{\"split\":\"train\"}")
                    .body());
            answers.add(served.get("/" + environment + "/tools").body());
        }
        assertThat(String.join("\n", answers))
                .doesNotContain("Paris")
                .doesNotContain("Rome")
                .doesNotContain("gold-");
        assertThat(answers.getFirst()).contains("\"level\":1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"split\":\"train\"}",
                "{\"index\":0}",
                "{\"split\":\"train\",\"index\":0,\"task_spec\":{}}",
                "{\"task_spec\":[]}",
                "{\"task_spec\":\"q0\"}",
                "{\"split\":\"train\",\"index\":0,\"env_name\":7}",
                "{\"split\":\"train\",\"index\":0,\"env_name\":\"none\"}",
                "{\"split\":\"none\",\"index\":0}",
                "{\"split\":\"train\",\"index\":99}",
                "{\"split\":\"train\",\"index\":0,\"toolset_name\":\"codex\"}",
                // The client's own task, with the answer that it would like.
                "{\"task_spec\":{\"question\":\"?\",\"answer\":\"mine\"}}",
                "{\"task_spec\":{\"id\":\"none\"}}",
                "{\"task_spec\":{\"index\":99,\"split\":\"train\"}}",
            })
    void sessionIsNotMadeForARequestThatIsWrong(String body) throws Exception {
        String id = "session-1";
        HttpResponse<String> refused = served.post("/create", body, "X-Session-ID", id);
        assertThat(refused.statusCode()).as(refused.body()).isBetween(400, 499);
        assertThat(served.post("/ping", "", "X-Session-ID", id).statusCode()).isEqualTo(404);
        // Nothing is left of it: the same name can be used.
        assertThat(served.post("/create", FIRST, "X-Session-ID", id).statusCode())
                .isEqualTo(200);
    }

    @Test
    void taskThatAClientChangedIsStillTheServers() throws Exception {
        String id =
                served.session("{\"task_spec\":{\"split\":\"train\",\"index\":1,\"id\":\"q1\",\"answer\":\"Paris\"}}");
        assertThat(JsonCodec.write(served.call(id, "qa", "submit", "{\"answer\":\"Paris\"}")
                        .value()))
                .contains("\"reward\":0.0");
    }

    @Test
    void sessionNeedsANameThatFitsIntoAHeader() throws Exception {
        assertThat(served.post("/create", FIRST).statusCode()).isEqualTo(400);
        assertThat(served.post("/create", FIRST, "X-Session-ID", "x".repeat(151))
                        .statusCode())
                .isEqualTo(400);
        assertThat(served.get("/qa/prompt").statusCode()).isEqualTo(400);
        assertThat(served.get("/qa/prompt", "X-Session-ID", "never-was").statusCode())
                .isEqualTo(404);
    }

    @Test
    void repeatedCreateFindsItsSessionAndAnotherTaskDoesNot() throws Exception {
        String id = question(0);
        String same = "{\"env_name\":\"qa\",\"split\":\"train\",\"index\":0}";
        assertThat(served.post("/create", same, "X-Session-ID", id).statusCode())
                .isEqualTo(200);
        HttpResponse<String> other = served.post("/create", "{\"split\":\"train\",\"index\":1}", "X-Session-ID", id);
        assertThat(other.statusCode()).isEqualTo(400);
        assertThat(other.body()).contains("already exists");
        assertThat(served.get("/qa/prompt", "X-Session-ID", id).body()).contains("France");
    }

    @Test
    void deletedSessionIsGoneForEveryRequest() throws Exception {
        String id = question(0);
        assertThat(served.post("/delete", "", "X-Session-ID", id).statusCode()).isEqualTo(200);
        assertThat(served.post("/delete", "", "X-Session-ID", id).statusCode()).isEqualTo(200);
        assertThat(served.post("/ping", "", "X-Session-ID", id).statusCode()).isEqualTo(410);
        assertThat(served.get("/qa/prompt", "X-Session-ID", id).statusCode()).isEqualTo(410);
        assertThat(served.get("/qa/messages", "X-Session-ID", id).statusCode()).isEqualTo(410);
        assertThat(served.get("/qa/task_tools", "X-Session-ID", id).statusCode())
                .isEqualTo(410);
        assertThat(served.post("/qa/call", "{\"name\":\"submit\",\"input\":{}}", "X-Session-ID", id)
                        .statusCode())
                .isEqualTo(410);
        assertThat(served.post("/create", "{\"env_name\":\"qa\",\"split\":\"train\",\"index\":0}", "X-Session-ID", id)
                        .statusCode())
                .isEqualTo(410);
        assertThat(served.post("/delete", "", "X-Session-ID", "never-was").statusCode())
                .isEqualTo(200);
    }

    @Test
    void sessionThatNobodyUsesEndsAndMakesRoom() throws Exception {
        String body = "{\"env_name\":\"brief\",\"split\":\"default\",\"index\":0}";
        String id = served.session(body);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        int status;
        do {
            assertThat(System.nanoTime()).as("it should have ended by now").isLessThan(until);
            Thread.onSpinWait();
            // Asks for nothing that counts as a use.
            status = served.post("/create", body, "X-Session-ID", "another").statusCode();
        } while (status == 503);
        assertThat(status).isEqualTo(200);
        assertThat(served.post("/ping", "", "X-Session-ID", id).statusCode()).isEqualTo(410);
    }

    @Test
    void sessionOfAnotherClientIsNotThere() throws Exception {
        String id = question(0);
        String[] other = {"X-Session-ID", id, "X-API-Key", OrsServed.OTHER};
        assertThat(served.get("/qa/prompt", other).statusCode()).isEqualTo(404);
        assertThat(served.post("/ping", "", other).statusCode()).isEqualTo(404);
        assertThat(served.post("/delete", "", other).statusCode()).isEqualTo(200);
        assertThat(served.post("/qa/call", "{\"name\":\"submit\",\"input\":{\"answer\":\"x\"}}", other)
                        .statusCode())
                .isEqualTo(404);
        assertThat(served.get("/qa/prompt", "X-Session-ID", id).statusCode()).isEqualTo(200);
    }

    @Test
    void missingOrWrongKeyIs401() throws Exception {
        assertThat(served.get("/list_environments", "X-API-Key", "0123456789abcdeX")
                        .statusCode())
                .isEqualTo(401);
        assertThat(served.post("/create_session", "{}", "X-API-Key", "").statusCode())
                .isEqualTo(401);
    }

    @Test
    void secretsOfTheClientAreNowhereInAnAnswer() throws Exception {
        String secret = "sk-secret-of-the-client-9c1f";
        String header = java.util.Base64.getEncoder()
                .encodeToString(
                        ("{\"OPENAI_API_KEY\":{\"value\":\"" + secret + "\"}}").getBytes(StandardCharsets.UTF_8));
        List<HttpResponse<String>> answers = new ArrayList<>();
        for (String sent : List.of(header, "not base64 " + secret, "e30=" + secret)) {
            String[] headers = {"X-Session-ID", "s" + answers.size(), "X-Secrets", sent};
            answers.add(served.post("/create", "{\"split\":\"none\",\"index\":0}", headers));
            answers.add(served.post(
                    "/create", "{\"split\":\"train\",\"index\":0,\"secrets\":{\"k\":\"" + secret + "\"}}", headers));
            answers.add(served.post("/create", "{\"secrets\":\"" + secret + "\"}", headers));
            answers.add(served.post("/create", "{\"task_spec\":7,\"secrets\":{\"k\":\"" + secret + "\"}}", headers));
            answers.add(served.get("/none/prompt", headers));
        }
        for (HttpResponse<String> answer : answers) {
            assertThat(answer.body()).doesNotContain(secret).doesNotContain(header);
            assertThat(answer.headers().map().toString()).doesNotContain(secret).doesNotContain(header);
        }
        assertThat(answers.get(1).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\":\"submit\",\"input\":[]}       | 422",
                "{\"name\":\"submit\",\"input\":\"x\"}    | 422",
                "{\"name\":7,\"input\":{}}                | 422",
                "{\"input\":{}}                           | 422",
                "{\"name\":\"submit\",\"input\":{},\"task_id\":7} | 422",
                "{                                        | 400",
            })
    void callsOfTheWrongFormAreRefused(String body, int status) throws Exception {
        HttpResponse<String> response = served.post("/qa/call", body, "X-Session-ID", question(0));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"answer\":7}",
                "{\"answer\":null}",
                "{\"answer\":[\"Paris\"]}",
                "{\"Answer\":\"Paris\"}",
                "{\"answer\":\"Paris\",\"more\":1}",
            })
    void argumentsOfTheWrongTypeAreToldToTheModelAndEndNothing(String input) throws Exception {
        String id = question(0);
        Json refused = served.call(id, "qa", "submit", input);
        assertThat(refused.get("ok").asBoolean()).isFalse();
        assertThat(refused.get("reason").asString()).isEqualTo("input_validation");
        Json right = served.call(id, "qa", "submit", "{\"answer\":\"Paris\"}");
        assertThat(right.get("output").get("reward").asDouble()).isEqualTo(1);
    }

    @Test
    void unscoredIsNeverANumber() throws Exception {
        String id = served.session("{\"env_name\":\"broken\",\"split\":\"train\",\"index\":0}");
        Json answer = served.call(id, "broken", "submit", "{\"answer\":\"Paris\"}");
        assertThat(answer.get("ok").asBoolean()).isFalse();
        assertThat(answer.get("error").asString()).startsWith("UNSCORED ERROR");
        assertThat(answer.find("output")).isEmpty();
        HttpResponse<String> group = served.post(
                "/broken/score_group",
                "{\"candidates\":[{\"messages\":[{\"role\":\"assistant\",\"blocks\":[{\"type\":\"text\",\"text\":\"x\"}]}]}]}",
                "X-Session-ID",
                id);
        assertThat(OrsServed.events(group).getLast().event()).isEqualTo("error");
        assertThat(OrsServed.events(group).getLast().data()).contains("candidate 0", "UNSCORED ERROR");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                           | 422",
                "{\"candidates\":7}                           | 422",
                "{\"candidates\":[7]}                         | 422",
                "{\"candidates\":[{\"messages\":7}]}          | 422",
                "{\"candidates\":[{\"messages\":[{\"role\":\"assistant\"}]}]} | 422",
                "{\"candidates\":[]}                          | 200",
                "{\"candidates\":[{\"messages\":[]}]}         | 200",
            })
    void groupsOfTheWrongFormAreRefusedAndEmptyOnesAreNot(String body, int status) throws Exception {
        HttpResponse<String> response = served.post("/qa/score_group", body, "X-Session-ID", question(0));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        if (body.contains("[]}") && status == 200) {
            int candidates = body.contains("messages") ? 1 : 0;
            assertThat(JsonCodec.read(OrsServed.answer(OrsServed.events(response)), "it")
                            .get("scores")
                            .asList())
                    .hasSize(candidates);
        }
    }

    @Test
    void emptyCandidateIsNotScoredAsWhatWasSubmitted() throws Exception {
        String id = question(0);
        assertThat(served.call(id, "qa", "submit", "{\"answer\":\"Paris\"}")
                        .get("ok")
                        .asBoolean())
                .isTrue();
        HttpResponse<String> group =
                served.post("/qa/score_group", "{\"candidates\":[{\"messages\":[]}]}", "X-Session-ID", id);
        assertThat(OrsServed.answer(OrsServed.events(group))).contains("\"reward\":0.0");
    }

    @Test
    void clientThatGoesAwayGetsTheAnswerOfItsCallLaterAndTheToolRunsOnce() throws Exception {
        String id = served.session("{\"env_name\":\"hall\",\"split\":\"train\",\"index\":0}");
        URI url = URI.create(served.server.url());
        String call;
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            byte[] body = "{\"name\":\"act\",\"input\":{\"action\":\"hold\"}}".getBytes(StandardCharsets.UTF_8);
            OutputStream out = socket.getOutputStream();
            out.write(("POST /hall/call HTTP/1.1\r\nHost: 127.0.0.1:" + url.getPort()
                            + "\r\nContent-Type: application/json\r\nX-API-Key: " + OrsServed.TOKEN
                            + "\r\nX-Session-ID: "
                            + id + "\r\nContent-Length: " + body.length + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(body);
            out.flush();
            call = taskId(socket.getInputStream());
            assertThat(served.corridor.stuck.await(30, TimeUnit.SECONDS)).isTrue();
            // A ping waits for no call that is under way.
            assertThat(served.post("/ping", "", "X-Session-ID", id).statusCode())
                    .isEqualTo(200);
        }
        CompletableFuture<HttpResponse<String>> again = CompletableFuture.supplyAsync(() -> {
            try {
                return served.post(
                        "/hall/call",
                        "{\"name\":\"act\",\"input\":{\"action\":\"hold\"},\"task_id\":\"" + call + "\"}",
                        "X-Session-ID",
                        id);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        served.corridor.released.countDown();
        Json answer = JsonCodec.read(
                OrsServed.answer(OrsServed.events(again.get(60, TimeUnit.SECONDS))), "the answer of the call");
        assertThat(answer.get("output").get("reward").asDouble()).isEqualTo(0.25);
        // No other session gets it.
        String other = served.session("{\"env_name\":\"hall\",\"split\":\"train\",\"index\":0}");
        HttpResponse<String> foreign = served.post(
                "/hall/call", "{\"name\":\"act\",\"input\":{},\"task_id\":\"" + call + "\"}", "X-Session-ID", other);
        assertThat(OrsServed.events(foreign)).containsExactly(new OrsServed.Event("error", "unknown task_id"));
    }

    private static String taskId(InputStream in) throws Exception {
        StringBuilder read = new StringBuilder();
        while (!read.toString().matches("(?s).*event: task_id\ndata: [0-9a-f]{32}\n.*")) {
            int c = in.read();
            assertThat(c).as(read.toString()).isNotNegative();
            read.append((char) c);
        }
        return read.toString().replaceAll("(?s).*data: ([0-9a-f]{32}).*", "$1");
    }

    @Test
    void environmentThatFailsOrIsLostIsAnEventOfItsOwn() throws Exception {
        for (String action : List.of("fail", "lose")) {
            String id = served.session("{\"env_name\":\"hall\",\"split\":\"train\",\"index\":0}");
            HttpResponse<String> response = served.post(
                    "/hall/call", "{\"name\":\"act\",\"input\":{\"action\":\"" + action + "\"}}", "X-Session-ID", id);
            assertThat(OrsServed.events(response).getLast().event()).as(action).isEqualTo("error");
        }
    }

    @Test
    void sessionIsInOneEnvironment() throws Exception {
        String id = question(0);
        assertThat(served.get("/hall/prompt", "X-Session-ID", id).statusCode()).isEqualTo(400);
        // Without a name in the path, the session's own is meant, whatever the library asked for.
        HttpResponse<String> redirected = served.get("/prompt?x=1", "X-Session-ID", id, "X-Deployment", "hall");
        assertThat(redirected.statusCode()).isEqualTo(308);
        assertThat(redirected.headers().firstValue("Location")).contains("/qa/prompt?x=1");
        assertThat(served.get("/splits", "X-Deployment", "someone/HALL")
                        .headers()
                        .firstValue("Location"))
                .contains("/hall/splits");
        assertThat(served.get("/splits", "X-Deployment", "//evil.example/")
                        .headers()
                        .firstValue("Location"))
                .contains("/qa/splits");
        assertThat(served.get("/QA/splits").statusCode()).isEqualTo(200);
    }

    @Test
    void rewardWithTheNameOfAPathIsStillReached() throws Exception {
        HttpResponse<String> response =
                served.post("/remote_rm/call", "{\"prompt\":\"q\",\"response\":\"Paris\",\"label\":\"Paris\"}");
        assertThat(response.body()).isEqualTo("1.0");
        assertThat(served.post(
                                "/get_reward/call",
                                "{\"query\":[\"qParis\"],\"prompts\":[\"q\"],\"labels\":[\"Paris\"]}")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aSessionThatIsEndedWhileItIsMadeLeavesNothing() throws Exception {
        try (Hall hall = Hall.open();
                ScoringService scoring = new ScoringService(
                        hall.definition("", 2, Duration.ofMinutes(5), Duration.ofSeconds(30), false));
                ServedEnvironments environments = new ServedEnvironments(scoring)) {
            ProtocolSessions[] sessions = new ProtocolSessions[1];
            EnvironmentService ending = (EnvironmentService) Proxy.newProxyInstance(
                    EnvironmentService.class.getClassLoader(),
                    new Class<?>[] {EnvironmentService.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("open")) {
                            sessions[0].end("a", "one");
                        }
                        try {
                            return method.invoke(environments, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
            sessions[0] = new ProtocolSessions(ending);
            assertThatThrownBy(() ->
                            sessions[0].create("a", "one", environments.environment("hall"), new WantedTask.Usual()))
                    .hasMessageContaining("ended");
            assertThat(environments.count()).isZero();
            hall.corridor.awaitOpen(0);
        }
    }
}
