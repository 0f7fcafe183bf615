package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.cdp.CdpEngine;
import dev.guerdon.browser.playwright.DriverFiles;
import dev.guerdon.browser.playwright.PlaywrightEngine;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.tab.Engine;
import dev.guerdon.browser.tab.Launch;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What drives the browser. */
@Internal
public enum Driver {
    /** Playwright, which needs Node.js. */
    PLAYWRIGHT,
    /** Guerdon's own client of Chromium's DevTools protocol. */
    CDP;

    /** Names the driver of environments that name none. */
    public static final String VARIABLE = "GUERDON_BROWSER_DRIVER";

    /** The driver with a name. */
    public static Driver named(String name) {
        return Arrays.stream(values())
                .filter(driver -> driver.option().equals(name))
                .findFirst()
                .orElseThrow(() -> new BrowserException("there is no driver '" + name + "'; there are "
                        + String.join(", ", names())));
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(Driver::option).toList();
    }

    /** The driver of environments that name none. */
    public static Driver standard(Machine machine) {
        String named = machine.environment().get(VARIABLE);
        return named == null || named.isBlank() ? PLAYWRIGHT : named(named);
    }

    /** The name in options. */
    public String option() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Starts Chromium. */
    Engine start(Machine machine) {
        Launch launch = Launch.of(machine.requireChromium(), machine.hasSandbox());
        return switch (this) {
            case PLAYWRIGHT -> PlaywrightEngine.start(
                    launch,
                    machine.requireNode(),
                    DriverFiles.unpacked(machine.cacheFolder()),
                    machine.onPath("ffmpeg").orElse(null));
            case CDP -> CdpEngine.start(launch);
        };
    }
}
