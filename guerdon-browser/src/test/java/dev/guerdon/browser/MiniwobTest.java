package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.benchmark.BenchmarkFolder;
import dev.guerdon.browser.driver.Machine;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.view.Plain;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tasks of the real MiniWoB++, fetched once per machine as the Python package that carries its HTML. */
class MiniwobTest {

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Path html;

    @BeforeAll
    static void fetch() {
        Chromium.require();
        try {
            MiniwobSetup.setup(null, line -> System.err.println("tests of MiniWoB: " + line));
        } catch (BrowserException e) {
            String missing = "skipped: the tests on MiniWoB; " + e.getMessage();
            System.err.println(missing);
            abort(missing);
        }
        html = BenchmarkFolder.ofThisUser().miniwob();
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
