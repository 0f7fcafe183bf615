package dev.guerdon.browser.playwright;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.Geolocation;
import com.microsoft.playwright.options.HarContentPolicy;
import com.microsoft.playwright.options.Proxy;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.tab.Connection;
import dev.guerdon.browser.tab.Opening;
import dev.guerdon.browser.tab.Persona;
import dev.guerdon.browser.tab.SessionFiles;
import dev.guerdon.browser.tab.Tabs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A client of Playwright's with its bridge. */
final class BridgedConnection implements Connection {

    private final Playwright playwright;
    private final Browser browser;
    private final Path pidFile;
    private volatile boolean cut;

    private BridgedConnection(Playwright playwright, Browser browser, Path pidFile) {
        this.playwright = playwright;
        this.browser = browser;
        this.pidFile = pidFile;
    }

    static BridgedConnection open(BridgeDriver.Bridge bridge) {
        return Failures.told(() -> {
            Playwright made = BridgeDriver.connect(bridge);
            made.selectors().setTestIdAttribute("bid");
            return new BridgedConnection(made, made.chromium().launch(), bridge.pidFile());
        });
    }

    @Override
    public Tabs open(Opening opening) {
        BrowserNeeds needs = opening.needs();
        Browser.NewContextOptions options =
                new Browser.NewContextOptions().setViewportSize(needs.width(), needs.height());
        if (needs.locale() != null) {
            options.setLocale(needs.locale());
        }
        if (needs.timezone() != null) {
            options.setTimezoneId(needs.timezone());
        }
        SessionFiles files = opening.files();
        if (files != null) {
            files.webm()
                    .ifPresent(folder ->
                            options.setRecordVideoDir(folder).setRecordVideoSize(needs.width(), needs.height()));
            files.har().ifPresent(file -> options.setRecordHarPath(file).setRecordHarContent(HarContentPolicy.EMBED));
        }
        become(opening.persona(), options);
        Opening.Proxy proxy = opening.proxy();
        if (proxy != null) {
            // Browsers go to this machine's own addresses without a proxy, unless they are told not to.
            options.setProxy(new Proxy(proxy.address())
                    .setUsername(proxy.user())
                    .setPassword(proxy.password())
                    .setBypass("<-loopback>"));
        }
        return Failures.told(() -> ContextTabs.open(browser.newContext(options), opening));
    }

    private static void become(Persona persona, Browser.NewContextOptions options) {
        options.setIgnoreHTTPSErrors(persona.ignoreHttpsErrors());
        if (persona.userAgent() != null) {
            options.setUserAgent(persona.userAgent());
        }
        Persona.Place place = persona.place();
        if (place != null) {
            options.setGeolocation(new Geolocation(place.latitude(), place.longitude()).setAccuracy(place.accuracy()))
                    .setPermissions(List.of("geolocation"));
        }
        if (persona.storageState() != null) {
            options.setStorageStatePath(persona.storageState());
        }
    }

    @Override
    public void cut() {
        cut = true;
        bridge().ifPresent(ProcessHandle::destroyForcibly);
    }

    private Optional<ProcessHandle> bridge() {
        try {
            return ProcessHandle.of(Long.parseLong(Files.readString(pidFile, StandardCharsets.UTF_8)));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        Optional<ProcessHandle> bridge = bridge();
        if (!cut) {
            try {
                playwright.close();
            } catch (PlaywrightException e) {
                // The server is gone, and what it had with it.
            }
        }
        bridge.ifPresent(ProcessHandle::destroyForcibly);
        try {
            Files.deleteIfExists(pidFile);
        } catch (IOException e) {
            // It goes with the server's folder.
        }
    }
}
