package dev.guerdon.browser.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import dev.guerdon.api.Task;
import dev.guerdon.browser.BrowserEnvironment;
import dev.guerdon.browser.BrowserSettings;
import dev.guerdon.browser.Chromium;
import dev.guerdon.browser.driver.Driver;
import dev.guerdon.browser.driver.Machine;
import dev.guerdon.browser.task.OpenEndedTask;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** A program that has a browser environment may use Playwright itself, in whatever order. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class OwnPlaywrightTest {

    /** Where Playwright finds a driver that is installed already. */
    private static final String DRIVER = "playwright.cli.dir";

    private static final String PAGE = "data:text/html,<title>%s</title><h1>here</h1>";

    @Test
    void aProgramsOwnPlaywrightWorksBesideTheEnvironment() {
        Chromium.require(Driver.PLAYWRIGHT);
        Machine machine = Machine.thisOne();
        try (BrowserEnvironment before = environment("before")) {
            assertThat(shown(before)).contains("before");
            System.setProperty(
                    DRIVER, DriverFiles.unpacked(machine.cacheFolder()).root().toString());
            try (Playwright own = Playwright.create(new Playwright.CreateOptions()
                            .setEnv(Map.of(
                                    "PLAYWRIGHT_NODEJS_PATH",
                                    machine.requireNode().toString())));
                    Browser browser = own.chromium()
                            .launch(new BrowserType.LaunchOptions()
                                    .setExecutablePath(machine.requireChromium())
                                    .setArgs(List.of("--no-sandbox")));
                    BrowserEnvironment beside = environment("beside")) {
                Page page = browser.newPage();
                page.navigate(PAGE.formatted("own"));
                assertThat(shown(beside)).contains("beside");
                assertThat(page.title()).isEqualTo("own");
                assertThat(shown(before)).contains("before");
            } finally {
                System.clearProperty(DRIVER);
            }
        }
    }

    private static BrowserEnvironment environment(String title) {
        return new BrowserEnvironment(
                task -> new OpenEndedTask(PAGE.formatted(title), "look"),
                BrowserSettings.standard().withDriver("playwright"));
    }

    private static String shown(BrowserEnvironment environment) {
        return environment.reset(Task.of("own", "", Map.of())).observation().text();
    }
}
