package dev.guerdon.browser.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.BrowserEnvironment;
import dev.guerdon.browser.BrowserSettings;
import dev.guerdon.browser.Chromium;
import dev.guerdon.browser.OpenEndedTasks;
import dev.guerdon.browser.PageServer;
import dev.guerdon.browser.driver.SessionOptions;
import dev.guerdon.browser.driver.SessionOptions.Showing;
import dev.guerdon.browser.network.ProxySession.Upstream;
import dev.guerdon.browser.network.ProxySession.Way;
import dev.guerdon.browser.network.WebRules.WebGate;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A proxy of the user's own behind the browser's; another {@link ForwardProxy} plays it, and notes whom it was asked for. */
class UpstreamTest {

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private PageServer site;
    private ForwardProxy users;
    private ProxySession account;

    @BeforeEach
    void start() throws IOException {
        Chromium.require();
        site = new PageServer();
        site.page("page", "<h1>through the proxy</h1>");
        users = ForwardProxy.start();
        account = users.admit(new Way(
                () -> new WebRules(Set.of("127.0.0.1", "site.localhost"), host -> {
                    asked.add(host);
                    return new InetAddress[] {InetAddress.getLoopbackAddress()};
                }),
                null,
                null,
                "",
                false));
    }

    @AfterEach
    void stop() throws IOException {
        users.close();
        site.close();
    }

    private Upstream upstream(Upstream.Lookup lookup, String password) {
        return Upstream.of(
                users.address().replace("http://", "http://" + account.user() + ":" + password + "@"), lookup);
    }

    private static SessionOptions through(Upstream upstream) {
        return new SessionOptions(SessionOptions.Persona.STANDARD, null, upstream, Showing.NONE);
    }

    private Step open(BrowserSettings settings, String url) {
        try (BrowserEnvironment environment = new BrowserEnvironment(task -> OpenEndedTasks.at(url), settings)) {
            return environment.reset(Task.of("test", "", Map.of()));
        }
    }

    private String named(String path) {
        return "http://site.localhost:" + site.port() + "/" + path;
    }

    private static String text(Step step) {
        return step.observation().text();
    }

    @Test
    void withoutRulesTheProxyGetsTheName() {
        BrowserSettings settings =
                BrowserSettings.standard().withSession(through(upstream(Upstream.Lookup.HERE, account.password())));
        assertThat(text(open(settings, named("page")))).contains("through the proxy");
        assertThat(asked).contains("site.localhost");
    }

    @Test
    void withRulesTheProxyGetsTheJudgedAddressOrTheNameAsTheUserSays() {
        BrowserSettings gated = BrowserSettings.standard().withAddresses(new WebGate(WebRules::standard));
        SessionOptions pinned = through(upstream(Upstream.Lookup.HERE, account.password()));
        assertThat(text(open(gated.withSession(pinned), named("page")))).contains("through the proxy");
        assertThat(asked).isEmpty(); // It was given an address, and had no name to look up.
        SessionOptions byName = through(upstream(Upstream.Lookup.PROXY, account.password()));
        assertThat(text(open(gated.withSession(byName), named("page")))).contains("through the proxy");
        assertThat(asked).contains("site.localhost");
    }

    @Test
    void theRulesHoldBeforeTheProxy() throws IOException {
        List<String> arrived = new CopyOnWriteArrayList<>();
        try (PageServer forbidden = new PageServer()) {
            forbidden.page("secret", exchange -> {
                arrived.add("secret");
                return "secret";
            });
            site.page(
                    "tempting",
                    "<h1>start</h1><iframe src='http://localhost:" + forbidden.port() + "/secret'></iframe>");
            BrowserSettings gated = BrowserSettings.standard()
                    .withAddresses(new WebGate(WebRules::standard))
                    .withSession(through(upstream(Upstream.Lookup.PROXY, account.password())));
            assertThat(text(open(gated, named("tempting")))).contains("start").doesNotContain("'secret'");
            assertThat(arrived).isEmpty();
            assertThat(asked).doesNotContain("localhost");
        }
    }

    @Test
    void aProxyThatRefusesIsToldOnThePage() {
        BrowserSettings settings = BrowserSettings.standard()
                .withAddresses(new WebGate(WebRules::standard))
                .withSession(through(upstream(Upstream.Lookup.HERE, "wrong")));
        assertThat(text(open(settings, named("page"))))
                .contains("refused a tunnel")
                .contains("407")
                .doesNotContain("wrong");
    }
}
