package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.view.CdpValues;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks of the real MiniWoB++, fetched once per machine as the Python package that carries its HTML. */
class MiniwobTest {

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Path html;

    @BeforeAll
    static void fetch() {
        Chromium.require();
        try {
            BrowserSetup.miniwob(null, line -> System.err.println("tests of MiniWoB: " + line));
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
        BrowserProvider provider = new BrowserProvider(InstalledPrograms.thisOne());
        try (Environment environment = provider.open(options)) {
            Step first = environment.reset(provider.task(options));
            assertThat(first.observation().attributes().get("goal"))
                    .isEqualTo("Close the dialog box by clicking the \"x\".");
            assertThat(first.observation().text()).contains("button 'Close'").doesNotContain("Time left");
            Step solved = environment.step("click('20')");
            assertThat(solved.reward()).isEqualTo(1.0);
            assertThat(solved.done()).isTrue();
            assertThat(CdpValues.object(solved.info().get("task_info")).get("RAW_REWARD_GLOBAL"))
                    .isEqualTo(1);
        }
    }

    @Test
    void theSameSeedGivesTheSameEpisodeAndLeavingThePageEndsIt() {
        Map<String, String> options = options("miniwob.click-checkboxes");
        BrowserProvider provider = new BrowserProvider(InstalledPrograms.thisOne());
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
        List<Task> tasks = new BrowserProvider(InstalledPrograms.thisOne())
                .tasks("", Map.of("miniwob", html.toString(), "kind", "miniwob"))
                .toList();
        assertThat(tasks).hasSize(125);
        // Drawn with numpy, in the order of the reference's list.
        assertThat(seeds(tasks, "miniwob.buy-ticket")).isEqualTo(List.of(24, 26, 27, 15, 14));
        assertThat(seeds(tasks, "miniwob.visual-addition")).isEqualTo(List.of(20, 5, 0, 4, 11));
    }

    @Test
    @Tag("slow")
    void aTaskOfTheListIsAnotherInstanceForEachSeed() {
        BrowserProvider provider = new BrowserProvider(InstalledPrograms.thisOne());
        Map<String, String> list = Map.of("miniwob", html.toString(), "kind", "miniwob", "task", "miniwob.enter-text");
        Task task = provider.tasks("", list).findFirst().orElseThrow();
        int listed = ((Number) CdpValues.list(task.fields().get("seeds")).getFirst()).intValue();
        try (Environment environment = provider.open(list)) {
            Set<Object> goals = new HashSet<>();
            for (long seed = 0; seed < 8; seed++) {
                goals.add(goal(environment.reset(task, seed)));
                assertThat(goal(environment.reset(task, seed)))
                        .isEqualTo(goal(environment.reset(provider.task(list, seed))));
            }
            assertThat(goals).hasSizeGreaterThan(4);
            Object benchmark = goal(environment.reset(provider.task(list, listed)));
            assertThat(goal(environment.reset(task))).isEqualTo(benchmark);
            Task rollout = new Task(task.id() + "#0", task.messages(), task.fields());
            assertThat(goal(environment.reset(rollout, 1_000_003))).isEqualTo(benchmark);
        }
    }

    private static Object goal(Step first) {
        return String.valueOf(first.observation().attributes().get("goal"));
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
    void anUnknownTaskIsToldWithTheNearestNames() {
        assertThatThrownBy(
                        () -> new BrowserProvider(InstalledPrograms.thisOne()).task(options("miniwob.click-dialogue")))
                .isInstanceOf(BrowserException.class)
                .hasMessageContaining("did you mean click-dialog");
        assertThat(new BrowserProvider(InstalledPrograms.thisOne()).tasks("", Map.of("miniwob", html.toString())))
                .hasSizeGreaterThan(100);
    }
}
