package dev.guerdon.browser;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.junit.EnvironmentTck;
import dev.guerdon.junit.Parts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;

/** Runs the environment test kit on the browser. */
final class BrowserTckTest extends EnvironmentTck {

    private static final String PAGE = "data:text/html,<title>Form</title><input aria-label=name><button>Send</button>";

    @BeforeAll
    static void needsChromium() {
        Parts.chromium();
    }

    @Override
    protected EnvironmentProvider provider() {
        return new BrowserProvider(InstalledPrograms.thisOne());
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("url", PAGE, "goal", "send the form");
    }

    @Override
    protected List<String> episode() {
        return List.of("noop(0)", "no such action", "scroll(0, 50)", "report_infeasible('there is no form')");
    }

    @Override
    protected Task unknownTask() {
        return Task.of("unknown", "", Map.of("task_id", "webarena.7"));
    }

    @Override
    protected boolean refused(Step step) {
        return !Objects.equals(step.observation().attributes().get("last_action_error"), "");
    }

    @Override
    protected Object comparable(Step step) {
        Map<String, @Nullable Object> shown = new HashMap<>(step.observation().attributes());
        shown.remove("elapsed_time");
        shown.remove("chat_messages");
        return List.of(shown.toString(), step.reward(), step.done());
    }

    @Override
    protected int concurrentInstances() {
        return 4;
    }
}
