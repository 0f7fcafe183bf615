package dev.guerdon.server.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.server.GuerdonServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many sessions, many clients, and clients that only keep a place. */
@Timeout(300)
class ManySessionsTest {

    private static final int MANY = 10_000;

    private final Lift lift = new Lift();
    private final GuerdonServer server = GuerdonServer.start(
            GuerdonServer.generalProtocol("lift").open(lift, Map.of("max-sessions", "" + MANY, "floors", "1000000")),
            "127.0.0.1",
            0,
            null);

    @AfterEach
    void stop() {
        lift.free();
        server.close();
    }

    private static List<String> observations(Json answer) {
        return answer.get("steps").asList().stream()
                .map(step -> step.get("observation").asString())
                .toList();
    }

    @Test
    void tenThousandSessionsStepWithOneRequestEach() throws Exception {
        try (Caller caller = Caller.withCookies(server)) {
            Json made = caller.post("/reset", Map.of("n", MANY, "seed", 10)).json();
            assertThat(observations(made))
                    .isEqualTo(IntStream.range(0, MANY)
                            .mapToObj(i -> "floor " + (10 + i))
                            .toList());
            Map<String, Object> up =
                    Map.of("sessions", made.get("sessions").value(), "actions", Collections.nCopies(MANY, "up"));
            caller.post("/step", up);
            assertThat(observations(caller.post("/step", up).json()))
                    .isEqualTo(IntStream.range(0, MANY)
                            .mapToObj(i -> "floor " + (12 + i))
                            .toList());
            Caller.Answer full = caller.post("/sessions/one-more/reset", "{}");
            assertThat(full.error()).isEqualTo("too_many_sessions");
            assertThat(caller.post(
                                    "/close",
                                    Map.of("sessions", made.get("sessions").value()))
                            .text())
                    .isEqualTo("{\"closed\":" + MANY + "}");
            assertThat(lift.opened).hasValue(MANY);
            for (int i = 0; i < 6_000 && lift.closed.get() < MANY; i++) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            assertThat(lift.closed).hasValue(MANY);
        }
    }

    @Test
    void clientsThatResetStepAndCloseAtRandomNeverMeet() throws Exception {
        List<Future<String>> played = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(16)) {
            for (int i = 0; i < 64; i++) {
                int number = i;
                played.add(threads.submit(() -> play(number)));
            }
        }
        for (Future<String> one : played) {
            assertThat(one.get()).isEqualTo("fine");
        }
        server.close();
        assertThat(lift.closed).as("every environment is closed").hasValue(lift.opened.get());
    }

    private String play(int number) throws Exception {
        Random random = new Random(number);
        try (Caller caller = number % 2 == 0 ? Caller.withCookies(server) : Caller.withoutCookies(server)) {
            String prefix = number % 2 == 0 ? "" : "/sessions/own-" + number;
            long floor = -1;
            for (int i = 0; i < 40; i++) {
                int dice = floor < 0 ? 0 : random.nextInt(12);
                if (dice == 0) {
                    floor = number * 1_000L + random.nextInt(500);
                    caller.post(prefix + "/reset", Map.of("seed", floor, "task", Map.of("floor", 999_999)));
                } else if (dice == 1) {
                    caller.post(prefix + "/close", "");
                    floor = -1;
                } else {
                    floor++;
                    Caller.Answer answer = caller.post(prefix + "/step", Map.of("action", "up"));
                    if (!answer.observation().equals("floor " + floor)) {
                        return "client " + number + " expected floor " + floor + ", found " + answer.text();
                    }
                }
            }
        }
        return "fine";
    }

    @Test
    void clientsThatOnlyKeepAConnectionDoNotKeepOthersOut() throws Exception {
        List<Socket> idlers = new ArrayList<>();
        try (Caller caller = Caller.withCookies(server)) {
            for (int i = 0; i < 1_000; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                idlers.add(socket);
                socket.getOutputStream()
                        .write((i % 2 == 0
                                        ? "GET /health HT"
                                        : "POST /step HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
                                .getBytes(StandardCharsets.US_ASCII));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(caller.post("/reset", Map.of("seed", i)).status()).isEqualTo(200);
            }
        } finally {
            for (Socket socket : idlers) {
                close(socket);
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone already.
        }
    }
}
