package dev.guerdon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.server.spi.ClientToken;
import dev.guerdon.server.spi.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeLimits;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HTTP/2 without TLS, from a client that knows before it asks: the same rewards behind the same door. */
@Timeout(120)
class SecondVersionTest {

    private static final String TOKEN = "a-token-of-a-trainer-0123";
    private static final String RECORD = "{\"final_response\":\"a\",\"answer\":\"a\"}";
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int GO_AWAY = 7;

    @SuppressWarnings("NullAway.Init")
    private static RewardServer server;

    @BeforeAll
    static void start() {
        Registry registry = new Registry();
        registry.rewards(TlsTest.Trusted.class);
        server = RewardServer.start(
                new ServeDefinition(
                        registry,
                        Isolation.NONE,
                        List.of(RewardDefinition.of("same")),
                        ServeLimits.usual(),
                        List.of(new ClientToken("one", TOKEN)),
                        () -> {}),
                "127.0.0.1",
                0);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** The bodies that came back on one connection, by stream; a stream that was reset has that word. */
    private static final class Client implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;
        private final OutputStream out;
        private int stream = 1;

        Client() throws IOException {
            socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port());
            socket.setSoTimeout(30_000);
            in = new DataInputStream(socket.getInputStream());
            out = socket.getOutputStream();
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            frame(4, 0, 0, new byte[0]);
        }

        private void frame(int type, int flags, int of, byte[] payload) throws IOException {
            ByteArrayOutputStream frame = new ByteArrayOutputStream();
            frame.write(payload.length >> 16);
            frame.write(payload.length >> 8);
            frame.write(payload.length);
            frame.write(type);
            frame.write(flags);
            frame.write(0);
            frame.write(0);
            frame.write(of >> 8);
            frame.write(of);
            frame.writeBytes(payload);
            out.write(frame.toByteArray());
            out.flush();
        }

        /** Sends a request; gives the number of its stream. */
        int send(String method, String path, String authority, String body, String... headers) throws IOException {
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            pseudo(block, method, path, authority);
            for (int i = 0; i < headers.length; i += 2) {
                literal(block, headers[i], headers[i + 1]);
            }
            int own = stream;
            stream += 2;
            frame(HEADERS, body.isEmpty() ? 5 : 4, own, block.toByteArray());
            if (!body.isEmpty()) {
                frame(DATA, 1, own, body.getBytes(StandardCharsets.UTF_8));
            }
            return own;
        }

        /** Method, scheme, path and authority, by their numbers in the table of names. */
        private static void pseudo(ByteArrayOutputStream block, String method, String path, String authority) {
            block.write(method.equals("GET") ? 0x82 : 0x83);
            block.write(0x86);
            block.write(4);
            block.write(path.length());
            block.writeBytes(path.getBytes(StandardCharsets.US_ASCII));
            block.write(1);
            block.write(authority.length());
            block.writeBytes(authority.getBytes(StandardCharsets.US_ASCII));
        }

        /** A field that no table keeps, and that is not packed. */
        private static void literal(ByteArrayOutputStream block, String name, String value) {
            block.write(0);
            block.write(name.length());
            block.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
            block.write(value.length());
            block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
        }

        /** Reads until so many streams have ended. */
        Map<Integer, String> answers(int count) throws IOException {
            Map<Integer, String> answers = new LinkedHashMap<>();
            int ended = 0;
            while (ended < count) {
                int length;
                try {
                    length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
                } catch (EOFException e) {
                    answers.put(0, "closed");
                    return answers;
                }
                int type = in.readUnsignedByte();
                int flags = in.readUnsignedByte();
                int of = in.readInt() & 0x7fffffff;
                byte[] payload = in.readNBytes(length);
                if (type == DATA) {
                    answers.merge(of, new String(payload, StandardCharsets.UTF_8), String::concat);
                } else if (type == RESET || type == GO_AWAY) {
                    answers.merge(of, "reset", String::concat);
                    ended++;
                } else if (type == 4 && flags == 0) {
                    frame(4, 1, 0, new byte[0]);
                }
                if ((type == DATA || type == HEADERS) && (flags & 1) != 0) {
                    ended++;
                }
            }
            return answers;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void severalRequestsShareAConnection() throws Exception {
        try (Client client = new Client()) {
            String token = "Bearer " + TOKEN;
            int one = client.send(
                    "POST",
                    "/v1/score/same",
                    "localhost",
                    RECORD,
                    "content-type",
                    "application/json",
                    "authorization",
                    token);
            int two = client.send(
                    "POST",
                    "/v1/score/same",
                    "localhost",
                    "[" + RECORD + "," + RECORD + "]",
                    "content-type",
                    "application/json",
                    "x-api-key",
                    TOKEN);
            int three = client.send("GET", "/healthz", "localhost", "");
            Map<Integer, String> answers = client.answers(3);
            assertThat(answers.get(one)).isEqualTo("{\"reward\":1.0,\"extras\":{}}");
            assertThat(answers.get(two)).endsWith("\"scored\":2,\"unscored\":0}");
            assertThat(answers.get(three)).contains("ok");
            // And again, after the first have ended.
            int four = client.send("GET", "/healthz", "localhost", "");
            assertThat(client.answers(1).get(four)).contains("ok");
        }
    }

    @Test
    void theDoorIsTheSame() throws Exception {
        try (Client client = new Client()) {
            int noToken = client.send("GET", "/v1/rewards", "localhost", "");
            int otherHost = client.send("GET", "/v1/rewards", "evil.example", "", "x-api-key", TOKEN);
            int twoHosts =
                    client.send("GET", "/v1/rewards", "localhost", "", "host", "evil.example", "x-api-key", TOKEN);
            int otherSite = client.send(
                    "GET", "/v1/rewards", "localhost", "", "origin", "http://evil.example", "x-api-key", TOKEN);
            Map<Integer, String> answers = client.answers(4);
            assertThat(answers.get(noToken)).contains("unauthorized");
            assertThat(answers.get(otherHost)).contains("forbidden", "must name this machine");
            assertThat(answers.get(twoHosts)).doesNotContain("rewards\":");
            assertThat(answers.get(otherSite)).contains("forbidden", "another site");
        }
    }

    @Test
    void headersBeyondTheLimitEndTheConnection() throws Exception {
        try (Client client = new Client()) {
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            Client.pseudo(block, "GET", "/healthz", "localhost");
            client.frame(HEADERS, 1, 1, block.toByteArray());
            ByteArrayOutputStream more = new ByteArrayOutputStream();
            while (more.size() < 16_000) {
                Client.literal(more, "x-more", "a".repeat(100));
            }
            try {
                // Frames that go on and on, and never say that the headers end.
                for (int i = 0; i < 2_000; i++) {
                    client.frame(9, 0, 1, more.toByteArray());
                }
            } catch (IOException e) {
                return;
            }
            assertThat(client.answers(1).values())
                    .allMatch(answer -> answer.equals("reset") || answer.equals("closed"));
        }
    }

    @Test
    void aWordThatOnlyBeginsLikeThePrefaceIsRefusedAsHttp1() throws Exception {
        try (Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write("PROPFIND /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 505");
        }
    }
}
