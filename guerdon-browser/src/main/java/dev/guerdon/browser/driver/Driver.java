package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.cdp.CdpEngine;
import dev.guerdon.browser.playwright.DriverFiles;
import dev.guerdon.browser.playwright.PlaywrightEngine;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.tab.Engine;
import dev.guerdon.browser.tab.Launch;
import dev.guerdon.browser.tab.LaunchOptions;
import dev.guerdon.browser.tab.SessionFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What drives the browser. */
@Internal
public enum Driver {
    /** Guerdon's own client of Chromium's DevTools protocol. */
    CDP,
    /** Playwright, which needs Node.js. */
    PLAYWRIGHT;

    /** Names the driver of environments that name none. */
    public static final String VARIABLE = "GUERDON_BROWSER_DRIVER";

    /** The driver with a name. */
    public static Driver named(String name) {
        return Arrays.stream(values())
                .filter(driver -> driver.option().equals(name))
                .findFirst()
                .orElseThrow(() -> new BrowserException(
                        "there is no driver '" + name + "'; there are " + String.join(", ", names())));
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(Driver::option).toList();
    }

    /** The driver of environments that name none. */
    public static Driver standard(Machine machine) {
        String named = machine.environment().get(VARIABLE);
        if (named != null && !named.isBlank()) {
            return named(named);
        }
        // A shell ties Chromium to the pipe.
        return machine.onPath("sh").isPresent() ? CDP : PLAYWRIGHT;
    }

    /**
     * How Chromium starts for episodes that ask for some things: with the driver that they name, else with the standard one, unless only
     * Playwright can do them.
     */
    public static LaunchOptions chosen(
            LaunchOptions launch, SessionOptions session, Set<SessionFiles.Kind> files, Machine machine) {
        List<String> onlyPlaywright = new ArrayList<>();
        if (launch.visible()) {
            onlyPlaywright.add("headless=false");
        }
        if (session.persona().storageState() != null) {
            onlyPlaywright.add("storage-state");
        }
        if (session.savedState() != null) {
            onlyPlaywright.add("save-storage-state");
        }
        files.stream()
                .filter(kind -> kind != SessionFiles.Kind.VIDEO)
                .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                .sorted()
                .forEach(onlyPlaywright::add);
        if (onlyPlaywright.isEmpty()) {
            return launch.driver().isEmpty()
                    ? launch.withDriver(standard(machine).option())
                    : launch;
        }
        if (launch.driver().equals(CDP.option())) {
            throw new BrowserException("the driver cdp has no " + String.join(", ", onlyPlaywright)
                    + "; leave the driver to Guerdon, or choose driver=playwright");
        }
        return launch.withDriver(PLAYWRIGHT.option());
    }

    /** The name in options. */
    public String option() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The versions of what it brings, by name. */
    Map<String, String> versions() {
        return switch (this) {
            case CDP -> Map.of();
            case PLAYWRIGHT -> Map.of("playwright", DriverFiles.version());
        };
    }

    /** Starts Chromium. */
    Engine start(Machine machine, LaunchOptions options) {
        Launch launch = Launch.of(
                options.visible() ? machine.requireVisibleChromium() : machine.requireChromium(),
                machine.hasSandbox(),
                options);
        return switch (this) {
            case PLAYWRIGHT ->
                PlaywrightEngine.start(
                        launch,
                        machine.requireNode(),
                        DriverFiles.unpacked(machine.cacheFolder()),
                        machine.onPath("ffmpeg").orElse(null));
            case CDP -> CdpEngine.start(launch);
        };
    }
}
