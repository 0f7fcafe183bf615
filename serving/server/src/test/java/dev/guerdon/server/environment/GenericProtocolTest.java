package dev.guerdon.server.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.server.GuerdonServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A user's own environment in the general protocol, over real connections. */
@Timeout(120)
class GenericProtocolTest {

    private final Lift lift = new Lift();
    private GuerdonServer server = start(Map.of());

    private GuerdonServer start(Map<String, String> options) {
        return GuerdonServer.start(GuerdonServer.generalProtocol("lift").open(lift, options), "127.0.0.1", 0, null);
    }

    private void restart(Map<String, String> options) {
        server.close();
        server = start(options);
    }

    @AfterEach
    void stop() {
        lift.free();
        server.close();
    }

    private static void eventually(String what, BooleanSupplier holds) throws InterruptedException {
        for (int i = 0; i < 3_000 && !holds.getAsBoolean(); i++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(holds.getAsBoolean()).as(what).isTrue();
    }

    @Test
    void anEpisodeFromResetToClose() throws Exception {
        try (Caller caller = Caller.withCookies(server)) {
            assertThat(caller.get("/health").text()).contains("\"environment\":\"lift\"", "\"sessions\":0");
            Caller.Answer first = caller.post("/reset", Map.of("seed", 0));
            assertThat(first.json().asMap().keySet())
                    .containsExactly(
                            "session",
                            "observation",
                            "reward",
                            "terminated",
                            "truncated",
                            "done",
                            "limit",
                            "score",
                            "attributes",
                            "info");
            assertThat(first.observation()).isEqualTo("floor 0");
            assertThat(caller.get("/actions").text()).isEqualTo("{\"actions\":[\"up\",\"down\"]}");
            assertThat(caller.step("up").json().get("reward").asDouble()).isZero();
            Json last = caller.step("up").json();
            assertThat(last.get("reward").asDouble()).isEqualTo(1);
            assertThat(last.get("terminated").asBoolean()).isTrue();
            assertThat(last.get("truncated").asBoolean()).isFalse();
            assertThat(last.get("score").asDouble()).isEqualTo(2);
            Json after = caller.step("up").json();
            assertThat(after.get("reward").asDouble()).isZero();
            assertThat(after.get("observation").asString()).contains("over");
            Json state = caller.get("/state").json();
            assertThat(state.get("state").asString()).isEqualTo("on floor 2 of 5");
            assertThat(state.get("task").asString()).isEqualTo("to-2");
            assertThat(caller.post("/close", "").text()).isEqualTo("{\"closed\":1}");
            assertThat(caller.post("/close", "").text()).isEqualTo("{\"closed\":0}");
            assertThat(caller.step("up").error()).isEqualTo("unknown_session");
        }
    }

    @Test
    void tasksByIdOrFieldsAndSeeds() throws Exception {
        try (Caller caller = Caller.withCookies(server)) {
            assertThat(caller.get("/tasks").text()).isEqualTo("{\"tasks\":[\"to-1\",\"to-2\",\"to-3\"]}");
            assertThat(caller.get("/tasks?from=1&count=1").text()).isEqualTo("{\"tasks\":[\"to-2\"]}");
            caller.post("/reset", Map.of("task", "to-1", "seed", 0));
            assertThat(caller.step("up").json().get("done").asBoolean()).isTrue();
            caller.post("/reset", Map.of("task", Map.of("floor", 4), "seed", 3));
            assertThat(caller.step("up").json().get("done").asBoolean()).isTrue();
            Caller.Answer unknown = caller.post("/reset", Map.of("task", "to-99"));
            assertThat(unknown.status()).isEqualTo(404);
            assertThat(unknown.text()).contains("to-99", "to-1", "GET /tasks");
            Caller.Answer without = caller.post("/reset", Map.of("task", Map.of("x", 1)));
            assertThat(without.status()).isEqualTo(400);
            assertThat(without.text()).contains("expected a task with a 'floor'");
            assertThat(caller.post("/reset", Map.of("seed", "x")).text()).contains("expected a whole number", "seed");
            assertThat(caller.post("/reset", "[]").text()).contains("expected a JSON object");
            assertThat(caller.post("/step", "{}").text()).contains("'action'");
            assertThat(caller.post("/step", "{\"action\":7}").text()).contains("'action'");
        }
    }

    @Test
    void aStepOnAnUnknownSessionIsAnErrorThatMakesNothing() throws Exception {
        try (Caller caller = Caller.withoutCookies(server)) {
            Caller.Answer answer = caller.post("/step", Map.of("action", "up"), "X-Session-Id", "nobody");
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.error()).isEqualTo("unknown_session");
            assertThat(answer.text()).contains("nobody", "reset first");
            assertThat(caller.get("/sessions/nobody/actions").status()).isEqualTo(404);
            assertThat(caller.get("/state?session=nobody").status()).isEqualTo(404);
            assertThat(caller.step("up").status()).isEqualTo(404);
            assertThat(lift.opened).hasValue(0);
        }
    }

    @Test
    void sessionsByHeaderPathQueryAndCookieAreTheSameAndApart() throws Exception {
        try (Caller one = Caller.withCookies(server);
                Caller two = Caller.withCookies(server)) {
            String first =
                    one.post("/reset", Map.of("seed", 0)).json().get("session").asString();
            two.post("/reset", Map.of("seed", 3));
            assertThat(one.step("x").observation()).isEqualTo("floor 0");
            assertThat(two.step("x").observation()).isEqualTo("floor 3");
            assertThat(two.post("/step", Map.of("action", "x"), "X-Session-Id", first)
                            .observation())
                    .isEqualTo("floor 0");
            assertThat(two.post("/sessions/" + first + "/step", Map.of("action", "x"))
                            .observation())
                    .isEqualTo("floor 0");
            assertThat(two.post("/step?session=" + first, Map.of("action", "x")).observation())
                    .isEqualTo("floor 0");
            assertThat(two.step("x").observation()).isEqualTo("floor 3");
            two.post("/v1/sessions/own/reset", Map.of("seed", 4));
            assertThat(one.post("/v1/step", Map.of("action", "x"), "X-Session-Id", "own")
                            .observation())
                    .isEqualTo("floor 4");
        }
    }

    @Test
    void cookiesOfOtherServersAndInventedOnesAreNone() throws Exception {
        try (Caller caller = Caller.withoutCookies(server)) {
            String name = "guerdon_session_" + server.port() + "=";
            for (String value : List.of("x", "0".repeat(32), "0".repeat(32) + "." + "0".repeat(24), ".")) {
                assertThat(caller.post("/step", Map.of("action", "up"), "Cookie", name + value)
                                .status())
                        .isEqualTo(404);
            }
            assertThat(caller.post("/reset", "{}", "X-Session-Id", "a".repeat(300))
                            .status())
                    .isEqualTo(400);
            assertThat(caller.post("/reset", "{}", "X-Session-Id", "").status()).isEqualTo(400);
        }
    }

    @Test
    void clientsWithoutCookiesAreToldApartByConnectionOrRefused() throws Exception {
        try (Caller one = Caller.withoutCookies(server);
                Caller two = Caller.withoutCookies(server);
                Caller late = Caller.withoutCookies(server)) {
            one.post("/reset", Map.of("seed", 0));
            assertThat(late.step("x").observation()).as("it can only mean one").isEqualTo("floor 0");
            one.step("x");
            two.post("/reset", Map.of("seed", 3));
            assertThat(one.step("x").observation()).isEqualTo("floor 0");
            assertThat(two.step("x").observation()).isEqualTo("floor 3");
            try (Caller newcomer = Caller.withoutCookies(server)) {
                Caller.Answer refused = newcomer.step("up");
                assertThat(refused.status()).isEqualTo(409);
                assertThat(refused.text()).contains("ambiguous_session", "X-Session-Id");
            }
            assertThat(one.step("x").observation()).isEqualTo("floor 0");
            assertThat(two.step("x").observation()).isEqualTo("floor 3");
        }
    }

    @Test
    void aClientWithoutCookiesNeverGetsTheWorldOfOneWithThem() throws Exception {
        try (Caller kept = Caller.withCookies(server);
                Caller bare = Caller.withoutCookies(server)) {
            kept.post("/reset", Map.of("seed", 0));
            kept.step("x");
            assertThat(bare.step("up").error()).isEqualTo("unknown_session");
            assertThat(kept.step("x").observation()).isEqualTo("floor 0");
        }
    }

    @Test
    void aConnectionForEveryRequestSharesTheLastSessionAsDocumented() throws Exception {
        for (int i = 0; i < 5; i++) {
            fresh("/reset", Map.of("seed", i % 5));
            assertThat(fresh("/step", Map.of("action", "x")).observation()).isEqualTo("floor " + i % 5);
        }
    }

    private Caller.Answer fresh(String path, Object body) throws Exception {
        try (Caller caller = Caller.withoutCookies(server)) {
            return caller.post(path, body);
        }
    }

    @Test
    void resetsWithoutCookiesDoNotUseUpTheRoom() throws Exception {
        restart(Map.of("max-sessions", "3"));
        for (int i = 0; i < 20; i++) {
            assertThat(fresh("/reset", Map.of("seed", 1)).status()).isEqualTo(200);
        }
        eventually("the old ones are closed", () -> lift.opened.get() - lift.closed.get() <= 3);
    }

    @Test
    void thereIsALimitWithAClearError() throws Exception {
        restart(Map.of("max-sessions", "2"));
        try (Caller caller = Caller.withCookies(server)) {
            caller.post("/sessions/a/reset", "{}");
            caller.post("/sessions/b/reset", "{}");
            Caller.Answer full = caller.post("/sessions/c/reset", "{}");
            assertThat(full.status()).isEqualTo(503);
            assertThat(full.error()).isEqualTo("too_many_sessions");
            assertThat(full.text()).contains("all 2 sessions", "--max-sessions", "/close");
            assertThat(lift.opened).hasValue(2);
            caller.post("/sessions/a/close", "");
            assertThat(caller.post("/sessions/c/reset", "{}").status()).isEqualTo(200);
        }
    }

    @Test
    void aSessionThatNobodyUsesEndsAndItsEnvironmentIsClosed() throws Exception {
        restart(Map.of("session-timeout", "50ms"));
        try (Caller caller = Caller.withCookies(server)) {
            caller.post("/sessions/a/reset", "{}");
            eventually("closed by the clock alone", () -> lift.closed.get() == 1);
            assertThat(caller.post("/sessions/a/step", Map.of("action", "up")).error())
                    .isEqualTo("unknown_session");
            assertThat(lift.opened).hasValue(1);
        }
    }

    @Test
    void whateverAnEnvironmentThrowsIsExplained() throws Exception {
        try (Caller caller = Caller.withCookies(server)) {
            caller.post("/reset", Map.of("seed", 1));
            for (String action : List.of("break", "exit", "null", "nan")) {
                Caller.Answer answer = caller.step(action);
                assertThat(answer.status()).as(action).isEqualTo(500);
                assertThat(answer.error()).isEqualTo("environment_failed");
                assertThat(answer.text()).contains("the environment failed in step", "reset");
            }
            assertThat(caller.step("odd").json().get("info").get("thread").asString())
                    .isEqualTo("odd");
            assertThat(caller.step("x").observation())
                    .as("the session lives on")
                    .isEqualTo("floor 1");
        }
    }

    @Test
    void aLostEnvironmentIsSaidToBeLostAndAResetMakesAnother() throws Exception {
        try (Caller caller = Caller.withCookies(server)) {
            caller.post("/reset", Map.of("seed", 1));
            Caller.Answer lost = caller.step("fall");
            assertThat(lost.status()).isEqualTo(503);
            assertThat(lost.error()).isEqualTo("environment_lost");
            assertThat(lost.text()).contains("the rope", "says nothing about the agent");
            assertThat(caller.step("up").error()).isEqualTo("environment_lost");
            assertThat(caller.post("/reset", Map.of("seed", 3)).observation()).isEqualTo("floor 3");
            assertThat(lift.opened).hasValue(2);
            eventually("the lost one is closed", () -> lift.closed.get() == 1);
        }
    }

    @Test
    @Tag("slow")
    void anEnvironmentThatHangsIsGivenUpAtTheDeadline() throws Exception {
        restart(Map.of("deadline", "5s"));
        try (Caller caller = Caller.withCookies(server)) {
            caller.post("/reset", Map.of("seed", 1));
            Caller.Answer late = caller.step("hang");
            assertThat(late.status()).isEqualTo(503);
            assertThat(late.error()).isEqualTo("environment_lost");
            assertThat(late.text()).contains("took longer than 5s", "--deadline");
            assertThat(caller.post("/reset", Map.of("seed", 2)).observation()).isEqualTo("floor 2");
        }
    }

    @Test
    void closeAndResetDuringAStepAreSound() throws Exception {
        try (Caller caller = Caller.withCookies(server);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            caller.post("/sessions/a/reset", Map.of("seed", 1));
            Future<Caller.Answer> step =
                    threads.submit(() -> caller.post("/sessions/a/step", Map.of("action", "wait")));
            lift.entered.await();
            assertThat(caller.post("/sessions/a/close", "").text()).isEqualTo("{\"closed\":1}");
            assertThat(lift.closed).as("not under the step").hasValue(0);
            assertThat(caller.post("/sessions/a/reset", Map.of("seed", 4)).observation())
                    .isEqualTo("floor 4");
            lift.leave.countDown();
            assertThat(step.get(30, TimeUnit.SECONDS).observation()).isEqualTo("floor 1");
            eventually("closed after the step", () -> lift.closed.get() == 1);
            assertThat(caller.post("/sessions/a/step", Map.of("action", "x")).observation())
                    .isEqualTo("floor 4");
        }
    }

    @Test
    void aResetDuringAStepWaitsForIt() throws Exception {
        try (Caller caller = Caller.withCookies(server);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            caller.post("/sessions/a/reset", Map.of("seed", 1));
            Future<Caller.Answer> step =
                    threads.submit(() -> caller.post("/sessions/a/step", Map.of("action", "wait")));
            lift.entered.await();
            Future<Caller.Answer> reset = threads.submit(() -> caller.post("/sessions/a/reset", Map.of("seed", 4)));
            assertThat(reset.isDone()).isFalse();
            lift.leave.countDown();
            assertThat(step.get(30, TimeUnit.SECONDS).observation()).isEqualTo("floor 1");
            assertThat(reset.get(30, TimeUnit.SECONDS).observation()).isEqualTo("floor 4");
            assertThat(lift.opened).hasValue(1);
        }
    }

    @Test
    void concurrentStepsOfOneSessionHappenOneAfterTheOther() throws Exception {
        restart(Map.of("floors", "1000"));
        try (Caller caller = Caller.withCookies(server);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            caller.post("/sessions/a/reset", Map.of("task", Map.of("floor", 999), "seed", 0));
            List<Future<Caller.Answer>> steps = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                steps.add(threads.submit(() -> caller.post("/sessions/a/step", Map.of("action", "up"))));
            }
            Set<String> seen = new HashSet<>();
            for (Future<Caller.Answer> step : steps) {
                seen.add(step.get(60, TimeUnit.SECONDS).observation());
            }
            assertThat(seen).hasSize(100);
        }
    }
}
