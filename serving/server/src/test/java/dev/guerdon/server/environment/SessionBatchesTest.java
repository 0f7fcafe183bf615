package dev.guerdon.server.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.server.GuerdonServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists of sessions and actions in the general protocol. */
@Timeout(120)
class SessionBatchesTest {

    private final Lift lift = new Lift();
    private final GuerdonServer server =
            GuerdonServer.start(GuerdonServer.generalProtocol("lift").open(lift, Map.of()), "127.0.0.1", 0, null);

    @AfterEach
    void stop() {
        lift.free();
        server.close();
    }

    @Test
    void aVectorIsMadeSteppedMaskedAndClosedWithLists() throws Exception {
        try (Caller caller = Caller.withCookies(server)) {
            Json made = caller.post("/reset", Map.of("n", 3, "seeds", List.of(0, 1, 4)))
                    .json();
            List<String> names =
                    made.get("sessions").asList().stream().map(Json::asString).toList();
            assertThat(names).hasSize(3).doesNotHaveDuplicates();
            assertThat(made.get("steps").asList())
                    .extracting(step -> step.get("observation").asString())
                    .containsExactly("floor 0", "floor 1", "floor 4");
            Map<String, Object> step = new HashMap<>();
            step.put("sessions", names);
            step.put("actions", List.of("up", "up", "down"));
            List<Json> steps = caller.post("/step", step).json().get("steps").asList();
            assertThat(steps)
                    .extracting(each -> each.get("observation").asString())
                    .containsExactly("floor 1", "floor 2", "floor 3");
            assertThat(steps.get(1).get("terminated").asBoolean()).isTrue();
            step.put("mask", List.of(true, false, true));
            steps = caller.post("/step", step).json().get("steps").asList();
            assertThat(steps.get(0).get("observation").asString()).isEqualTo("floor 2");
            assertThat(steps.get(1).isNull()).isTrue();
            assertThat(caller.post("/close", Map.of("sessions", names)).text()).isEqualTo("{\"closed\":3}");
            assertThat(caller.post("/step", step)
                            .json()
                            .get("steps")
                            .asList()
                            .getFirst()
                            .get("error")
                            .asString())
                    .isEqualTo("unknown_session");
        }
    }

    private static List<Json> stepped(Caller caller, Json made, String autoReset, String... actions) throws Exception {
        return caller.post(
                        "/step",
                        Map.of(
                                "sessions",
                                made.get("sessions").value(),
                                "actions",
                                List.of(actions),
                                "auto_reset",
                                autoReset))
                .json()
                .get("steps")
                .asList();
    }

    @Test
    void withAutoResetInTheSameStepTheNextEpisodeBeginsAndTheLastStepIsKept() throws Exception {
        try (Caller caller = Caller.withCookies(server)) {
            Json made = caller.post("/reset", Map.of("n", 3, "seed", 1)).json();
            List<Json> steps = stepped(caller, made, "same_step", "up", "x", "x");
            Json ended = steps.getFirst();
            assertThat(ended.get("terminated").asBoolean()).isTrue();
            assertThat(ended.get("reward").asDouble()).isEqualTo(1);
            assertThat(ended.get("final").get("observation").asString()).isEqualTo("floor 2");
            assertThat(ended.get("seed").asInt())
                    .as("1 + 3, so no two share a seed")
                    .isEqualTo(4);
            assertThat(ended.get("observation").asString()).isEqualTo("floor 4");
            assertThat(steps.getLast().find("final")).isEmpty();
            assertThat(steps.getLast().get("fresh").asBoolean()).isFalse();
        }
    }

    @Test
    void withAutoResetInTheNextStepItsActionIsNotUsed() throws Exception {
        try (Caller caller = Caller.withCookies(server)) {
            Json made = caller.post("/reset", Map.of("n", 2, "seed", 1)).json();
            Json ended = stepped(caller, made, "next_step", "up", "x").getFirst();
            assertThat(ended.get("done").asBoolean()).isTrue();
            assertThat(ended.get("observation").asString()).isEqualTo("floor 2");
            Json begun = stepped(caller, made, "next_step", "up", "x").getFirst();
            assertThat(begun.get("observation").asString()).isEqualTo("floor 3");
            assertThat(begun.get("reward").asDouble()).isZero();
            assertThat(begun.get("fresh").asBoolean()).isTrue();
            assertThat(caller.post("/step", Map.of("sessions", List.of(), "actions", List.of(), "auto_reset", "always"))
                            .text())
                    .contains("next_step, same_step or disabled", "'always'");
        }
    }

    @Test
    void oneThatFailsInAListSpoilsNothingForTheOthers() throws Exception {
        try (Caller caller = Caller.withCookies(server)) {
            Json made = caller.post("/reset", Map.of("n", 3, "seed", 0)).json();
            List<Json> steps = caller.post(
                            "/step",
                            Map.of("sessions", made.get("sessions").value(), "actions", List.of("break", "x", "fall")))
                    .json()
                    .get("steps")
                    .asList();
            assertThat(steps.get(0).get("error").asString()).isEqualTo("environment_failed");
            assertThat(steps.get(1).get("observation").asString()).isEqualTo("floor 1");
            assertThat(steps.get(2).get("error").asString()).isEqualTo("environment_lost");
        }
    }

    @Test
    void wrongListsAreExplained() throws Exception {
        try (Caller caller = Caller.withCookies(server)) {
            assertThat(caller.post("/reset", Map.of("n", 0)).text()).contains("'n' from 1 to 256");
            assertThat(caller.post("/reset", Map.of("n", 2, "seeds", List.of(1)))
                            .text())
                    .contains("2 values in 'seeds'", "found 1");
            assertThat(caller.post("/step", Map.of("actions", List.of("up"))).text())
                    .contains("'sessions'");
            assertThat(caller.post("/step", Map.of("sessions", List.of("a", "a"), "actions", List.of("x", "y")))
                            .text())
                    .contains("twice");
            assertThat(caller.post("/step", Map.of("sessions", List.of("a"), "actions", List.of(7)))
                            .text())
                    .contains("action 0");
            assertThat(caller.post("/step", Map.of("sessions", List.of("a"), "actions", "up"))
                            .text())
                    .contains("expected a list as 'actions'");
            assertThat(lift.opened).hasValue(0);
        }
    }
}
