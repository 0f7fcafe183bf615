package dev.guerdon.server.protocol;

import static dev.guerdon.server.protocol.OpenEnvSocket.code;
import static dev.guerdon.server.protocol.OpenEnvSocket.reset;
import static dev.guerdon.server.protocol.OpenEnvSocket.step;
import static dev.guerdon.server.protocol.OpenEnvSocket.until;
import static dev.guerdon.server.protocol.OpenEnvSocket.wires;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import example.Hall;
import example.Wires;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of OpenEnv's WebSocket: who gets one, how it ends, and when its place is free again. */
@Timeout(120)
class OpenEnvSessionsTest {

    @Test
    void whoComesWhenAllAreInUseIsToldHowMany() throws Exception {
        try (Hall hall = Hall.open("", 1)) {
            try (Wires first = wires(hall, "/ws")) {
                first.ask(reset("{}"));
                try (Wires second = wires(hall, "/ws")) {
                    Json refused = JsonCodec.read(second.next(), "the answer");
                    assertThat(code(refused)).isEqualTo("CAPACITY_REACHED");
                    assertThat(refused.get("data").get("active_sessions").asInt())
                            .isEqualTo(1);
                    assertThat(refused.get("data").get("max_sessions").asInt()).isEqualTo(1);
                    assertThat(second.next()).isNull();
                    assertThat(second.closeCode).isEqualTo(1013);
                }
            }
            until(() -> hall.corridor.open.get() == 0);
            try (Wires third = wires(hall, "/ws")) {
                assertThat(third.ask(reset("{}")).get("type").asString()).isEqualTo("observation");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"message", "frame"})
    void whoSaidGoodbyeMayComeAgainAtOnce(String way) throws Exception {
        try (Hall hall = Hall.open("", 1)) {
            for (int i = 0; i < 20; i++) {
                try (Wires wires = wires(hall, "/ws")) {
                    assertThat(wires.ask(reset("{}")).get("type").asString())
                            .as("round " + i)
                            .isEqualTo("observation");
                    if (way.equals("message")) {
                        wires.text("{\"type\":\"close\"}");
                    } else {
                        wires.frame(0x88, new byte[] {0x03, (byte) 0xe8});
                    }
                    assertThat(wires.next()).isNull();
                    assertThat(wires.closeCode).isEqualTo(1000);
                }
            }
        }
    }

    @Test
    void aTornConnectionEndsItsSession() throws Exception {
        try (Hall hall = Hall.open("", 1)) {
            Wires wires = wires(hall, "/ws");
            wires.ask(reset("{}"));
            assertThat(hall.corridor.open).hasValue(1);
            wires.tear();
            until(() -> hall.corridor.open.get() == 0);
        }
    }

    @Test
    void closingDuringAStepFreesThePlaceOnceTheStepIsDone() throws Exception {
        try (Hall hall = Hall.open("", 1)) {
            Wires wires = wires(hall, "/ws");
            wires.ask(reset("{}"));
            wires.text(step("hold"));
            assertThat(hall.corridor.stuck.await(30, TimeUnit.SECONDS)).isTrue();
            wires.close();
            hall.corridor.released.countDown();
            until(() -> hall.corridor.open.get() == 0);
        }
    }

    @Test
    @Tag("slow")
    void aStuckStepIsGivenUpAndTheSessionBeginsAnew() throws Exception {
        try (Hall hall = Hall.impatient(Duration.ofMinutes(5), Duration.ofSeconds(4));
                Wires wires = wires(hall, "/ws")) {
            wires.ask(reset("{}"));
            Json late = wires.ask(step("stick"));
            assertThat(code(late)).isEqualTo("EXECUTION_ERROR");
            assertThat(late.get("data").get("kind").asString()).isEqualTo("environment_lost");
            assertThat(code(wires.ask(step("go")))).isEqualTo("EXECUTION_ERROR");
            assertThat(wires.ask(reset("{}")).get("type").asString()).isEqualTo("observation");
        }
    }

    @Test
    void aSessionThatNobodyUsesEnds() throws Exception {
        try (Hall hall = Hall.impatient(Duration.ofMillis(200), Duration.ofSeconds(20));
                Wires wires = wires(hall, "/ws")) {
            Json answer = wires.ask(reset("{}"));
            if (answer.get("type").asString().equals("observation")) {
                until(() -> hall.corridor.open.get() == 0);
                answer = wires.ask(step("go"));
            }
            // On a machine with much to do, the reset may have come too late already.
            assertThat(code(answer)).isEqualTo("SESSION_ERROR");
            assertThat(wires.next()).isNull();
        }
    }

    @Test
    void aSessionThatWasMadeBeforeIsPlayedByOneWebSocketAtATime() throws Exception {
        try (Hall hall = Hall.open()) {
            Json made = Hall.json(
                    hall.post("/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"openenv/session/create\"}"));
            String path =
                    "/ws?session_id=" + made.get("result").get("session_id").asString();
            try (Wires wires = wires(hall, path)) {
                wires.ask(reset("{}"));
                try (Wires second = wires(hall, path);
                        Wires guess = wires(hall, "/ws?session_id=guessed")) {
                    Json refused = JsonCodec.read(second.next(), "the answer");
                    assertThat(code(refused)).isEqualTo("SESSION_ERROR");
                    assertThat(refused.get("data").get("message").asString()).contains("already has");
                    assertThat(code(JsonCodec.read(guess.next(), "the answer"))).isEqualTo("SESSION_ERROR");
                }
                assertThat(wires.ask(step("go")).get("type").asString()).isEqualTo("observation");
            }
            assertThat(hall.corridor.open)
                    .as("it stays when its WebSocket goes")
                    .hasValue(1);
        }
    }

    @Test
    @Tag("slow")
    void drainingLetsAStepEndAndThenSaysGoodbye() throws Exception {
        try (Hall hall = Hall.open();
                Wires idle = wires(hall, "/ws");
                Wires busy = wires(hall, "/ws")) {
            idle.ask(reset("{}"));
            busy.ask(reset("{}"));
            busy.text(step("hold"));
            assertThat(hall.corridor.stuck.await(30, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> {
                try {
                    hall.server.drain();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            until(() -> {
                try {
                    return hall.get("/readyz").statusCode() == 503;
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(code(idle.ask(step("go")))).isEqualTo("EXECUTION_ERROR");
            assertThat(drained).isNotDone();
            hall.corridor.released.countDown();
            assertThat(busy.next()).contains("You walk.");
            assertThat(busy.next()).isNull();
            assertThat(busy.closeCode).isEqualTo(1001);
            assertThat(idle.next()).isNull();
            assertThat(idle.closeCode).isEqualTo(1001);
            drained.get(60, TimeUnit.SECONDS);
            assertThat(hall.corridor.open).hasValue(0);
        }
    }
}
