package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.driver.Waiting;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.task.OpenEndedTask;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that never answer, never rest or are very large: the agent reads what is wrong, and its episode goes on. */
class EndingsTest {

    private final CountDownLatch never = new CountDownLatch(1);
    private PageServer server;
    private BrowserEnvironment browser;

    @BeforeEach
    void open() throws IOException {
        Chromium.require();
        server = new PageServer();
        server.page("never", exchange -> {
            never.await();
            return "";
        });
        server.page("start", """
                <h1>start</h1><a href='/never'>away</a> <a href='/never' target='_blank'>new tab</a>
                <button onclick="location = '/never'">by script</button>
                <button onclick="document.body.append(Object.assign(document.createElement('iframe'), {src: '/never'}))">frame</button>
                <form method=post action='/never'><button>send</button></form>""");
        browser = new BrowserEnvironment(
                task -> new OpenEndedTask(server.url("start"), ""),
                BrowserSettings.standard().withWaiting(Waiting.untilQuiet().withMostForAnswer(Duration.ofSeconds(2))));
    }

    @AfterEach
    void close() throws IOException {
        never.countDown();
        if (browser != null) {
            browser.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private Step reset() {
        return browser.reset(Task.of("t", "", Map.of()));
    }

    private static String tree(Step step) {
        return String.valueOf(step.observation().attributes().get("axtree_txt"));
    }

    private static String error(Step step) {
        return String.valueOf(step.observation().attributes().get("last_action_error"));
    }

    private static String bid(Step step, String element) {
        return tree(step).replaceFirst("(?s).*?\\[(\\w+)] " + element + ".*", "$1");
    }

    private void goesOn() {
        assertThat(tree(browser.step("goto('" + server.url("start") + "')"))).contains("heading 'start'");
    }

    @Test
    void pageThatNeverAnswersIsStoppedAndTheAgentReadsIt() {
        reset();
        Step step = browser.step("goto('" + server.url("never") + "')");
        assertThat(step.done()).isFalse();
        assertThat(error(step)).contains("Timeout", "did not answer", "stopped").doesNotContain("stack=");
        assertThat(tree(step)).contains("heading 'start'");
        goesOn();
    }

    @ParameterizedTest
    @ValueSource(strings = {"link 'away'", "link 'new tab'", "button 'by script'", "button 'frame'", "button 'send'"})
    void clickThatLeadsToAPageThatNeverAnswersIsExplained(String element) {
        Step start = reset();
        Step step = browser.step("click('" + bid(start, element) + "')");
        assertThat(step.done()).as(error(step)).isFalse();
        assertThat(error(step)).contains("Note: ", "/never did not answer", "stopped");
        assertThat(step.observation().text()).contains("Note: ");
        goesOn();
    }

    @Test
    void largePageIsShown() {
        int many = 20_000;
        server.page("large", "<h1>large</h1>" + "<div><button>b</button></div>".repeat(many));
        reset();
        Step step = browser.step("goto('" + server.url("large") + "')");
        assertThat(step.done()).as(error(step)).isFalse();
        assertThat(error(step)).isEmpty();
        assertThat(tree(step).lines().filter(line -> line.contains("button 'b'")))
                .hasSize(many);
        goesOn();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<meta http-equiv=refresh content=0><h1>again</h1>",
                "<h1>frames</h1><div id=d></div><script>setInterval(() => {"
                        + " d.innerHTML = '<iframe srcdoc=\"<p>x</p>\"></iframe>' }, 20)</script>",
                "<h1>moving</h1><script>setTimeout(() => location = '/restless?' + Math.random(), 5)</script>"
            })
    void pageThatNeverRestsIsSurvived(String html) {
        server.page("restless", html);
        reset();
        Step step = browser.step("goto('" + server.url("restless") + "')");
        for (int i = 0; i < 3; i++) {
            assertThat(step.done()).as(error(step)).isFalse();
            assertThat(tree(step)).contains("RootWebArea");
            assertThat(error(step)).doesNotContain("stack=", "name='");
            step = browser.step("noop(50)");
        }
        goesOn();
    }

    @Test
    void firstPageThatNeverAnswersIsToldWithoutPlaywrightsOwnWords() {
        try (BrowserEnvironment stuck = new BrowserEnvironment(
                task -> new OpenEndedTask(server.url("never"), ""), BrowserSettings.standard())) {
            assertThatThrownBy(() -> stuck.reset(Task.of("t", "", Map.of())))
                    .isInstanceOf(BrowserException.class)
                    .hasMessageContaining("could not begin")
                    .hasMessageContaining("Timeout")
                    .hasMessageNotContaining("stack=");
        }
    }
}
