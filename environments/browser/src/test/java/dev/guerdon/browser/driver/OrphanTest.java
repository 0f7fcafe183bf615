package dev.guerdon.browser.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Task;
import dev.guerdon.browser.BrowserEnvironment;
import dev.guerdon.browser.BrowserSettings;
import dev.guerdon.browser.Chromium;
import dev.guerdon.browser.OpenEndedTasks;
import dev.guerdon.browser.driver.SessionOptions.LaunchOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is left of a process that was killed in the middle of an episode: nothing. */
class OrphanTest {

    @Test
    void killingTheJvmEndsItsBrowser() throws Exception {
        Chromium.require();
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx200m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OrphanTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<ProcessHandle> browser;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8))) {
            String line = String.valueOf(out.readLine());
            assertThat(line).startsWith("processes ");
            browser = Arrays.stream(line.substring("processes ".length()).split(" "))
                    .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                    .toList();
        } finally {
            jvm.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        assertThat(browser).hasSizeGreaterThan(3);
        for (ProcessHandle process : browser) {
            process.onExit().get(Duration.ofSeconds(30).toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Opens a page and waits to be killed. */
    @SuppressWarnings("SystemOut") // tells the test which processes to watch
    public static void main(String[] arguments) throws InterruptedException {
        BrowserEnvironment environment = new BrowserEnvironment(
                task -> OpenEndedTasks.at("data:text/html,<h1>here</h1>"), BrowserSettings.standard());
        environment.reset(Task.of("orphan", "", Map.of()));
        StringBuilder line = new StringBuilder("processes");
        SharedBrowser.shared(LaunchOptions.STANDARD)
                .processes()
                .forEach(pid -> line.append(' ').append(pid));
        ProcessHandle.current().descendants().forEach(child -> line.append(' ').append(child.pid()));
        System.out.println(line);
        System.out.flush();
        TimeUnit.MINUTES.sleep(2);
        environment.close();
    }
}
