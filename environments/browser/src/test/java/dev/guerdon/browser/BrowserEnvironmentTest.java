package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.BrowserSettings.Extras;
import dev.guerdon.browser.BrowserSettings.Limits;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.driver.SessionOptions;
import dev.guerdon.browser.driver.SessionOptions.Waiting;
import dev.guerdon.browser.driver.SharedBrowser;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.PageAction.CustomAction;
import dev.guerdon.browser.spi.PageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrowserEnvironmentTest {

    private static final BrowserSettings SETTINGS = BrowserSettings.standard();

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static PageServer server;

    @BeforeAll
    static void serve() throws IOException {
        Chromium.require();
        server = new PageServer();
    }

    @AfterAll
    static void end() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static BrowserEnvironment open(String path, BrowserSettings settings) {
        return new BrowserEnvironment(task -> new OpenEndedTask(server.url(path), ""), settings);
    }

    private static Step reset(BrowserEnvironment environment) {
        return environment.reset(Task.of("test", "", Map.of()));
    }

    private static String error(Step step) {
        return String.valueOf(step.observation().attributes().get("last_action_error"));
    }

    private static String axTree(Step step) {
        return String.valueOf(step.observation().attributes().get("axtree_txt"));
    }

    @Test
    @Tag("slow")
    void aPageThatHangsItsRendererCostsItsStepAndNoOtherEpisode() {
        server.page("hang", "<h1>busy</h1><button onclick='for(;;);'>Hang</button>");
        // They hold for the reset, too, which a busy machine takes some seconds for.
        Limits limits = new Limits(0, null, Duration.ofSeconds(10), Duration.ofSeconds(10));
        try (BrowserEnvironment hanging = open("hang", SETTINGS.withLimits(limits));
                BrowserEnvironment other = open("target_one.html", SETTINGS)) {
            String button = bid(reset(hanging), "button 'Hang'");
            reset(other);
            long begin = System.nanoTime();
            Step lost = hanging.step("click('" + button + "')");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(60));
            assertThat(lost.done()).isFalse();
            assertThat(error(lost)).contains("kept the page busy, so it was stopped");
            assertThat(axTree(lost)).contains("heading 'busy'");
            assertThat(error(other.step("noop(0)"))).isEmpty();
            assertThat(axTree(reset(hanging))).contains("heading 'busy'");
        }
    }

    @Test
    void aCrashedRendererCostsItsTabAndNotTheEpisode() {
        CustomAction crash = CustomAction.of(
                "crash()",
                "Crashes the page.",
                (browser, arguments) -> browser.page().devTools("Page.crash", Map.of()));
        BrowserSettings settings = SETTINGS.withActions(ActionSet.of(List.of("custom", "tab"), List.of(crash)))
                .withLimits(new Limits(0, null, Duration.ofSeconds(10), Duration.ofSeconds(10)));
        try (BrowserEnvironment environment = open("target_one.html", settings)) {
            Step before = reset(environment);
            Step lost = environment.step("crash()");
            assertThat(lost.done()).isFalse();
            assertThat(error(lost)).contains("Target crashed", "target_one.html crashed, so its tab was closed");
            assertThat(lost.observation().attributes().get("open_pages_urls")).isEqualTo(List.of("about:blank"));
            assertThat(axTree(environment.step("new_tab()"))).contains("RootWebArea");
            assertThat(axTree(reset(environment))).isEqualTo(axTree(before));
        }
    }

    @Test
    @Tag("slow")
    void aDeadBrowserIsReplacedByTheNextReset() {
        SharedBrowser browsers = new SharedBrowser(InstalledPrograms.thisOne());
        try (browsers;
                BrowserEnvironment environment = new BrowserEnvironment(
                        browsers, task -> new OpenEndedTask(server.url("target_one.html"), ""), SETTINGS)) {
            reset(environment);
            browsers.processes().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            Step lost = environment.step("noop(0)");
            assertThat(lost.done()).isTrue();
            assertThat(lost.info()).containsKey("error");
            assertThat(reset(environment).done()).isFalse();
        }
    }

    @Test
    void sixteenEpisodesRunAtOnceAndSeeNothingOfEachOther() throws Exception {
        server.page(
                "who",
                "<p id=p></p><input aria-label=who oninput=\"localStorage.who = value\"><script>"
                        + "p.textContent = 'I am ' + (localStorage.who || 'nobody')</script>");
        List<Callable<String>> episodes = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            String name = "agent" + i;
            episodes.add(() -> {
                try (BrowserEnvironment environment = open("who", SETTINGS)) {
                    Step first = reset(environment);
                    assertThat(axTree(first)).contains("I am nobody");
                    environment.step("fill('" + bid(first, "textbox 'who'") + "', '" + name + "')");
                    Step again = environment.step("goto('" + server.url("who") + "')");
                    assertThat(axTree(again)).contains("I am " + name);
                    return error(again);
                }
            });
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<String> episode : threads.invokeAll(episodes)) {
                assertThat(episode.get()).isEmpty();
            }
        }
    }

    @Test
    void aPageWithBidsOfItsOwnIsMarkedAllTheSame() {
        server.page("bids", "<p bid='7' id=a>one</p><button bid='7'>two</button><button bid='x y'>three</button>");
        try (BrowserEnvironment environment = open("bids", SETTINGS)) {
            Step first = reset(environment);
            assertThat(error(environment.step("click('" + bid(first, "button 'three'") + "')")))
                    .isEmpty();
            assertThat(environment
                            .lastObservation()
                            .orElseThrow()
                            .view()
                            .properties()
                            .keySet())
                    .allMatch(bid -> bid.matches("[0-9]+"));
        }
    }

    @Test
    void whatAPageRendersAfterTimersAndRequestsIsSeenWithoutAFixedWait() {
        server.page("late.json", exchange -> {
            TimeUnit.MILLISECONDS.sleep(700);
            return "{\"name\": \"Lantern\"}";
        });
        server.page(
                "late",
                "<button onclick=\"setTimeout(() => fetch('late.json').then(r => r.json()).then(j =>"
                        + " setTimeout(() => { out.textContent = j.name }, 200)), 100)\">Load</button><p id=out></p>");
        try (BrowserEnvironment environment = open("late", SETTINGS)) {
            Step first = reset(environment);
            Step loaded = environment.step("click('" + bid(first, "button 'Load'") + "')");
            assertThat(axTree(loaded)).contains("Lantern");
        }
    }

    @Test
    void anAnswerIsWaitedForUntilThePageHasReadIt() {
        server.page("rows.json", exchange -> "[" + "{\"row\": 1}, ".repeat(20_000) + "{\"row\": 2}]");
        server.page(
                "rows",
                "<button onclick=\"fetch('rows.json').then(r => r.json()).then(j => { const x = new XMLHttpRequest();"
                        + " x.open('GET', 'rows.json'); x.onload = () => { out.textContent = j.length + ' and ' +"
                        + " JSON.parse(x.responseText).length }; x.send(); })\">Load</button><p id=out></p>");
        try (BrowserEnvironment environment = open("rows", SETTINGS)) {
            Step first = reset(environment);
            Step loaded = environment.step("click('" + bid(first, "button 'Load'") + "')");
            assertThat(axTree(loaded)).contains("20001 and 20001");
        }
    }

    @Test
    void aRequestThatTheServerHoldsOpenIsWaitedForOnce() {
        CountDownLatch released = new CountDownLatch(1);
        server.page("held.json", exchange -> {
            released.await(60, TimeUnit.SECONDS);
            return "{}";
        });
        server.page("held", "<p>Chat</p><script>fetch('held.json').then(r => r.json())</script>");
        try (BrowserEnvironment environment = open("held", SETTINGS)) {
            reset(environment);
            long begin = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                environment.step("noop(0)");
            }
            // Waiting each time for the network would take more than thirty seconds.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
        } finally {
            released.countDown();
        }
    }

    @Test
    void aClockOnThePageDoesNotHoldUpTheStep() {
        server.page("clock", "<p id=c></p><script>setInterval(() => { c.textContent = Date.now() }, 10)</script>");
        try (BrowserEnvironment environment = open("clock", SETTINGS)) {
            reset(environment);
            long begin = System.nanoTime();
            assertThat(environment.step("noop(0)").done()).isFalse();
            // A step that waited for a quiet page would be lost after twenty seconds.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
        }
    }

    @Test
    void theFixedWaitOfTheReferenceCanBeHad() {
        try (BrowserEnvironment environment =
                open("target_one.html", SETTINGS.withWaiting(Waiting.fixed(Duration.ofMillis(600))))) {
            reset(environment);
            long begin = System.nanoTime();
            environment.step("noop(0)");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(600));
        }
    }

    @Test
    void filesOfThisMachineAreNotOpenToAgents() {
        try (BrowserEnvironment environment = open("32_upload.html", SETTINGS)) {
            reset(environment);
            assertThat(error(environment.step("goto('file:///etc/hostname')"))).contains("ERR_ACCESS_DENIED");
            assertThat(error(environment.step("upload_file('9', '/etc/hostname')")))
                    .startsWith("PermissionError: ");
        }
    }

    @Test
    void viewportLocaleAndTimezoneAreAsTold() {
        BrowserSettings settings =
                SETTINGS.withNeeds(needs -> needs.withViewport(800, 300).withLocale("de-DE", "Asia/Tokyo"));
        server.page(
                "where",
                "<p id=w></p><script>w.textContent = [innerWidth, innerHeight, navigator.language,"
                        + " Intl.DateTimeFormat().resolvedOptions().timeZone].join(' ')</script>");
        try (BrowserEnvironment environment = open("where", settings)) {
            assertThat(axTree(reset(environment))).contains("800 300 de-DE Asia/Tokyo");
        }
    }

    @Test
    void aTaskThatCannotBeginSaysWhy() {
        try (BrowserEnvironment environment =
                new BrowserEnvironment(task -> new OpenEndedTask("http://127.0.0.1:1/", ""), SETTINGS)) {
            assertThatThrownBy(() -> reset(environment))
                    .isInstanceOf(BrowserException.class)
                    .hasMessageContaining("could not begin")
                    .hasMessageContaining("ERR_")
                    .hasCauseInstanceOf(PageException.class);
        }
    }

    @Test
    void anEpisodeIsKeptAsAFolderInTheLayoutOfBrowserGym(@TempDir Path folder) {
        boolean video = InstalledPrograms.thisOne().onPath("ffmpeg").isPresent();
        try (BrowserEnvironment environment = open(
                "target_one.html",
                SETTINGS.withExtras(
                        new Extras(true, true, video ? Set.of(SessionOptions.KeptFiles.Kind.VIDEO) : Set.of())))) {
            environment.recordTo(folder.resolve("episode"));
            reset(environment);
            environment.annotate(Map.of("think", "it cannot be done"));
            environment.step("report_infeasible('no')");
        }
        assertThat(folder.resolve("episode").resolve("screenshot_step_1.png")).isNotEmptyFile();
        assertThat(folder.resolve("episode").resolve("summary_info.json"))
                .content()
                .contains("\"n_steps\": 1", "\"terminated\": true");
        if (video) {
            assertThat(folder.resolve("episode").resolve("task_video"))
                    .isDirectoryContaining(file -> file.toString().endsWith(".webm") && Files.exists(file));
        }
    }

    /** The bid of the element that the text of the tree shows that way. */
    private static String bid(Step step, String shown) {
        String line = axTree(step)
                .lines()
                .filter(one -> one.contains(shown))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + shown + " in " + axTree(step)));
        return line.substring(line.indexOf('[') + 1, line.indexOf(']'));
    }
}
