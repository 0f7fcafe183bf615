package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.driver.SessionOptions.Waiting;
import dev.guerdon.browser.spi.BrowserException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Pages that never answer, never rest or are very large: the agent reads what is wrong, and its episode goes on. */
class EndingsTest {

    /** How long a page that never answers is waited for, where that is the point; and how long one that answers may take. */
    private static final Duration SOON = Duration.ofSeconds(3);

    private static final Duration USUAL = Duration.ofSeconds(60);

    private final CountDownLatch never = new CountDownLatch(1);
    private PageServer server;

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
            <form method=post action='/never'><button>send</button></form>\
            """);
    }

    @AfterEach
    void close() throws IOException {
        never.countDown();
        if (server != null) {
            server.close();
        }
    }

    private BrowserEnvironment browser(Duration mostForAnswer) {
        return new BrowserEnvironment(
                task -> new OpenEndedTask(server.url("start"), ""),
                BrowserSettings.standard()
                        .withWaiting(new Waiting(
                                null,
                                Duration.ofMillis(30),
                                Duration.ofMillis(500),
                                Duration.ofSeconds(3),
                                mostForAnswer)));
    }

    /** Begins all episodes together, since most of their time is waiting; each is a test of its own. */
    private static Stream<DynamicTest> atOnce(Map<String, Runnable> episodes) {
        Map<String, FutureTask<Void>> playing = new LinkedHashMap<>();
        episodes.forEach((name, episode) -> {
            FutureTask<Void> task = new FutureTask<>(episode, null);
            playing.put(name, task);
            Thread.ofPlatform().daemon().name(name).start(task);
        });
        return playing.entrySet().stream()
                .map(each -> dynamicTest(each.getKey(), () -> each.getValue().get()));
    }

    private static Step reset(BrowserEnvironment browser) {
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

    private void goesOn(BrowserEnvironment browser) {
        assertThat(tree(browser.step("goto('" + server.url("start") + "')"))).contains("heading 'start'");
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicTest> pageThatNeverAnswersIsStoppedAndTheAgentReadsIt() {
        Map<String, Runnable> episodes = new LinkedHashMap<>();
        for (String element :
                List.of("link 'away'", "link 'new tab'", "button 'by script'", "button 'frame'", "button 'send'")) {
            episodes.put(element, () -> clickThatLeadsToItIsExplained(element));
        }
        episodes.put("goto", this::gotoIsStopped);
        episodes.put("first page", this::firstPageIsToldWithoutPlaywrightsOwnWords);
        return atOnce(episodes);
    }

    private void gotoIsStopped() {
        try (BrowserEnvironment browser = browser(SOON)) {
            reset(browser);
            Step step = browser.step("goto('" + server.url("never") + "')");
            assertThat(step.done()).isFalse();
            assertThat(error(step))
                    .contains("Timeout", "did not answer", "stopped")
                    .doesNotContain("stack=");
            assertThat(tree(step)).contains("heading 'start'");
            goesOn(browser);
        }
    }

    private void clickThatLeadsToItIsExplained(String element) {
        try (BrowserEnvironment browser = browser(SOON)) {
            Step start = reset(browser);
            Step step = browser.step("click('" + bid(start, element) + "')");
            assertThat(step.done()).as(error(step)).isFalse();
            assertThat(error(step)).contains("Note: ", "/never did not answer", "stopped");
            assertThat(step.observation().text()).contains("Note: ");
            goesOn(browser);
        }
    }

    private void firstPageIsToldWithoutPlaywrightsOwnWords() {
        try (BrowserEnvironment stuck = new BrowserEnvironment(
                task -> new OpenEndedTask(server.url("never"), ""), BrowserSettings.standard())) {
            assertThatThrownBy(() -> reset(stuck))
                    .isInstanceOf(BrowserException.class)
                    .hasMessageContaining("could not begin")
                    .hasMessageContaining("Timeout")
                    .hasMessageNotContaining("stack=");
        }
    }

    @Test
    @Tag("slow")
    void largePageIsShown() {
        int many = 20_000;
        server.page("large", "<h1>large</h1>" + "<div><button>b</button></div>".repeat(many));
        try (BrowserEnvironment browser = browser(USUAL)) {
            reset(browser);
            Step step = browser.step("goto('" + server.url("large") + "')");
            assertThat(step.done()).as(error(step)).isFalse();
            assertThat(error(step)).isEmpty();
            assertThat(tree(step).lines().filter(line -> line.contains("button 'b'")))
                    .hasSize(many);
            goesOn(browser);
        }
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicTest> pageThatNeverRestsIsSurvived() {
        Map<String, String> pages = Map.of(
                "again",
                "<meta http-equiv=refresh content=0><h1>again</h1>",
                "frames",
                "<h1>frames</h1><div id=d></div><script>setInterval(() => {"
                        + " d.innerHTML = '<iframe srcdoc=\"<p>x</p>\"></iframe>' }, 20)</script>",
                "moving",
                "<h1>moving</h1><script>setTimeout(() => location = '/moving?' + Math.random(), 5)</script>");
        Map<String, Runnable> episodes = new LinkedHashMap<>();
        pages.forEach((name, html) -> {
            server.page(name, html);
            episodes.put(name, () -> survive(name));
        });
        return atOnce(episodes);
    }

    private void survive(String page) {
        try (BrowserEnvironment browser = browser(USUAL)) {
            reset(browser);
            for (String action : List.of("goto('" + server.url(page) + "')", "noop(50)")) {
                Step step = browser.step(action);
                assertThat(step.done()).as(error(step)).isFalse();
                assertThat(tree(step)).contains("RootWebArea");
                assertThat(error(step)).doesNotContain("stack=", "name='");
            }
            goesOn(browser);
        }
    }
}
