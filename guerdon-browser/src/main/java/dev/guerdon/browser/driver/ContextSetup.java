package dev.guerdon.browser.driver;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.Geolocation;
import com.microsoft.playwright.options.HarContentPolicy;
import com.microsoft.playwright.options.Proxy;
import dev.guerdon.browser.proxy.ForwardProxy;
import dev.guerdon.browser.proxy.Pass;
import dev.guerdon.browser.proxy.Way;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.traffic.Traffic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the settings of a session into those of Playwright's context. */
final class ContextSetup {

    private ContextSetup() {}

    /** The session's way to the web; null where the browser connects by itself. */
    static @Nullable Pass admit(SessionSettings settings) {
        SessionOptions options = settings.options();
        WebGate gate = settings.addresses() instanceof WebGate found ? found : null;
        Way.Taping taping = Traffic.ofPages()
                .map(tape -> new Way.Taping(tape, settings.episode(), options.ignoreHttpsErrors()))
                .orElse(null);
        if (gate == null && options.upstream() == null && taping == null) {
            return null;
        }
        return ForwardProxy.shared().admit(new Way(gate == null ? null : gate.rules(), options.upstream(), taping));
    }

    static Browser.NewContextOptions options(SessionSettings settings, @Nullable Pass pass) {
        BrowserNeeds needs = settings.needs();
        Browser.NewContextOptions options =
                new Browser.NewContextOptions().setViewportSize(needs.width(), needs.height());
        if (needs.locale() != null) {
            options.setLocale(needs.locale());
        }
        if (needs.timezone() != null) {
            options.setTimezoneId(needs.timezone());
        }
        if (pass != null) {
            // Browsers go to this machine's own addresses without a proxy, unless they are told not to.
            options.setProxy(new Proxy(pass.address())
                    .setUsername(pass.user())
                    .setPassword(pass.password())
                    .setBypass("<-loopback>"));
        }
        addWishes(settings.options(), options);
        if (pass != null && pass.isTaped()) {
            // The certificate is the proxy's own; the proxy checks that of the server.
            options.setIgnoreHTTPSErrors(true);
        }
        SessionFiles files = settings.files();
        if (files != null) {
            files.webm().ifPresent(folder ->
                    options.setRecordVideoDir(folder).setRecordVideoSize(needs.width(), needs.height()));
            files.har().ifPresent(file -> options.setRecordHarPath(file).setRecordHarContent(HarContentPolicy.EMBED));
        }
        return options;
    }

    private static void addWishes(SessionOptions wishes, Browser.NewContextOptions options) {
        options.setIgnoreHTTPSErrors(wishes.ignoreHttpsErrors());
        if (wishes.userAgent() != null) {
            options.setUserAgent(wishes.userAgent());
        }
        SessionOptions.Place place = wishes.place();
        if (place != null) {
            options.setGeolocation(
                            new Geolocation(place.latitude(), place.longitude()).setAccuracy(place.accuracy()))
                    .setPermissions(List.of("geolocation"));
        }
        if (wishes.storageState() != null) {
            options.setStorageStatePath(wishes.storageState());
        }
    }
}
