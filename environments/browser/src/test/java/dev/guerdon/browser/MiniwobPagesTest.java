package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.view.CdpValues;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Small pages of our own that speak as MiniWoB's do, so that nothing has to be fetched. */
class MiniwobPagesTest {

    private final BrowserProvider provider = new BrowserProvider(InstalledPrograms.thisOne());

    @BeforeEach
    void needsChromium() {
        Chromium.require();
    }

    static Path pages() {
        try {
            return Path.of(Objects.requireNonNull(
                                    MiniwobPagesTest.class.getResource("/miniwob/html/miniwob/click-test.html"))
                            .toURI())
                    .resolveSibling("..")
                    .normalize();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private Map<String, String> options(String task) {
        return Map.of("task", task, "miniwob", pages().toString(), "preset", "miniwob", "seed", "3");
    }

    private String goal(String task) {
        Map<String, String> options = options(task);
        try (Environment environment = provider.open(options)) {
            Step first = environment.reset(provider.task(options));
            assertThat(first.observation().text()).doesNotContain("for people");
            return String.valueOf(first.observation().attributes().get("goal"));
        }
    }

    @Test
    void goalsWithAPictureAreToldInWords() {
        assertThat(goal("miniwob.click-menu-2"))
                .isEqualTo("Click the \"Menu\" button, and then find and click on the item with the \"ui-icon-disk\""
                        + " icon.");
        assertThat(goal("miniwob.use-colorwheel-2"))
                .isEqualTo("Select the following color #0a7bff with the color picker and hit Submit.");
    }

    @Test
    void aPresetAllowsTheActionsOfTheBenchmarkOneAtATime() {
        Map<String, String> options = options("miniwob.click-test");
        try (Environment environment = provider.open(options)) {
            environment.reset(provider.task(options));
            assertThat(environment.step("click('9') click('9')").observation().text())
                    .contains("only single-actions are allowed");
            assertThat(environment
                            .step("goto('https://example.org')")
                            .observation()
                            .text())
                    .contains("Invalid action type 'goto'");
        }
    }

    @Test
    void eachRepeatHasTheSeedOfTheBenchmark() {
        List<Task> tasks = provider.tasks("", Map.of("kind", "miniwob", "miniwob", pages().toString()))
                .toList();
        assertThat(tasks)
                .extracting(Task::id)
                .startsWith("miniwob.click-checkboxes")
                .hasSize(5);
        Task enter = tasks.stream()
                .filter(task -> task.id().equals("miniwob.enter-text"))
                .findFirst()
                .orElseThrow();
        assertThat(enter.fields().get("seeds"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(5);
        Map<String, String> options = Map.of("miniwob", pages().toString());
        try (Environment environment = provider.open(options)) {
            String first = told(environment, enter, 0);
            assertThat(told(environment, enter, 1)).isNotEqualTo(first);
            assertThat(told(environment, enter, 0)).isEqualTo(first);
            assertThat(told(environment, enter, 7))
                    .as("beyond the benchmark, the rollout's own")
                    .isNotEqualTo(first);
        }
    }

    private static String told(Environment environment, Task task, int repeat) {
        Step first = environment.reset(new Task(task.id() + "#" + repeat, task.messages(), task.fields()), 12345);
        return String.valueOf(first.observation().attributes().get("goal"));
    }

    @Test
    void theRawRewardStandsBesideTheReward() {
        Map<String, String> options = options("miniwob.click-test");
        try (Environment environment = provider.open(options)) {
            environment.reset(provider.task(options));
            Step step = environment.step("click('" + bid(environment, "Press") + "')");
            assertThat(step.reward()).isEqualTo(1.0);
            assertThat(CdpValues.object(step.info().get("task_info")).get("RAW_REWARD_GLOBAL"))
                    .isEqualTo(1);
        }
    }

    /** The id of the element with a name. */
    private static String bid(Environment environment, String name) {
        String text = ((BrowserEnvironment) environment)
                .lastObservation()
                .orElseThrow()
                .view()
                .axTreeText();
        Matcher line =
                Pattern.compile("\\[(\\w+)] \\w+ '" + Pattern.quote(name) + "'").matcher(text);
        if (!line.find()) {
            throw new AssertionError("no " + name + " in " + text);
        }
        return line.group(1);
    }
}
