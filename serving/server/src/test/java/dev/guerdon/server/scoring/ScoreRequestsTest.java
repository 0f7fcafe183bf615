package dev.guerdon.server.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Reward;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.ClientToken;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests for scores as bytes: in pieces, one after the other, with what must be refused. */
@Timeout(120)
class ScoreRequestsTest {

    private static final String TOKEN = "a-token-of-a-trainer-0123";

    /** Counts as one of Guerdon's own, by the name of its package. */
    static final class Trusted {
        private Trusted() {}

        @Reward("same")
        static double same(String finalResponse, String answer) {
            return finalResponse.equals(answer) ? 1 : 0;
        }
    }

    private static Served start(ClientToken... tokens) {
        Registry registry = new Registry();
        registry.rewards(Trusted.class);
        return Served.start(ServeDefinition.ofRewards(
                registry, Isolation.NONE, List.of(RewardDefinition.of("same")), Served.limits(), List.of(tokens)));
    }

    private static String request(Served served, String body, String... headers) {
        StringBuilder out =
                new StringBuilder("POST /v1/score/same HTTP/1.1\r\nHost: 127.0.0.1:" + served.server.port());
        for (String header : headers) {
            out.append("\r\n").append(header);
        }
        return out + "\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    private static final String JSON = "Content-Type: application/json";
    private static final String JSON_UTF_8 = "Content-Type: application/json; charset=utf-8";
    private static final String CLOSE = "Connection: close";

    /** Everything that comes back until the server closes the connection. */
    private static String exchange(Served served, String bytes, int piece) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), served.server.port())) {
            socket.setSoTimeout(30_000);
            socket.setTcpNoDelay(true);
            byte[] all = bytes.getBytes(StandardCharsets.UTF_8);
            try {
                for (int i = 0; i < all.length; i += piece) {
                    socket.getOutputStream().write(all, i, Math.min(piece, all.length - i));
                    socket.getOutputStream().flush();
                }
            } catch (SocketException e) {
                // The server may have refused it before its end.
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            InputStream in = socket.getInputStream();
            try {
                in.transferTo(out);
            } catch (SocketException e) {
                // Closed with bytes that nobody read.
            }
            return out.toString(StandardCharsets.UTF_8);
        }
    }

    private static String status(String answer) {
        return answer.substring(9, 12);
    }

    @Test
    void aRequestMayComeInAnyPieces() throws Exception {
        try (Served served = start()) {
            String bytes = request(served, "{\"final_response\":\"a\",\"answer\":\"a\"}", JSON, CLOSE);
            for (int piece : new int[] {1, 7, 64, bytes.length() - 5}) {
                assertThat(exchange(served, bytes, piece))
                        .startsWith("HTTP/1.1 200")
                        .endsWith("\"reward\":1.0,\"extras\":{}}");
            }
        }
    }

    @Test
    void requestsFollowEachOtherOnOneConnection() throws Exception {
        try (Served served = start()) {
            String one = request(served, "{\"id\":1,\"final_response\":\"a\",\"answer\":\"a\"}", JSON);
            String two = request(served, "{\"id\":2,\"final_response\":\"a\",\"answer\":\"a\"}", JSON_UTF_8);
            String three = request(served, "{\"id\":3,\"final_response\":\"a\",\"answer\":\"a\"}", JSON);
            String last = request(served, "{\"id\":4,\"final_response\":\"a\",\"answer\":\"a\"}", JSON, CLOSE);
            String answers = exchange(served, one + two + three + last, Integer.MAX_VALUE);
            assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(5);
            assertThat(answers.indexOf("\"id\":1")).isLessThan(answers.indexOf("\"id\":2"));
            assertThat(answers.indexOf("\"id\":2")).isLessThan(answers.indexOf("\"id\":3"));
            assertThat(answers.indexOf("\"id\":3")).isLessThan(answers.indexOf("\"id\":4"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 2",
                "Transfer-Encoding: chunked",
                "Host: evil.example",
                "Origin: http://evil.example",
                "Sec-Fetch-Site: cross-site",
                "X-Bad : 1",
                " folded: 1",
                "Bad\tname: 1"
            })
    void aSecondOrForeignHeaderIsRefused(String header) throws Exception {
        try (Served served = start()) {
            String answer = exchange(
                    served,
                    request(served, "{\"final_response\":\"a\",\"answer\":\"a\"}", JSON, header, CLOSE),
                    Integer.MAX_VALUE);
            assertThat(status(answer)).as(answer).isIn("400", "403");
            assertThat(answer).doesNotContain("\"reward\"");
        }
    }

    @Test
    void anotherHostIsRefused() throws Exception {
        try (Served served = start()) {
            String bytes = request(served, "{\"final_response\":\"a\",\"answer\":\"a\"}", JSON, CLOSE)
                    .replaceFirst("Host: [^\r]*", "Host: 127.evil.com");
            assertThat(status(exchange(served, bytes, Integer.MAX_VALUE))).isEqualTo("403");
        }
    }

    @Test
    void everyFormOfTheTokenIsLookedAt() throws Exception {
        try (Served served = start(new ClientToken("one", TOKEN))) {
            String record = "{\"final_response\":\"a\",\"answer\":\"a\"}";
            for (String shown : List.of(
                    "Authorization: Bearer " + TOKEN,
                    "X-API-Key: " + TOKEN,
                    "Authorization: Basic "
                            + java.util.Base64.getEncoder()
                                    .encodeToString(("any:" + TOKEN).getBytes(StandardCharsets.UTF_8)))) {
                assertThat(status(exchange(served, request(served, record, JSON, shown, CLOSE), Integer.MAX_VALUE)))
                        .as(shown)
                        .isEqualTo("200");
            }
            for (String shown : List.of("X-None: 1", "Authorization: Bearer " + TOKEN + "x", "X-API-Key: wrong")) {
                assertThat(status(exchange(served, request(served, record, JSON, shown, CLOSE), Integer.MAX_VALUE)))
                        .as(shown)
                        .isEqualTo("401");
            }
        }
    }
}
