package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.guerdon.api.Step;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users ask of the browser, as pages in a real Chromium see it. */
class UserOptionsTest {

    private static final String TELLING = """
        <h1 id=told>nothing</h1>
        <script>
          const tell = (place) => { told.textContent = [navigator.userAgent, navigator.language,
              Intl.DateTimeFormat().resolvedOptions().timeZone, place, document.cookie,
              localStorage.getItem('name')].join(' | '); };
          tell('nowhere');
          navigator.geolocation.getCurrentPosition(
              (at) => tell(at.coords.latitude + ' ' + at.coords.longitude), () => tell('refused'));
        </script>\
        """;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static PageServer server;

    @BeforeAll
    static void serve() throws IOException {
        Chromium.require();
        server = new PageServer();
        server.page("telling", TELLING);
    }

    @AfterAll
    static void end() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    /** Options by name and value; the address is added. */
    private static Map<String, String> options(String url, String... namesAndValues) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("url", url);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            options.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return options;
    }

    private static BrowserEnvironment open(Map<String, String> options) {
        return (BrowserEnvironment) new BrowserProvider(InstalledPrograms.thisOne()).open(options);
    }

    private static Step reset(BrowserEnvironment environment, Map<String, String> options) {
        return environment.reset(new BrowserProvider(InstalledPrograms.thisOne()).task(options));
    }

    /** What the page says after it was opened with these options. */
    private static String told(Map<String, String> options) {
        try (BrowserEnvironment environment = open(options)) {
            return text(reset(environment, options));
        }
    }

    private static String text(Step step) {
        return String.valueOf(step.observation().attributes().get("axtree_txt"));
    }

    private static String error(Step step) {
        return String.valueOf(step.observation().attributes().get("last_action_error"));
    }

    private static String bid(Step step, String named) {
        String line = text(step)
                .lines()
                .filter(one -> one.contains(named))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + named + " in " + text(step)));
        return line.substring(line.indexOf('[') + 1, line.indexOf(']'));
    }

    @Test
    void pagesSeeTheUserAgentTheLocaleTheTimeZoneAndThePlace() {
        assertThat(told(options(
                        server.url("telling"),
                        "user-agent",
                        "Guerdon/7 (a test)",
                        "locale",
                        "de-AT",
                        "timezone",
                        "Asia/Tokyo",
                        "geolocation",
                        "48.25,16.5")))
                .contains("Guerdon/7 (a test) | de-AT | Asia/Tokyo | 48.25 16.5 |");
        assertThat(told(options(server.url("telling")))).contains("Chrome/").contains(" | refused | ");
    }

    @Test
    void theServerSeesTheUserAgentToo() {
        AtomicReference<String> seen = new AtomicReference<>("");
        server.page("agent", exchange -> {
            seen.set(String.valueOf(exchange.getRequestHeaders().getFirst("User-Agent")));
            return "<p>thanks</p>";
        });
        told(options(server.url("agent"), "user-agent", "Guerdon/8"));
        assertThat(seen).hasValue("Guerdon/8");
    }

    @Test
    void aSessionIsSavedAndTakenUpAgain(@TempDir Path folder) throws IOException {
        server.page(
                "login",
                "<script>document.cookie = 'session=of-ann; max-age=3600'; localStorage.setItem('name',"
                        + " 'Ann')</script>in");
        Path state = folder.resolve("new").resolve("state.json");
        told(options(server.url("login"), "save-storage-state", state.toString()));
        assertThat(JsonCodec.read(Files.readString(state), "state")
                        .get("cookies")
                        .asList())
                .hasSize(1);
        if (Files.getFileAttributeView(state, PosixFileAttributeView.class) != null) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
                    .isEqualTo("rw-------");
        }
        assertThat(told(options(server.url("telling"), "storage-state", state.toString())))
                .contains("session=of-ann | Ann");
        assertThat(told(options(server.url("telling")))).doesNotContain("of-ann");
    }

    @Test
    void aStateThatIsNoneIsRefusedBeforeTheFirstPage(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("state.json"), "{\"cookies\": 7}");
        assertThatThrownBy(() -> open(options("about:blank", "storage-state", file.toString())))
                .isInstanceOf(BrowserException.class)
                .hasMessageContaining("storage_state")
                .hasMessageContaining(file.toString());
        assertThatThrownBy(() -> open(options("about:blank", "storage-state", folder + "/missing")))
                .hasMessageContaining("no file at");
    }

    @Test
    void aPageWithACertificateOfItsOwnOpensWhereTheUserSaysSo() throws Exception {
        HttpsServer secure = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(selfSigned()));
        secure.createContext("/", exchange -> {
            try (exchange) {
                byte[] page = "<h1>behind the lock</h1>".getBytes(StandardCharsets.US_ASCII);
                exchange.getResponseHeaders().set("Content-Type", "text/html");
                exchange.sendResponseHeaders(200, page.length);
                exchange.getResponseBody().write(page);
            }
        });
        secure.start();
        try {
            String url = "https://site.localhost:" + secure.getAddress().getPort() + "/";
            assertThat(told(options(url, "ignore-https-errors", "true"))).contains("behind the lock");
            assertThatThrownBy(() -> told(options(url))).hasMessageContaining("ERR_CERT");
        } finally {
            secure.stop(0);
        }
    }

    private static SSLContext selfSigned() throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        char[] password = "unsecret".toCharArray();
        try (InputStream in =
                Objects.requireNonNull(UserOptionsTest.class.getResourceAsStream("/tls/self-signed.p12"))) {
            keys.load(in, password);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), null, null);
        return context;
    }

    @Test
    @Tag("slow")
    void demoModeShowsTheElementAndLeavesNothingBehind() {
        server.page("demo", """
            <button onclick="out.textContent = seen.join(' ')">Press</button><input aria-label=Name>
            <div style="position:relative"><button id=low>Low</button>
            <div style="position:absolute;inset:0;background:white">covers</div></div>
            <h1 id=out>nothing</h1>
            <script>
              const seen = [];
              new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => {
                if (node.getAttribute?.('data-guerdon-demo')) {
                  seen.push(node.getAttribute('data-guerdon-demo') + ':' + node.style.outlineColor);
                } }))).observe(document.documentElement, { childList: true });
            </script>\
            """);
        Map<String, String> options = options(server.url("demo"), "demo", "default");
        try (BrowserEnvironment environment = open(options)) {
            Step first = reset(environment, options);
            Step pressed = environment.step("click('" + bid(first, "button 'Press'") + "')");
            assertThat(error(pressed)).isEmpty();
            assertThat(text(pressed)).contains("heading 'cursor: box:blue'");
            environment.step("click('" + bid(pressed, "button 'Low'") + "')");
            Step again = environment.step("click('" + bid(pressed, "button 'Press'") + "')");
            assertThat(text(again)).contains("box:red cursor: box:blue'");
            Step filled = environment.step("fill('" + bid(again, "textbox 'Name'") + "', 'Ann Lee')");
            assertThat(error(filled)).isEmpty();
            assertThat(text(filled)).contains("value='Ann Lee'").doesNotContain("guerdon-demo");
        }
        assertThat(told(options(server.url("demo")))).contains("nothing");
    }

    @Test
    void slowMotionWaitsBeforeEachCall() {
        Map<String, String> options = options(server.url("telling"), "slow-mo", "300");
        try (BrowserEnvironment environment = open(options)) {
            reset(environment, options);
            long begin = System.nanoTime();
            assertThat(error(environment.step("scroll(0, 10) scroll(0, 10) scroll(0, 10)")))
                    .isEmpty();
            assertThat((System.nanoTime() - begin) / 1_000_000).isGreaterThanOrEqualTo(900);
        }
    }

    @Test
    void strictReadingTakesNothingButCalls() {
        Map<String, String> strict = options(server.url("telling"), "strict", "true");
        try (BrowserEnvironment environment = open(strict)) {
            reset(environment, strict);
            assertThat(error(environment.step("I wait. noop(0)"))).isNotEmpty();
            assertThat(error(environment.step("noop(0)"))).isEmpty();
        }
    }

    @Test
    void anEpisodeGoesOnAfterInfeasibleWhereTheUserSaysSo() {
        Map<String, String> on = options(server.url("telling"), "terminate-on-infeasible", "false");
        try (BrowserEnvironment environment = open(on)) {
            reset(environment, on);
            assertThat(environment.step("report_infeasible('no way')").done()).isFalse();
        }
        Map<String, String> usual = options(server.url("telling"));
        try (BrowserEnvironment environment = open(usual)) {
            reset(environment, usual);
            assertThat(environment.step("report_infeasible('no way')").done()).isTrue();
        }
    }

    @Test
    void anArgumentReachesChromium() {
        server.page(
                "gc", "<h1 id=a></h1><script>a.textContent = 'gc ' + typeof gc + ' ' + typeof WebTransport</script>");
        assertThat(told(options(server.url("gc")))).contains("gc undefined");
        assertThat(told(options(
                        server.url("gc"), "chromium-args", "--js-flags=--expose-gc --disable-blink-features=Badging")))
                .contains("gc function");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--proxy-server=http://127.0.0.1:1",
                "--no-proxy-server",
                "--PROXY-bypass-list=*",
                "--proxy-pac-url=data:,",
                "--host-resolver-rules=MAP",
                "--host-rules=MAP",
                "--force-webrtc-ip-handling-policy=default",
                "--enable-quic",
                "--origin-to-force-quic-on=a:443",
                "--enable-blink-features=WebTransport",
                "--enable-features=DirectSockets",
                "--enable-experimental-web-platform-features",
                "--remote-debugging-port=9222",
                "--load-extension=/x",
                "--disable-web-security",
                "--allow-file-access-from-files",
                "--no-sandbox",
                "--renderer-cmd-prefix=sh",
                "--user-data-dir=/x",
                "--ignore-certificate-errors",
                "--unsafely-treat-insecure-origin-as-secure=http://a",
                "-proxy-server=x",
                "https://example.org",
                "--lang=en --no-proxy-server"
            })
    void argumentsThatUndoTheRulesOfTheNetworkAreRefused(String argument) {
        assertThatThrownBy(() -> open(options("about:blank", "chromium-args", argument)))
                .isInstanceOf(BrowserException.class)
                .hasMessageContaining("of Chromium");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "geolocation;91,0;LAT,LON",
                "geolocation;here;LAT,LON",
                "geolocation;NaN,1;LAT,LON",
                "timezone;Mars/Olympus;America/New_York",
                "locale;en_US;en-US",
                "user-agent;a\tb;printable",
                "slow-mo;-1;MILLIS",
                "demo;loud;all_blue",
                "proxy;socks5://a:1;http://HOST:PORT",
                "proxy;http://a;no port",
                "proxy;http://me:secret@a;no port",
                "proxy-lookup;there;here|proxy",
                "video;mp4;webm",
                "har;yes;true|false",
                "headless;maybe;true|false",
                "strict;1;true|false"
            })
    void aWrongValueIsToldWithWhatIsExpected(String name, String value, String expected) {
        assertThatThrownBy(() -> open(options("about:blank", name, value)))
                .isInstanceOf(BrowserException.class)
                .hasMessageContaining(expected)
                .hasMessageNotContaining("secret");
    }

    @Test
    void aVisibleBrowserWithoutAScreenIsRefusedInASentence() {
        BrowserProvider nowhere = new BrowserProvider(new InstalledPrograms(Map.of("PATH", "")), List::of);
        if (!System.getProperty("os.name", "").startsWith("Mac")) {
            assertThatThrownBy(() -> nowhere.open(options("about:blank", "headless", "false")))
                    .hasMessageContaining("needs a screen")
                    .hasMessageContaining("xvfb-run");
        }
        BrowserProvider shellOnly = new BrowserProvider(
                new InstalledPrograms(Map.of("PATH", "", "DISPLAY", ":7", "GUERDON_CHROMIUM", "/x/headless_shell")),
                List::of);
        if (InstalledPrograms.thisOne().onPath("chromium").isEmpty()
                && !Files.exists(Path.of("/usr/lib/chromium/chromium"))) {
            assertThatThrownBy(() -> shellOnly.open(options("about:blank", "headless", "false")))
                    .hasMessageContaining("no windows");
        }
    }

    @Test
    void aVisibleBrowserShowsThePage() {
        try {
            InstalledPrograms.thisOne().requireVisibleChromium();
        } catch (BrowserException e) {
            abort("no window to look at: " + e.getMessage());
        }
        assertThat(told(options(server.url("telling"), "headless", "false"))).contains("Chrome/");
    }

    @Test
    void aVideoWithoutARecordedEpisodeIsRefused() {
        Map<String, String> options = options("about:blank", "har", "true");
        try (BrowserEnvironment environment = open(options)) {
            assertThatThrownBy(() -> reset(environment, options)).hasMessageContaining("'keep'");
        }
    }
}
