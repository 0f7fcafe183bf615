package dev.guerdon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.spi.Endpoints;
import io.helidon.webserver.http.HttpRouting;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers in processes of their own with little memory: strangers cannot fill it, and a server that has none left ends. */
@Timeout(280)
class SmallHeapTest {

    private static final int EXIT_CODE = 3;

    /** The server that the tests start: prints its port; with an argument, it fills its memory again and again once it is told to. */
    static final class Main {

        private Main() {}

        public static void main(String[] arguments) throws Exception {
            Endpoints health = new Endpoints() {
                @Override
                public void addTo(HttpRouting.Builder routing) {
                    routing.get(
                            "/healthz", (request, response) -> JsonResponses.send(response, Map.of("status", "ok")));
                }

                @Override
                public void close() {}
            };
            GuerdonServer server = GuerdonServer.start(health, "127.0.0.1", 0, null);
            server.exitWhenDeaf(System.err::println, EXIT_CODE);
            System.out.println(server.port());
            int told = System.in.read();
            while (told > 0 && arguments.length > 0) {
                try {
                    fill();
                } catch (OutOfMemoryError e) {
                    // The next turn has more room.
                } finally {
                    HELD.clear();
                }
            }
        }

        private static final List<byte[]> HELD = new ArrayList<>();

        private static void fill() {
            int size = 1 << 20;
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
            while (System.nanoTime() < until) {
                try {
                    HELD.add(new byte[size]);
                } catch (OutOfMemoryError e) {
                    size = Math.max(size / 2, 16);
                }
            }
        }
    }

    private static Process start(String heap, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                heap,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(Arrays.asList(arguments));
        return new ProcessBuilder(command).start();
    }

    private static int port(Process process) throws IOException {
        return Integer.parseInt(process.inputReader().readLine());
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static String health(int port) throws IOException {
        try (Socket socket = connect(port)) {
            socket.getOutputStream()
                    .write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void tenMillionContinuationFramesChangeNothing() throws Exception {
        Process process = start("-Xmx256m");
        try {
            int port = port(process);
            byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            // A header block that does not end, and empty frames that belong to it.
            byte[] begin = {0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, (byte) 0x82};
            byte[] frames = new byte[9 * 100_000];
            for (int i = 0; i < frames.length; i += 9) {
                frames[i + 3] = 9;
                frames[i + 8] = 1;
            }
            List<Socket> open = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                Socket socket = connect(port);
                open.add(socket);
                try {
                    socket.getOutputStream().write(preface);
                    socket.getOutputStream().write(begin);
                    socket.getOutputStream().write(frames);
                } catch (IOException e) {
                    // Refused before its end.
                }
            }
            long quickest = Long.MAX_VALUE;
            for (int i = 0; i < 3; i++) {
                long began = System.nanoTime();
                assertThat(health(port)).startsWith("HTTP/1.1 200").endsWith("{\"status\":\"ok\"}");
                quickest = Math.min(quickest, System.nanoTime() - began);
            }
            assertThat(quickest).isLessThan(TimeUnit.SECONDS.toNanos(1));
            for (Socket socket : open) {
                socket.close();
            }
            assertThat(process.isAlive()).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    /** A hundred kilobytes each would be more than the heap has. */
    @Test
    @Tag("slow")
    void headsThatDoNotEndDoNotFillTheMemory() throws Exception {
        Process process = start("-Xmx64m");
        List<Socket> open = new ArrayList<>();
        try {
            int port = port(process);
            byte[] head = ("GET /healthz?" + "a".repeat(60_000) + " HTTP/1.1\r\nHost: localhost\r\nX: "
                            + "b".repeat(40_000))
                    .getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 1_000; i++) {
                Socket socket = connect(port);
                open.add(socket);
                try {
                    socket.getOutputStream().write(head);
                } catch (IOException e) {
                    // Refused before its end.
                }
            }
            assertThat(health(port)).startsWith("HTTP/1.1 200");
        } finally {
            process.destroyForcibly();
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    @Test
    @Tag("rare")
    void aServerThatRanOutOfMemoryEndsWithAMessage() throws Exception {
        Process process = start("-Xmx48m", "fill");
        try {
            int port = port(process);
            assertThat(health(port)).startsWith("HTTP/1.1 200");
            process.getOutputStream().write(1);
            process.getOutputStream().flush();
            List<Socket> open = new ArrayList<>();
            while (process.isAlive()) {
                try {
                    Socket socket = connect(port);
                    open.add(socket);
                    socket.getOutputStream().write("GET /healthz HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
                    if (open.size() == 50) {
                        for (Socket each : open) {
                            each.close();
                        }
                        open.clear();
                    }
                } catch (IOException e) {
                    boolean ended = process.waitFor(100, TimeUnit.MILLISECONDS);
                    assertThat(ended).isEqualTo(!process.isAlive());
                }
            }
            assertThat(process.exitValue()).isEqualTo(EXIT_CODE);
            try (BufferedReader errors = process.errorReader()) {
                assertThat(errors.lines())
                        .anyMatch(
                                line -> line.contains("takes no connections any more") && line.contains("exit code 3"));
            }
        } finally {
            process.destroyForcibly();
        }
    }
}
