package dev.guerdon.server.protocol;

import static dev.guerdon.server.protocol.OpenEnvSocket.reset;
import static dev.guerdon.server.protocol.OpenEnvSocket.step;
import static dev.guerdon.server.protocol.OpenEnvSocket.until;
import static dev.guerdon.server.protocol.OpenEnvSocket.wires;
import static org.assertj.core.api.Assertions.assertThat;

import example.Hall;
import example.Wires;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What travels over OpenEnv's WebSocket: requests that open it, frames, fragments and pings. */
@Timeout(120)
@SuppressWarnings("StringConcatToTextBlock") // lines of a request end in their own way
class OpenEnvFramesTest {

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
}
