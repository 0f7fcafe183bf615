package dev.guerdon.browser.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.browser.PageServer;
import dev.guerdon.browser.network.ProxySession.Way;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardProxyTest {

    private final ForwardProxy proxy = ForwardProxy.start();
    private PageServer site;
    private ProxySession pass;

    @BeforeEach
    void open() throws IOException {
        site = new PageServer();
        site.page("page", "the page");
        WebRules rules = new WebRules(Set.of("site.localhost:" + site.port()), WebAddress::lookUp);
        pass = proxy.admit(new Way(() -> rules, null, null, "", false));
        pass.endSetup();
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        site.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(
                InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
                URI.create(proxy.address()).getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private String exchange(String request) throws IOException {
        try (Socket socket = connect()) {
            send(socket, request);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String credentials(String user, String password) {
        String encoded = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return "Proxy-Authorization: Basic " + encoded + "\r\n";
    }

    private String mine() {
        return credentials(pass.user(), pass.password());
    }

    private String get(String host, String headers) {
        return "GET http://" + host + "/page HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "\r\n";
    }

    @Test
    void whatTheRulesAllowIsPassedOn() throws IOException {
        String answer = exchange(get("site.localhost:" + site.port(), mine()));
        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .contains("Connection: close")
                .endsWith("the page");
    }

    @Test
    void aTunnelCarriesBytesBothWays() throws IOException {
        String host = "site.localhost:" + site.port();
        try (Socket socket = connect()) {
            send(socket, "CONNECT " + host + " HTTP/1.1\r\nHost: " + host + "\r\n" + mine() + "\r\n");
            InputStream in = socket.getInputStream();
            assertThat(HttpHead.read(in)).map(HttpHead::first).contains("HTTP/1.1 200 Connection established");
            send(socket, "GET /page HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
            assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
                    .endsWith("the page");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "localhost", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254", "10.0.0.1"
            })
    void whatTheRulesRefuseIsExplainedAndNotConnectedTo(String host) throws IOException {
        String answer = exchange(get(host + ":" + site.port(), mine()));
        assertThat(answer).startsWith("HTTP/1.1 403").contains("Guerdon did not open", "not public");
        String tunnel = exchange("CONNECT " + host + ":" + site.port() + " HTTP/1.1\r\n" + mine() + "\r\n");
        assertThat(tunnel).startsWith("HTTP/1.1 403");
    }

    @Test
    void withoutThePassNothingIsReached() throws IOException {
        String host = "site.localhost:" + site.port();
        for (String headers : new String[] {
            "",
            credentials(pass.user(), "wrong"),
            credentials("nobody", pass.password()),
            "Proxy-Authorization: Basic ???\r\n",
            "Proxy-Authorization: Bearer " + pass.password() + "\r\n"
        }) {
            assertThat(exchange(get(host, headers))).startsWith("HTTP/1.1 407").contains("Proxy-Authenticate: Basic");
        }
    }

    @Test
    void aPassEndsWithItsEpisodeAndItsConnectionsWithIt() throws IOException {
        String host = "site.localhost:" + site.port();
        try (Socket socket = connect()) {
            send(socket, "CONNECT " + host + " HTTP/1.1\r\n" + mine() + "\r\n");
            assertThat(HttpHead.read(socket.getInputStream())).isPresent();
            pass.close();
            assertThat(socket.getInputStream().read())
                    .as("the tunnel is closed")
                    .isEqualTo(-1);
        }
        assertThat(exchange(get(host, mine()))).startsWith("HTTP/1.1 407");
    }

    @Test
    void hostThatATaskOpensFirstIsOpenToItsEpisodeAlone() throws IOException {
        ProxySession fresh = proxy.admit(new Way(WebRules::standard, null, null, "", false));
        String mine = credentials(fresh.user(), fresh.password());
        String here = "127.0.0.1:" + site.port();
        assertThat(exchange(get(here, mine))).startsWith("HTTP/1.1 200");
        assertThat(exchange(get("localhost:" + site.port(), mine)))
                .as("another host, while the task still sets up")
                .startsWith("HTTP/1.1 403");
        fresh.endSetup();
        assertThat(exchange(get(here, mine))).startsWith("HTTP/1.1 200");
        assertThat(exchange(get("127.0.0.1:1", mine)))
                .as("another port of that host")
                .startsWith("HTTP/1.1 403");
        ProxySession late = proxy.admit(new Way(WebRules::standard, null, null, "", false));
        late.endSetup();
        assertThat(exchange(get(here, credentials(late.user(), late.password()))))
                .as("opened by the agent, not by the task")
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void onePassOpensNothingOfAnother() throws IOException {
        ProxySession other = proxy.admit(new Way(WebRules::standard, null, null, "", false));
        other.endSetup();
        String host = "site.localhost:" + site.port();
        assertThat(exchange(get(host, credentials(other.user(), other.password()))))
                .startsWith("HTTP/1.1 403");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /page HTTP/1.1\r\n",
                "GET https://example.org/ HTTP/1.1\r\n",
                "GET ftp://example.org/ HTTP/1.1\r\n",
                "nonsense\r\n",
                "GET  HTTP/1.1\r\n"
            })
    void requestThatIsNotForAProxyIsRefused(String line) throws IOException {
        assertThat(exchange(line + mine() + "\r\n")).startsWith("HTTP/1.1 400");
    }

    @Test
    void headersWithoutEndAreGivenUp() throws IOException {
        try (Socket socket = connect()) {
            byte[] many = "x".repeat(1 << 16).getBytes(StandardCharsets.ISO_8859_1);
            try {
                for (int i = 0; i < 64; i++) {
                    socket.getOutputStream().write(many);
                }
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            } catch (IOException e) {
                assertThat(e).hasMessageMatching("(?i).*(reset|pipe|abort|closed).*");
            }
        }
    }

    @Test
    void bodyOfARequestArrivesWhole() throws IOException {
        String body = "b".repeat(300_000);
        site.page(
                "echo.txt",
                exchange -> new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1).length()
                        + " bytes");
        String host = "site.localhost:" + site.port();
        String answer = exchange("POST http://" + host + "/echo.txt HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: "
                + body.length() + "\r\n" + mine() + "\r\n" + body);
        assertThat(answer).endsWith("300000 bytes");
    }
}
