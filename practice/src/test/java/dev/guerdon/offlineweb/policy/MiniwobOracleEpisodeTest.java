package dev.guerdon.offlineweb.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.api.Context;
import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.BrowserSetup;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.core.Registry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Plays tasks of MiniWoB with the oracle, which sees what the tools of the suite would show it. */
class MiniwobOracleEpisodeTest {

    private static final int STEPS = 10;

    private static final EnvironmentProvider BROWSER = Registry.discover().environment("browser");

    /** Pages of our own that speak as MiniWoB's do. */
    private static final Path PAGES = Path.of("..", "environments", "browser", "src", "test", "resources", "miniwob")
            .toAbsolutePath()
            .normalize();

    @BeforeAll
    static void needsChromium() {
        assumeThat(BROWSER.checks().stream().filter(check -> !check.ok()))
                .as("Chromium, which the browser needs")
                .isEmpty();
    }

    @Test
    void theOracleSolvesWhatItKnowsByGoalAndPageAlone() {
        for (String task : List.of("click-test", "enter-text", "click-checkboxes", "use-colorwheel-2")) {
            assertThat(play(task, Map.of("miniwob", PAGES.toString()), 3))
                    .as(task)
                    .isEqualTo(1.0);
        }
    }

    @Test
    void theOracleSolvesSimpleTasks() {
        try {
            BrowserSetup.miniwob(null, line -> System.err.println("tests of MiniWoB: " + line));
        } catch (BrowserException e) {
            String missing = "skipped: the tests on MiniWoB; " + e.getMessage();
            System.err.println(missing);
            abort(missing);
        }
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
            assertThat(play(task, Map.of(), 4)).as(task).isEqualTo(1.0);
        }
    }

    /** The sum of rewards. */
    private static double play(String task, Map<String, String> more, int seed) {
        Map<String, String> options = new HashMap<>(more);
        options.put("task", "miniwob." + task);
        options.put("preset", "miniwob");
        options.put("seed", Integer.toString(seed));
        options.put("axtree-options", "skip_generic=false,with_clickable=true,with_center_coords=true");
        Policy.Session oracle = new MiniwobOracle().begin(Task.of("any", "", Map.of()), Context.detached(Map.of()), 0);
        double reward = 0;
        try (Environment environment = BROWSER.open(options)) {
            Step step = environment.reset(BROWSER.task(options));
            List<Message> messages = new ArrayList<>();
            messages.add(Message.user("GOAL\n" + step.observation().attributes().get("goal") + "\n\nPAGE\n"
                    + step.observation().text() + "\n\nACTIONS\n"));
            for (int i = 0; i < STEPS && !step.done(); i++) {
                Message reply = oracle.reply(messages);
                if (reply.toolCalls().isEmpty()) {
                    break;
                }
                step = environment.step(
                        String.valueOf(reply.toolCalls().getFirst().arguments().get("action")));
                reward += step.reward();
                messages.add(reply);
                messages.add(Message.tool(
                        "call", "browser_action", step.observation().text()));
            }
        }
        return reward;
    }
}
