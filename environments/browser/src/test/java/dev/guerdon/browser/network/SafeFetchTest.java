package dev.guerdon.browser.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guerdon.api.Context;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.browser.network.SafeFetch.FetchException;
import dev.guerdon.browser.network.SafeFetch.FetchException.Kind;
import dev.guerdon.browser.network.SafeFetch.Fetched;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class SafeFetchTest {

    private static final InetAddress LOOPBACK = WebRulesTest.address("127.0.0.1");

    /** Writes an answer to a connection, byte by byte as it likes. */
    private interface Answer {
        void write(OutputStream out) throws Exception;
    }

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile Answer answer = out -> {};
    private ServerSocket server;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, LOOPBACK);
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try {
                    Socket socket = server.accept();
                    Thread.ofVirtual().start(() -> serve(socket));
                } catch (IOException e) {
                    return;
                }
            }
        });
    }

    private void serve(Socket socket) {
        try (socket) {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int c = socket.getInputStream().read();
                if (c < 0) {
                    return;
                }
                head.append((char) c);
            }
            requests.add(head.toString());
            answer.write(socket.getOutputStream());
            socket.getOutputStream().flush();
        } catch (Exception e) {
            // The client went away, which is what some tests are about.
        }
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private String url(String path) {
        return "http://site.localhost:" + server.getLocalPort() + path;
    }

    private WebRules rules() {
        return new WebRules(Set.of("site.localhost:" + server.getLocalPort()), WebAddress::lookUp);
    }

    private SafeFetch fetch() {
        return new SafeFetch(rules(), Duration.ofSeconds(5), 10_000, 3);
    }

    private void answers(String text) {
        answer = out -> out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private Kind failure(SafeFetch fetch, String url) {
        return catchThrowableOfType(FetchException.class, () -> fetch.get(url, "*/*"))
                .kind();
    }

    @Test
    void bodyComesByLengthInChunksOrUntilTheEnd() {
        answers("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n\u00e4\u00f6rest");
        assertThat(fetch().get(url("/a?b=c d"), "text/plain"))
                .isEqualTo(new Fetched(url("/a?b=c%20d"), 200, "text/plain", "\u00e4\u00f6"));
        assertThat(requests.getFirst())
                .startsWith("GET /a?b=c%20d HTTP/1.1\r\n")
                .contains("\r\nHost: site.localhost:" + server.getLocalPort() + "\r\n", "\r\nAccept: text/plain\r\n")
                .doesNotContainIgnoringCase("cookie", "authorization");
        answers(String.join(
                "\r\n",
                "HTTP/1.1 103 Early",
                "",
                "HTTP/1.1 200 OK",
                "Transfer-Encoding: chunked",
                "",
                "3;x=y",
                "one",
                "3",
                "two",
                "0",
                "",
                ""));
        assertThat(fetch().get(url("/"), "*/*").body()).isEqualTo("onetwo");
        answers("HTTP/1.0 404 Gone\r\nContent-Type: text/plain; charset=ISO-8859-1\r\n\r\nall of it");
        assertThat(fetch().get(url("/"), "*/*")).returns(404, Fetched::status).returns("all of it", Fetched::body);
    }

    @Test
    void redirectIsFollowedWithinTheRules() {
        AtomicInteger hops = new AtomicInteger();
        answer = out -> out.write((hops.incrementAndGet() == 1
                        ? "HTTP/1.1 302 Found\r\nLocation: ../second?x=1\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                .getBytes(StandardCharsets.US_ASCII));
        assertThat(fetch().get(url("/first/page"), "*/*").url()).isEqualTo(url("/second?x=1"));
    }

    @Test
    void redirectOutOfTheRulesIsRefused() {
        List<String> locations = List.of(
                "http://127.0.0.1/",
                "//localhost/",
                "http://169.254.169.254/latest",
                "file:///etc/passwd",
                "http://user@site.localhost/",
                "http://user:secret@site.localhost/",
                "http://[::1]/",
                "http://[::]/",
                "http://[::ffff:127.0.0.1]/",
                "http://[::ffff:7f00:1]/",
                "http://[64:ff9b::a9fe:a9fe]/",
                "http://[fe80::1]/",
                "http://[fd00:ec2::254]/",
                "http://10.0.0.1/",
                "http://192.168.1.1/",
                "http://0x7f.1/",
                "http://2130706433/");
        for (String location : locations) {
            answers("HTTP/1.1 301 Moved\r\nLocation: " + location + "\r\n\r\n");
            assertThat(failure(fetch(), url("/"))).as(location).isEqualTo(Kind.BLOCKED);
        }
        assertThat(requests).hasSameSizeAs(locations);
    }

    @Test
    void endlessRedirectEnds() {
        answers("HTTP/1.1 307 Again\r\nLocation: /\r\n\r\n");
        assertThat(failure(fetch(), url("/"))).isEqualTo(Kind.ANSWER);
        assertThat(requests).hasSize(4);
    }

    @Test
    void nameThatChangesItsAddressAfterTheCheckGainsNothing() {
        AtomicInteger lookups = new AtomicInteger();
        WebRules.Resolver rebinding = host ->
                new InetAddress[] {lookups.incrementAndGet() == 1 ? WebRulesTest.address("192.0.2.1") : LOOPBACK};
        // The first answer is refused; nobody asks a second time and then connects to what it says.
        SafeFetch fetch = new SafeFetch(new WebRules(Set.of(), rebinding), Duration.ofSeconds(2), 100, 0);
        assertThat(failure(fetch, "http://rebind.example:" + server.getLocalPort() + "/"))
                .isEqualTo(Kind.BLOCKED);
        assertThat(lookups).hasValue(1);

        AtomicInteger later = new AtomicInteger();
        WebRules.Resolver allowedFirst = host -> {
            later.incrementAndGet();
            return new InetAddress[] {LOOPBACK};
        };
        answers("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        WebRules named = new WebRules(Set.of("pinned.example"), allowedFirst);
        new SafeFetch(named, Duration.ofSeconds(2), 100, 0)
                .get("http://pinned.example:" + server.getLocalPort() + "/", "*/*");
        assertThat(later).hasValue(1);
        assertThat(requests.getLast()).contains("Host: pinned.example:");
    }

    @Test
    void nameIsJudgedAgainAtEachRedirect() {
        // The second lookup leads into the local network, at a port that is not allowed by name.
        AtomicInteger lookups = new AtomicInteger();
        WebRules.Resolver rebinding = host ->
                new InetAddress[] {lookups.incrementAndGet() == 1 ? LOOPBACK : WebRulesTest.address("10.1.2.3")};
        WebRules named = new WebRules(Set.of("turn.example:" + server.getLocalPort()), rebinding);
        answers("HTTP/1.1 302 Found\r\nLocation: http://turn.example/\r\n\r\n");
        SafeFetch fetch = new SafeFetch(named, Duration.ofSeconds(5), 100, 3);
        assertThat(failure(fetch, "http://turn.example:" + server.getLocalPort() + "/"))
                .isEqualTo(Kind.BLOCKED);
        assertThat(lookups).hasValue(2);
        assertThat(requests).hasSize(1);
    }

    @Test
    void nameWithOneAddressThatIsNotPublicIsRefused() {
        WebRules.Resolver mixed =
                host -> new InetAddress[] {WebRulesTest.address("93.184.215.14"), WebRulesTest.address("::1")};
        SafeFetch fetch = new SafeFetch(new WebRules(Set.of(), mixed), Duration.ofSeconds(2), 100, 0);
        assertThat(failure(fetch, "http://mixed.example:" + server.getLocalPort() + "/"))
                .isEqualTo(Kind.BLOCKED);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only there all of 127.0.0.0/8 is this machine")
    void secondAddressIsTriedWhereNobodyListensAtTheFirst() {
        WebRules.Resolver two = host -> new InetAddress[] {WebRulesTest.address("127.0.0.2"), LOOPBACK};
        WebRules named = new WebRules(Set.of("two.example"), two);
        answers("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(new SafeFetch(named, Duration.ofSeconds(5), 100, 0)
                        .get("http://two.example:" + server.getLocalPort() + "//x/../y?a=%7C", "*/*")
                        .body())
                .isEqualTo("ok");
        assertThat(requests).singleElement().asString().startsWith("GET //");
    }

    @Test
    void proxiesThatTheJvmIsToldToUseAreNotUsed() {
        Map<String, String> told = Map.of(
                "http.proxyHost", "127.0.0.1",
                "http.proxyPort", "1",
                "http.nonProxyHosts", "none.example",
                "socksProxyHost", "127.0.0.1",
                "socksProxyPort", "1",
                "socksNonProxyHosts", "none.example");
        Map<String, Optional<String>> before = new HashMap<>();
        told.forEach((name, value) -> before.put(name, Optional.ofNullable(System.setProperty(name, value))));
        try {
            answers("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            assertThat(fetch().get(url("/"), "*/*").body()).isEqualTo("ok");
            assertThat(requests).singleElement().asString().startsWith("GET / HTTP/1.1\r\n");
        } finally {
            before.forEach((name, value) ->
                    value.ifPresentOrElse(old -> System.setProperty(name, old), () -> System.clearProperty(name)));
        }
    }

    @Test
    void nothingButTheRequestIsSent() {
        AtomicInteger hops = new AtomicInteger();
        answer = out -> out.write((hops.incrementAndGet() == 1
                        ? "HTTP/1.1 302 Found\r\nSet-Cookie: a=b\r\nLocation: /next\r\n\r\n"
                        : "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 2\r\n\r\nno")
                .getBytes(StandardCharsets.US_ASCII));
        assertThat(fetch().get(url("/"), "*/*").status()).isEqualTo(401);
        assertThat(requests).hasSize(2);
        assertThat(requests.getLast().lines().map(line -> line.replaceFirst(":.*", "")))
                .containsExactlyInAnyOrder(
                        "GET /next HTTP/1.1", "Host", "Accept", "Accept-Encoding", "User-Agent", "Connection", "");
    }

    @Test
    void largeBodiesAreRefusedEarly() {
        answers("HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n");
        assertThat(failure(fetch(), url("/"))).isEqualTo(Kind.TOO_LARGE);
        byte[] junk = new byte[4096];
        answer = out -> {
            out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 100_000; i++) {
                out.write(junk);
            }
        };
        assertThat(failure(fetch(), url("/"))).isEqualTo(Kind.TOO_LARGE);
        answer = out -> {
            out.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 100_000; i++) {
                out.write("1000\r\n".getBytes(StandardCharsets.US_ASCII));
                out.write(junk);
                out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            }
        };
        assertThat(failure(fetch(), url("/"))).isEqualTo(Kind.TOO_LARGE);
    }

    @Test
    void endlessHeadersAndNonsenseAreRefused() {
        answer = out -> {
            out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 100_000; i++) {
                out.write(("X-" + i + ": y\r\n").getBytes(StandardCharsets.US_ASCII));
            }
        };
        assertThat(failure(fetch(), url("/"))).isEqualTo(Kind.ANSWER);
        for (String nonsense : List.of(
                "SSH-2.0-OpenSSH\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok")) {
            answers(nonsense);
            assertThat(failure(fetch(), url("/"))).as(nonsense).isEqualTo(Kind.ANSWER);
        }
        answers("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort");
        assertThat(failure(fetch(), url("/"))).isEqualTo(Kind.NETWORK);
    }

    @Test
    void slowServersAreLeftWhenTheTimeForTheWholeExchangeIsUp() {
        SafeFetch hasty = new SafeFetch(rules(), Duration.ofMillis(300), 10_000, 3);
        answer = out -> {
            for (int i = 0; i < 10_000; i++) {
                out.write('H');
                out.flush();
                Thread.sleep(20);
            }
        };
        long start = System.nanoTime();
        assertThat(failure(hasty, url("/"))).isEqualTo(Kind.TIMEOUT);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
        WebRules sleepy = new WebRules(Set.of(), host -> {
            try {
                Thread.sleep(5_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new InetAddress[0];
        });
        assertThat(failure(new SafeFetch(sleepy, Duration.ofMillis(100), 10, 0), "http://slow.example/"))
                .isEqualTo(Kind.TIMEOUT);
    }

    @Test
    void toolGivesJsonOrTheErrorInWords() {
        answers("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{\"a\":1}");
        assertThat(FetchTools.fetchJson(fetch(), url("/")).text()).isEqualTo("{\"a\":1}");
        answers("HTTP/1.1 500 Oops\r\nContent-Length: 7\r\n\r\nno\n luck");
        assertThat(FetchTools.fetchJson(fetch(), url("/")).info()).containsEntry("error", "HTTP status 500: no luc");
        answers("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>");
        assertThat(FetchTools.fetchJson(fetch(), url("/")).text()).contains("not JSON");
        ToolOutcome refused =
                new FetchTools(WebRules::standard).fetchJson(Context.detached(Map.of()), "http://169.254.169.254/");
        assertThat(refused.text()).startsWith("Error: 169.254.169.254 is at").contains("metadata");
        assertThat(refused.info()).containsEntry("blocked", true);
        assertThatThrownBy(() -> fetch().get("ftp://x/", "*/*")).hasMessage("expected http or https, found 'ftp'");
    }

    @Test
    void rulesThatCannotBeMadeAreNoAnswerOfTheSite() {
        FetchTools tools = new FetchTools(() -> {
            throw new GuerdonException("a source of tasks does not know its hosts");
        });
        assertThatThrownBy(() -> tools.fetchJson(Context.detached(Map.of()), "http://site.example/"))
                .hasMessage("a source of tasks does not know its hosts");
    }
}
