package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.driver.SessionOptions.Waiting;
import dev.guerdon.browser.network.TrafficMode;
import dev.guerdon.core.spi.HttpTraffic;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Browser traffic that is recorded, and replayed when the servers are gone. */
class TapedPagesTest {

    private PageServer server;

    @TempDir
    private Path folder;

    @BeforeEach
    void serve() throws IOException {
        Chromium.require();
        server = new PageServer();
    }

    @AfterEach
    void end() throws IOException {
        server.close();
    }

    private HttpTraffic.Session record(boolean inClear) {
        return new TrafficMode()
                .begin(new HttpTraffic.Wish(Optional.of(folder.resolve("tape")), Optional.empty(), true, inClear));
    }

    private HttpTraffic.Session replay() {
        return new TrafficMode()
                .begin(new HttpTraffic.Wish(Optional.empty(), Optional.of(folder.resolve("tape")), true, false));
    }

    /** What the steps show, one after the other. */
    private static List<String> play(String url, Map<String, String> more, String... actions) {
        BrowserProvider provider = new BrowserProvider(InstalledPrograms.thisOne());
        Map<String, String> options = new LinkedHashMap<>(more);
        options.put("url", url);
        try (BrowserEnvironment environment = (BrowserEnvironment) provider.open(options)) {
            return play(environment, provider.task(options), actions);
        }
    }

    private static List<String> play(BrowserEnvironment environment, Task task, String... actions) {
        List<String> seen = new ArrayList<>();
        seen.add(told(environment.reset(task)));
        for (String action : actions) {
            seen.add(told(environment.step(action)));
        }
        return seen;
    }

    /** The same with a browser that soon gives up a page that does not answer. */
    private static List<String> playWithoutPatience(String url, String action) {
        Duration most = Duration.ofSeconds(3);
        BrowserSettings settings = BrowserSettings.standard()
                .withWaiting(
                        new Waiting(null, Duration.ofMillis(30), Duration.ofMillis(500), Duration.ofSeconds(3), most))
                .withNeeds(needs -> needs.withTimeoutMillis((double) most.toMillis()));
        try (BrowserEnvironment environment = new BrowserEnvironment(task -> new OpenEndedTask(url, ""), settings)) {
            return play(environment, Task.of("t", "", Map.of()), action);
        }
    }

    private static String told(Step step) {
        Map<String, ?> attributes = step.observation().attributes();
        return attributes.get("url") + "\n" + attributes.get("axtree_txt") + "\n" + attributes.get("last_action_error");
    }

    private String everythingKept() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder.resolve("tape"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    private void serveSite() {
        AtomicInteger visits = new AtomicInteger();
        server.page("start", exchange -> {
            exchange.getResponseHeaders().add("Set-Cookie", "session=of-ann-1234; Path=/; HttpOnly");
            return "<h1>start</h1>";
        });
        server.page("count", exchange -> "<h1>visit " + visits.incrementAndGet() + "</h1>");
        server.page("moved", exchange -> {
            exchange.getResponseHeaders().set("Location", "/count");
            exchange.sendResponseHeaders(302, -1);
            return "";
        });
        server.page("data.json", exchange -> {
            String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            return "{\"echo\": \"" + sent + "\"}";
        });
        server.page("post", """
            <h1 id=out>waiting</h1>
            <script>
              const ask = (body) => fetch('data.json', { method: 'POST', body }).then((a) => a.json());
              Promise.all([ask('one'), ask('two')]).then((all) => { out.textContent = all.map((a) => a.echo).join(' '); });
            </script>\
            """);
    }

    @Test
    void pagesRedirectsAndPostsComeAgainInTheirOrder() throws Exception {
        serveSite();
        String[] actions = {
            "goto('" + server.url("count") + "')",
            "goto('" + server.url("count") + "')",
            "goto('" + server.url("moved") + "')",
            "goto('" + server.url("post") + "')",
            "goto('" + server.url("missing") + "')"
        };
        List<String> recorded;
        try (HttpTraffic.Session session = record(false)) {
            assertThat(session).isNotNull();
            recorded = play(server.url("start"), Map.of("addresses", "public"), actions);
        }
        assertThat(recorded.get(1)).contains("visit 1");
        assertThat(recorded.get(2)).contains("visit 2");
        assertThat(recorded.get(3)).contains(server.url("count")).contains("visit 3");
        assertThat(recorded.get(4)).contains("one two");
        server.close();
        try (HttpTraffic.Session session = replay()) {
            assertThat(session).isNotNull();
            assertThat(play(server.url("start"), Map.of("addresses", "public"), actions))
                    .isEqualTo(recorded);
            assertThat(play(server.url("start"), Map.of(), "goto('http://never.example/page')")
                            .getLast())
                    .contains("was not recorded")
                    .contains("asks nothing of the network");
        }
    }

    @Test
    void cookiesAreHiddenUnlessTheUserSaysOtherwise() throws Exception {
        serveSite();
        try (HttpTraffic.Session session = record(false)) {
            assertThat(session).isNotNull();
            play(server.url("start"), Map.of());
        }
        assertThat(everythingKept())
                .contains("session=hidden-by-guerdon; Path=/; HttpOnly")
                .doesNotContain("of-ann-1234");
        try (HttpTraffic.Session session = record(true)) {
            assertThat(session).isNotNull();
            play(server.url("start"), Map.of());
        }
        assertThat(everythingKept()).contains("of-ann-1234");
    }

    @Test
    void pagesOverHttpsAreRecordedAndTheProxyChecksTheirCertificates() throws Exception {
        HttpsServer secure = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(selfSigned()));
        secure.createContext("/", exchange -> {
            try (exchange) {
                byte[] page = "<h1>behind the lock</h1>".getBytes(StandardCharsets.US_ASCII);
                exchange.getResponseHeaders().set("Content-Type", "text/html");
                exchange.sendResponseHeaders(200, 0); // In chunks.
                exchange.getResponseBody().write(page);
            }
        });
        secure.start();
        String url = "https://site.localhost:" + secure.getAddress().getPort() + "/";
        List<String> recorded;
        try (HttpTraffic.Session session = record(false)) {
            assertThat(session).isNotNull();
            assertThat(play(url, Map.of()).getFirst())
                    .contains("No secure connection")
                    .doesNotContain("behind the lock");
            recorded = play(url, Map.of("ignore-https-errors", "true", "locale", "en-US"), "goto('" + url + "two')");
        } finally {
            secure.stop(0);
        }
        assertThat(recorded).allSatisfy(page -> assertThat(page).contains("behind the lock"));
        try (HttpTraffic.Session session = replay()) {
            assertThat(session).isNotNull();
            List<String> replayed = play(url, Map.of(), "goto('" + url + "two')");
            assertThat(replayed.getFirst()).contains("No secure connection"); // The first time it was so.
            assertThat(replayed.getLast()).isEqualTo(recorded.getLast());
        }
    }

    @Test
    @Tag("slow")
    void aPageThatWasGivenUpIsGivenUpAgain() throws Exception {
        server.page("start", "<h1>start</h1>");
        java.util.concurrent.CountDownLatch over = new java.util.concurrent.CountDownLatch(1);
        server.page("never", exchange -> {
            over.await();
            return "late";
        });
        String action = "goto('" + server.url("never") + "')";
        List<String> recorded;
        try (HttpTraffic.Session session = record(false)) {
            assertThat(session).isNotNull();
            recorded = playWithoutPatience(server.url("start"), action);
        }
        assertThat(recorded.getLast()).contains("did not answer");
        over.countDown();
        server.close();
        try (HttpTraffic.Session session = replay()) {
            assertThat(session).isNotNull();
            assertThat(playWithoutPatience(server.url("start"), action)).isEqualTo(recorded);
        }
    }

    private static SSLContext selfSigned() throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        char[] password = "unsecret".toCharArray();
        try (InputStream in =
                Objects.requireNonNull(TapedPagesTest.class.getResourceAsStream("/tls/self-signed.p12"))) {
            keys.load(in, password);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), null, null);
        return context;
    }
}
