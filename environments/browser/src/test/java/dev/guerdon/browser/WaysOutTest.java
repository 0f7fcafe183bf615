package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.network.WebRules;
import dev.guerdon.browser.network.WebRules.WebGate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A site that tries every way out of the browser; where the rules refuse a place, nothing arrives there. */
class WaysOutTest {

    private static final List<String> TCP_WAYS = List.of(
            "prefetch",
            "stylesheet",
            "import",
            "font",
            "img",
            "redirect",
            "redirect-frame",
            "script",
            "iframe",
            "refresh",
            "object",
            "embed",
            "video",
            "fetch",
            "xhr",
            "ws",
            "eventsource",
            "beacon",
            "worker",
            "serviceworker",
            "form",
            "popup");

    /**
     * Ways that leave no request with a path of their own, or that Chromium may put off. Of the first no page is told how it ended: it
     * tries them together, and waits once.
     */
    private static final List<String> QUIET_WAYS =
            List.of("preconnect,dns-prefetch,icon,manifest,speculation", "webrtc", "webtransport");

    private PageServer site;
    private ForbiddenPlace forbidden;

    @BeforeEach
    void open() throws IOException {
        Chromium.require();
        site = new PageServer();
        forbidden = new ForbiddenPlace();
    }

    @AfterEach
    void close() throws IOException {
        if (site != null) {
            site.close();
        }
        if (forbidden != null) {
            forbidden.close();
        }
    }

    private String host() {
        return "site.localhost:" + site.port();
    }

    private void serveTheWaysOut(String place) {
        String page = resource("ways-out.html")
                .replace("FORBIDDEN", place)
                .replace("UDP", String.valueOf(forbidden.udpPort()));
        site.page("start", page);
        site.page("worker.js", resource("ways-out-worker.js").replace("FORBIDDEN", place));
        site.page("away", exchange -> {
            String query = exchange.getRequestURI().getQuery();
            exchange.getResponseHeaders().set("Location", "http://" + place + "/" + query);
            exchange.sendResponseHeaders(302, -1);
            return "";
        });
    }

    private static String resource(String name) {
        try (var in = WaysOutTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private BrowserEnvironment browser(String page, WebRules rules) {
        return new BrowserEnvironment(
                task -> new OpenEndedTask("http://" + host() + "/" + page, ""),
                BrowserSettings.standard().withAddresses(new WebGate(() -> rules)));
    }

    private static String tree(Step step) {
        return String.valueOf(step.observation().attributes().get("axtree_txt"));
    }

    /** Lets the page try a way, until it says that it is through, and until something arrived if it is to arrive. */
    private void attempt(String way, WebRules rules, BooleanSupplier arrived) {
        try (BrowserEnvironment browser = browser("start?" + way, rules)) {
            Step step = browser.reset(Task.of("t", "", Map.of()));
            boolean popup = way.equals("popup"); // It becomes the active page.
            boolean tried = tree(step).contains("all ways tried");
            for (int i = 0; i < 60 && !(tried && arrived.getAsBoolean()); i++) {
                step = browser.step("noop(300)");
                tried = tree(step).contains("all ways tried") || (popup && i > 0);
            }
            assertThat(tried).as("the way %s was tried", way).isTrue();
        }
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicTest> nothingArrivesWhereTheRulesRefuse() {
        serveTheWaysOut("127.0.0.1:" + forbidden.port());
        return Stream.concat(TCP_WAYS.stream(), QUIET_WAYS.stream())
                .map(way -> dynamicTest(way, () -> {
                    attempt(way, WebRules.standard(), () -> true);
                    assertThat(forbidden.arrived()).isEmpty();
                }));
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicTest> theSameWaysArriveWhereTheRulesAllowSoTheOtherTestCanFail() {
        String place = "other.localhost:" + forbidden.port();
        serveTheWaysOut(place);
        return TCP_WAYS.stream()
                .map(way -> dynamicTest(way, () -> {
                    BooleanSupplier arrived =
                            () -> forbidden.arrived().stream().anyMatch(path -> path.startsWith("/" + way));
                    attempt(way, WebRules.standard().allowing(place), arrived);
                    assertThat(arrived.getAsBoolean()).isTrue();
                }));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f\\nile:///etc/hosts",
                "\\tfile:///etc/hosts",
                "fi\\rle:///etc/hosts",
                "FILE:///etc/hosts",
                "\\x01file:///etc/hosts",
                "view-source:file:///etc/hosts",
                "chrome://version",
                "about:version",
                "filesystem:file:///etc/hosts",
                "javascript:location='file:///etc/hosts'"
            })
    void noFileAndNoPageOfTheBrowserIsShown(String address) {
        site.page("start", "<p>the start page</p>");
        for (BrowserSettings settings : new BrowserSettings[] {
            BrowserSettings.standard(), BrowserSettings.standard().withAddresses(new WebGate(WebRules::standard))
        }) {
            try (BrowserEnvironment browser =
                    new BrowserEnvironment(task -> new OpenEndedTask("http://" + host() + "/start", ""), settings)) {
                browser.reset(Task.of("t", "", Map.of()));
                Step step = browser.step("goto(\"" + address + "\")");
                assertThat(step.observation().attributes().get("last_action_error"))
                        .asString()
                        .contains("not open to agents");
                assertThat(tree(step)).contains("the start page");
            }
        }
    }

    @Test
    void aNameThatTurnsToThisMachineIsConnectedToWhereItWasJudged() {
        Map<String, Integer> lookups = new ConcurrentHashMap<>();
        WebRules rules = new WebRules(Set.of(host()), name -> {
            boolean first = lookups.merge(name, 1, Integer::sum) == 1;
            byte[] reserved = {(byte) 192, 0, 2, 1};
            byte[] here = {127, 0, 0, 1};
            return new InetAddress[] {InetAddress.getByAddress(name.startsWith("turns") && first ? reserved : here)};
        });
        site.page(
                "start",
                "<img src='http://turns.example:" + forbidden.port() + "/img' onerror='document.title=\"over\"'>");
        try (BrowserEnvironment browser = browser("start", rules)) {
            browser.reset(Task.of("t", "", Map.of()));
            browser.step("goto('http://turns.example:" + forbidden.port() + "/goto')");
            browser.step("goto('http://turns.example:" + forbidden.port() + "/again')");
            assertThat(forbidden.arrived()).isEmpty();
            assertThat(lookups).containsKey("turns.example");
        }
    }
}
