package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.driver.Machine;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.view.Plain;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tasks of the real MiniWoB++, fetched once per machine as the Python package that carries its HTML. */
class MiniwobTest {

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Path html;

    @BeforeAll
    static void fetch() throws Exception {
        Chromium.require();
        html = Machine.thisOne().cacheFolder().resolve("miniwob");
        if (!Files.isDirectory(html)) {
            Path staged =
                    Files.createTempDirectory(Files.createDirectories(Objects.requireNonNull(html.getParent())), "mw");
            download(staged);
            Files.move(staged, html);
        }
    }

    private static void download(Path folder) throws Exception {
        if ("no".equals(System.getenv("GUERDON_INSTALL"))) {
            skip("the package miniwob is not in the cache, and GUERDON_INSTALL=no forbids to download it");
        }
        Path log = Files.createTempFile("miniwob", ".txt");
        try {
            Process pip = new ProcessBuilder(
                            "python3",
                            "-m",
                            "pip",
                            "download",
                            "--quiet",
                            "--no-deps",
                            "--only-binary=:all:",
                            "--dest",
                            folder.toString(),
                            "miniwob")
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (!pip.waitFor(2, TimeUnit.MINUTES) || pip.exitValue() != 0) {
                skip("pip could not download the package miniwob");
            }
        } catch (IOException e) {
            skip("there is no pip to download the package miniwob with");
        } finally {
            Files.delete(log);
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path wheel : files.toList()) {
                unpack(wheel, folder);
                Files.delete(wheel);
            }
        }
    }

    private static void skip(String why) {
        System.err.println("skipped: the tests on MiniWoB; " + why);
        abort(why);
    }

    private static void unpack(Path wheel, Path folder) throws IOException {
        try (ZipFile zip = new ZipFile(wheel.toFile())) {
            for (ZipEntry entry : zip.stream()
                    .filter(one -> one.getName().startsWith("miniwob/html/"))
                    .toList()) {
                Path file = folder.resolve(entry.getName()).normalize();
                if (!entry.isDirectory() && file.startsWith(folder)) {
                    Files.createDirectories(Objects.requireNonNull(file.getParent()));
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                }
            }
        }
    }

    private static Map<String, String> options(String task) {
        return Map.of("task", task, "miniwob", html.toString(), "seed", "3", "actions", "miniwob_all");
    }

    @Test
    void closingTheDialogSolvesTheTask() {
        Map<String, String> options = options("miniwob.click-dialog");
        BrowserProvider provider = new BrowserProvider(Machine.thisOne());
        try (Environment environment = provider.open(options)) {
            Step first = environment.reset(provider.task(options));
            assertThat(first.observation().attributes().get("goal"))
                    .isEqualTo("Close the dialog box by clicking the \"x\".");
            assertThat(first.observation().text()).contains("button 'Close'").doesNotContain("Time left");
            Step solved = environment.step("click('20')");
            assertThat(solved.reward()).isEqualTo(1.0);
            assertThat(solved.done()).isTrue();
            assertThat(Plain.map(solved.info().get("task_info")).get("RAW_REWARD_GLOBAL"))
                    .isEqualTo(1);
        }
    }

    @Test
    void theSameSeedGivesTheSameEpisodeAndLeavingThePageEndsIt() {
        Map<String, String> options = options("miniwob.click-checkboxes");
        BrowserProvider provider = new BrowserProvider(Machine.thisOne());
        try (Environment environment = provider.open(options)) {
            Step first = environment.reset(provider.task(options));
            Step second = environment.reset(provider.task(options));
            assertThat(second.observation().text())
                    .isEqualTo(first.observation().text());
            assertThat(second.observation().attributes().get("goal"))
                    .isEqualTo(first.observation().attributes().get("goal"));
        }
    }

    @Test
    void theBenchmarkHasTheReferencesTasksAndSeeds() {
        List<Task> tasks = new BrowserProvider(Machine.thisOne())
                .tasks("", Map.of("miniwob", html.toString(), "kind", "miniwob"))
                .toList();
        assertThat(tasks).hasSize(125);
        // Drawn with numpy, in the order of the reference's list.
        assertThat(seeds(tasks, "miniwob.buy-ticket")).isEqualTo(List.of(24, 26, 27, 15, 14));
        assertThat(seeds(tasks, "miniwob.visual-addition")).isEqualTo(List.of(20, 5, 0, 4, 11));
    }

    private static @Nullable Object seeds(List<Task> tasks, String id) {
        return tasks.stream()
                .filter(task -> task.id().equals(id))
                .findFirst()
                .orElseThrow()
                .fields()
                .get("seeds");
    }

    @Test
    void theOracleSolvesSimpleTasks() {
        BrowserProvider provider = new BrowserProvider(Machine.thisOne());
        for (String task : List.of(
                "click-test-2",
                "click-button",
                "click-link",
                "click-dialog-2",
                "focus-text-2",
                "click-option",
                "choose-list",
                "enter-date",
                "click-tab-2",
                "click-menu-2",
                "read-table")) {
            assertThat(OracleEpisode.play(provider, "miniwob." + task, html, 4))
                    .as(task)
                    .isEqualTo(1.0);
        }
    }

    @Test
    void anUnknownTaskIsToldWithTheNearestNames() {
        assertThatThrownBy(() -> new BrowserProvider(Machine.thisOne()).task(options("miniwob.click-dialogue")))
                .isInstanceOf(BrowserException.class)
                .hasMessageContaining("did you mean click-dialog");
        assertThat(new BrowserProvider(Machine.thisOne()).tasks("", Map.of("miniwob", html.toString())))
                .hasSizeGreaterThan(100);
    }
}
