package dev.guerdon.server.openenv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import example.Hall;
import example.Wires;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions over OpenEnv's WebSocket. */
@Timeout(120)
@SuppressWarnings("StringConcatToTextBlock") // lines of a request end in their own way
class OpenEnvSocketTest {

    private static Wires wires(Hall hall, String path, String... headers) throws IOException {
        return new Wires(hall.server.port(), path, headers);
    }

    private static String reset(String data) {
        return "{\"type\":\"reset\",\"data\":" + data + "}";
    }

    private static String step(String action) {
        return "{\"type\":\"step\",\"data\":{\"action\":\"" + action + "\"}}";
    }

    private static String code(Json answer) {
        assertThat(answer.get("type").asString())
                .as(JsonCodec.write(answer.value()))
                .isEqualTo("error");
        return answer.get("data").get("code").asString();
    }

    /** Waits for something that happens in another thread. */
    private static void until(BooleanSupplier done) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void anEpisodeIsPlayed() throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/ws")) {
            assertThat(wires.status).isEqualTo("HTTP/1.1 101 Switching Protocols");
            Json first = wires.ask(reset("{\"seed\":6,\"episode_id\":\"e1\"}"));
            assertThat(first.get("type").asString()).isEqualTo("observation");
            Json data = first.get("data");
            assertThat(data.get("observation").get("text").asString()).isEqualTo("You see door 2. Seed 6.");
            assertThat(data.get("observation").get("prompt").asString()).isEqualTo("Walk to door 2.");
            assertThat(data.get("reward").isNull()).isTrue();
            assertThat(data.get("done").asBoolean()).isFalse();
            assertThat(data.get("metadata").get("task").get("index").asInt()).isEqualTo(2);
            assertThat(JsonCodec.write(first.value())).doesNotContain("gold");
            assertThat(wires.ask(step("go")).get("data").get("reward").asDouble())
                    .isEqualTo(0.25);
            Json last = wires.ask(step("go")).get("data");
            assertThat(last.get("reward").asDouble()).isEqualTo(1);
            assertThat(last.get("done").asBoolean()).isTrue();
            assertThat(last.get("metadata").get("terminated").asBoolean()).isTrue();
            Json state = wires.ask("{\"type\":\"state\"}").get("data");
            assertThat(state.get("episode_id").asString()).isEqualTo("e1");
            assertThat(state.get("step_count").asInt()).isEqualTo(2);
            assertThat(wires.text("{\"type\":\"close\"}").next()).isNull();
            assertThat(wires.closeCode).isEqualTo(1000);
        }
    }

    @Test
    void anEnvironmentIsChosenByItsAddressAndATaskByItsNumber() throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/long/ws")) {
            Json first = wires.ask(reset("{\"split\":\"default\",\"index\":3}")).get("data");
            assertThat(first.get("metadata").get("task").get("id").asString()).isEqualTo("corridor-3");
            wires.ask(step("go"));
            assertThat(wires.ask(step("go")).get("data").get("done").asBoolean())
                    .as("this corridor has nine steps")
                    .isFalse();
            try (Wires none = wires(hall, "/nowhere/ws")) {
                assertThat(none.status).startsWith("HTTP/1.1 404");
            }
        }
    }

    @Test
    void twoSessionsDoNotMeet() throws Exception {
        try (Hall hall = Hall.open();
                Wires one = wires(hall, "/ws");
                Wires two = wires(hall, "/ws")) {
            one.ask(reset("{\"index\":0}"));
            two.ask(reset("{\"index\":1}"));
            one.ask(step("go"));
            assertThat(two.ask("{\"type\":\"state\"}")
                            .get("data")
                            .get("step_count")
                            .asInt())
                    .isZero();
            assertThat(one.ask(step("go"))
                            .get("data")
                            .get("observation")
                            .get("text")
                            .asString())
                    .isEqualTo("You are at door 0.");
            two.ask(step("go"));
            assertThat(two.ask(step("go"))
                            .get("data")
                            .get("observation")
                            .get("text")
                            .asString())
                    .isEqualTo("You are at door 1.");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{ | INVALID_JSON",
                "not json | INVALID_JSON",
                "{\"type\":\"reset\"} trailing | INVALID_JSON",
                "[] | VALIDATION_ERROR",
                "7 | VALIDATION_ERROR",
                "{} | UNKNOWN_TYPE",
                "{\"type\":7} | UNKNOWN_TYPE",
                "{\"type\":\"jump\"} | UNKNOWN_TYPE",
                "{\"type\":\"RESET\"} | UNKNOWN_TYPE",
                "{\"type\":\"step\"} | VALIDATION_ERROR",
                "{\"type\":\"step\",\"data\":\"go\"} | VALIDATION_ERROR",
                "{\"type\":\"step\",\"data\":{}} | VALIDATION_ERROR",
                "{\"type\":\"step\",\"data\":{\"action\":7}} | VALIDATION_ERROR",
                "{\"type\":\"step\",\"data\":{\"action\":\"go\",\"speed\":2}} | VALIDATION_ERROR",
                "{\"type\":\"step\",\"data\":{\"action\":\"go\"},\"more\":1} | VALIDATION_ERROR",
                "{\"type\":\"step\",\"data\":{\"type\":\"call_tool\"}} | VALIDATION_ERROR",
                "{\"type\":\"state\",\"data\":{}} | VALIDATION_ERROR",
                "{\"type\":\"mcp\"} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"seed\":-1}} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"seed\":\"1\"}} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"seed\":1.5}} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"episode_id\":7}} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"split\":\"train\"}} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"index\":0,\"task\":\"corridor-0\"}} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"index\":99}} | EXECUTION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"index\":-1}} | EXECUTION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"index\":4294967296}} | EXECUTION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"split\":\"none\",\"index\":0}} | EXECUTION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"task\":\"corridor-99\"}} | EXECUTION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"task\":{\"door\":\"my own\"}}} | EXECUTION_ERROR",
                "{\"type\":\"step\",\"data\":{\"action\":\"fail\"}} | EXECUTION_ERROR"
            })
    void whatIsWrongHasItsCodeAndTheSessionGoesOn(String message, String code) throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/ws")) {
            wires.ask(reset("{\"index\":0}"));
            Json answer = wires.ask(message);
            assertThat(code(answer)).as(JsonCodec.write(answer.value())).isEqualTo(code);
            assertThat(answer.get("data").get("message").asString()).isNotBlank();
            if (code.equals("VALIDATION_ERROR")) {
                assertThat(answer.get("data").get("errors").asList()).isNotEmpty();
            }
            assertThat(wires.ask(step("go")).get("type").asString()).isEqualTo("observation");
        }
    }

    @Test
    void aStepBeforeTheFirstResetIsRefused() throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/ws")) {
            Json answer = wires.ask(step("go"));
            assertThat(code(answer)).isEqualTo("EXECUTION_ERROR");
            assertThat(answer.get("data").get("message").asString()).contains("reset first");
            assertThat(wires.ask("{\"type\":\"state\"}")
                            .get("data")
                            .get("episode_id")
                            .isNull())
                    .isTrue();
        }
    }

    @Test
    void anEpisodeThatCannotBeScoredIsAnErrorAndNoNumber() throws Exception {
        try (Hall hall = Hall.open("throws", 2);
                Wires wires = wires(hall, "/ws")) {
            wires.ask(reset("{}"));
            assertThat(wires.ask(step("go")).get("data").get("reward").isNull()).isTrue();
            Json last = wires.ask(step("go"));
            assertThat(code(last)).isEqualTo("EXECUTION_ERROR");
            assertThat(last.get("data").get("message").asString()).contains("could not be scored");
            assertThat(last.get("data").find("reward")).isEmpty();
        }
    }

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
    void pingsAreAnsweredWhileAStepIsUnderWay() throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/ws")) {
            wires.ask(reset("{}"));
            wires.text(step("hold"));
            assertThat(hall.corridor.stuck.await(30, TimeUnit.SECONDS)).isTrue();
            wires.frame(0x89, "still there?".getBytes(StandardCharsets.UTF_8));
            assertThat(wires.next()).isEqualTo("pong still there?");
            hall.corridor.released.countDown();
            assertThat(wires.next()).contains("You walk.");
        }
    }

    @Test
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
    void messagesMayComeInFragmentsThatCutACharacter() throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/ws")) {
            byte[] message = reset("{\"episode_id\":\"Größe 🜁\",\"seed\":1}").getBytes(StandardCharsets.UTF_8);
            int cut = new String(message, StandardCharsets.ISO_8859_1).indexOf('\u009f'); // within a character
            wires.frame(0x01, Arrays.copyOf(message, cut));
            wires.frame(0x89, new byte[0]);
            assertThat(wires.next()).as("a ping between two fragments").isEqualTo("pong ");
            wires.frame(0x00, Arrays.copyOfRange(message, cut, cut + 9));
            wires.frame(0x80, Arrays.copyOfRange(message, cut + 9, message.length));
            assertThat(wires.next()).contains("You see door 1");
            assertThat(wires.ask("{\"type\":\"state\"}")
                            .get("data")
                            .get("episode_id")
                            .asString())
                    .isEqualTo("Größe 🜁");
        }
    }

    @Test
    void manyMessagesAtOnceAreAnsweredInOrder() throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/long/ws")) {
            wires.ask(reset("{\"index\":0}"));
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; i < 200; i++) {
                        wires.text("{\"type\":\"state\"}").text("{\"type\":\"nothing" + i + "\"}");
                    }
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            for (int i = 0; i < 200; i++) {
                assertThat(wires.next()).contains("\"state\"");
                assertThat(wires.next()).contains("nothing" + i + "\"");
            }
            sent.get(30, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "binary,1003",
        "unmasked,1002",
        "reserved bit,1002",
        "unknown kind,1002",
        "long ping,1002",
        "cut ping,1002",
        "continuation of nothing,1002",
        "message in a message,1002",
        "lazy length,1002",
        "not utf-8,1007",
        "lone surrogate,1007",
        "too big,1009",
        "too big in fragments,1009",
        "endless,1009",
        "bad close,1002"
    })
    void framesThatBreakTheRulesEndTheConnection(String what, int code) throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/ws")) {
            wires.ask(reset("{}"));
            byte[] text = "{}".getBytes(StandardCharsets.UTF_8);
            switch (what) {
                case "binary" -> wires.frame(0x82, text);
                case "unmasked" -> wires.raw((byte) 0x81, (byte) 2, (byte) '{', (byte) '}');
                case "reserved bit" -> wires.frame(0xc1, text);
                case "unknown kind" -> wires.frame(0x83, text);
                case "long ping" -> wires.frame(0x89, new byte[126]);
                case "cut ping" -> wires.frame(0x09, text);
                case "continuation of nothing" -> wires.frame(0x80, text);
                case "message in a message" -> {
                    wires.frame(0x01, text);
                    wires.frame(0x81, text);
                }
                case "lazy length" ->
                    wires.raw(
                            (byte) 0x81,
                            (byte) 0xfe,
                            (byte) 0,
                            (byte) 2,
                            (byte) 0,
                            (byte) 0,
                            (byte) 0,
                            (byte) 0,
                            (byte) '{',
                            (byte) '}');
                case "not utf-8" -> wires.frame(0x81, new byte[] {'"', (byte) 0xff, '"'});
                case "lone surrogate" -> wires.frame(0x81, new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80});
                case "too big" ->
                    wires.raw(
                            (byte) 0x81,
                            (byte) 0xff,
                            (byte) 0,
                            (byte) 0,
                            (byte) 0,
                            (byte) 0,
                            (byte) 0,
                            (byte) 0x10,
                            (byte) 0,
                            (byte) 1,
                            (byte) 0,
                            (byte) 0,
                            (byte) 0,
                            (byte) 0);
                case "too big in fragments" -> {
                    wires.frame(0x01, new byte[1 << 19]);
                    wires.frame(0x00, new byte[1 << 19]);
                    wires.frame(0x80, new byte[1]);
                }
                case "endless" ->
                    wires.raw(
                            (byte) 0x81,
                            (byte) 0xff,
                            (byte) 0xff,
                            (byte) 0xff,
                            (byte) 0xff,
                            (byte) 0xff,
                            (byte) 0xff,
                            (byte) 0xff,
                            (byte) 0xff,
                            (byte) 0xff,
                            (byte) 0,
                            (byte) 0,
                            (byte) 0,
                            (byte) 0);
                default -> wires.frame(0x88, new byte[] {0x03, (byte) 0xed});
            }
            assertThat(wires.next()).isNull();
            // A length above 63 bits is no length at all.
            assertThat(wires.closeCode).isEqualTo(what.equals("endless") ? 1002 : code);
            until(() -> hall.corridor.open.get() == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: evil.example",
                "Origin: http://evil.example",
                "Sec-Fetch-Site: cross-site",
                "Authorization: Bearer 0123456789abcdef-wrong",
                "X-API-Key: nothing"
            })
    void theDoorIsTheSameAsForEveryRequest(String header) throws Exception {
        try (Hall hall = Hall.guarded()) {
            String[] headers = header.startsWith("Authorization") || header.startsWith("X-API")
                    ? new String[] {header}
                    : new String[] {"Authorization: Bearer " + Hall.TOKEN, header};
            try (Wires wires = wires(hall, "/ws", headers)) {
                assertThat(wires.status).matches("HTTP/1.1 (400|401|403) .*");
            }
            assertThat(hall.corridor.open).hasValue(0);
            for (String path : new String[] {"/ws", "/ws?token=" + Hall.TOKEN}) {
                String[] shown =
                        path.equals("/ws") ? new String[] {"Authorization: Bearer " + Hall.TOKEN} : new String[0];
                try (Wires good = wires(hall, path, shown)) {
                    assertThat(good.ask(reset("{}")).get("type").asString()).isEqualTo("observation");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /ws HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n\r\n",
                "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 2\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n{}"
            })
    void whatIsNoProperRequestForAWebSocketIsToldSo(String request) throws Exception {
        try (Hall hall = Hall.open();
                java.net.Socket socket = new java.net.Socket(InetAddress.getLoopbackAddress(), hall.server.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            byte[] start = socket.getInputStream().readNBytes(12);
            assertThat(new String(start, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 426");
            assertThat(hall.corridor.open).hasValue(0);
        }
    }

    @Test
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

    @Test
    void anotherDefinitionHoldsForTheNextSession() throws Exception {
        try (Hall hall = Hall.open();
                Wires before = wires(hall, "/ws")) {
            before.ask(reset("{}"));
            hall.server.replace(hall.definition("exact", 8, Duration.ofMinutes(5), Duration.ofSeconds(30), false));
            assertThat(before.ask(step("go")).get("data").get("reward").asDouble())
                    .isEqualTo(0.25);
            try (Wires after = wires(hall, "/ws")) {
                after.ask(reset("{}"));
                assertThat(after.ask(step("go")).get("data").get("reward").isNull())
                        .isTrue();
            }
            assertThat(before.ask(step("go")).get("data").get("reward").asDouble())
                    .isEqualTo(1);
            assertThat(before.ask(reset("{}")).get("type").asString()).isEqualTo("observation");
        }
    }

    @Test
    void toolsAreCalledInTheSameSession() throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/ws")) {
            wires.ask(reset("{\"index\":0}"));
            Json list =
                    wires.ask("{\"type\":\"mcp\",\"data\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}}");
            assertThat(list.get("type").asString()).isEqualTo("mcp");
            assertThat(JsonCodec.write(list.value())).contains("\"act\"").contains("inputSchema");
            Json call =
                    wires.ask("{\"type\":\"mcp\",\"data\":{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools/call\","
                            + "\"params\":{\"name\":\"act\",\"arguments\":{\"action\":\"go\"}}}}");
            assertThat(call.get("data").get("id").asString()).isEqualTo("x");
            assertThat(call.get("data").get("result").get("data").asString()).isEqualTo("You walk.");
            Json tool = wires.ask("{\"type\":\"step\",\"data\":{\"type\":\"call_tool\",\"tool_name\":\"act\","
                    + "\"arguments\":{\"action\":\"go\"}}}");
            assertThat(tool.get("data").get("observation").get("result").asString())
                    .isEqualTo("You are at door 0.");
            assertThat(tool.get("data").get("reward").asDouble()).isEqualTo(1);
            Json wrong = wires.ask("{\"type\":\"step\",\"data\":{\"type\":\"call_tool\",\"tool_name\":\"fly\"}}");
            assertThat(wrong.get("data")
                            .get("observation")
                            .get("error")
                            .get("error_type")
                            .asString())
                    .isEqualTo("tool_not_found");
            Json broken = wires.ask("{\"type\":\"mcp\",\"data\":{\"id\":1,\"method\":\"tools/list\"}}");
            assertThat(broken.get("data").get("error").get("code").asInt()).isEqualTo(-32600);
        }
    }

    @Test
    void toolsHaveAWebSocketOfTheirOwn() throws Exception {
        try (Hall hall = Hall.open("", 1);
                Wires wires = wires(hall, "/hall/mcp")) {
            String call =
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"act\",\"arguments\":"
                            + "{\"action\":\"go\"}}}";
            assertThat(wires.ask(call).get("result").get("data").asString()).isEqualTo("You walk.");
            assertThat(wires.ask("{").get("error").get("code").asInt()).isEqualTo(-32700);
            try (Wires second = wires(hall, "/mcp")) {
                Json refused = JsonCodec.read(second.next(), "the answer");
                assertThat(refused.get("error").get("data").get("max_sessions").asInt())
                        .isEqualTo(1);
                assertThat(second.next()).isNull();
            }
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
}
