package dev.guerdon.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.episode.TraceRuns;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EpisodeInChromiumTest {

    private static final byte[] PNG = Base64.getDecoder()
            .decode(
                    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==");

    private static final String HOSTILE =
            "</pre><script>window.hacked=1</script><img src=x onerror='window.hacked=1'><svg onload='window.hacked=1'>";

    @TempDir
    Path folder;

    private RunStore store;
    private WebServer server;
    private String run;

    @BeforeEach
    void serve() throws IOException {
        store = new RunStore(folder.resolve("runs"));
        Path artifacts = Files.createDirectories(folder.resolve("artifacts"));
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            turns.add(TraceRuns.turn(
                    i, "click('7')", "seen " + i, "", Map.of(TurnInfo.PAGE_TEXT, "page " + i, TurnInfo.PAGE_CUT, 3)));
            Files.write(artifacts.resolve("screenshot_step_" + i + ".png"), PNG);
            try (OutputStream out =
                    new GZIPOutputStream(Files.newOutputStream(artifacts.resolve("step_" + i + ".json.gz")))) {
                out.write(
                        "{\"obs\":{\"dom_txt\":\"<p>\",\"extra_element_properties\":{\"7\":{\"bbox\":[0,0,1,1]}}},\"action\":\"click('7')\"}"
                                .getBytes(StandardCharsets.UTF_8));
            }
        }
        Turn hostile = TraceRuns.turn(
                0,
                HOSTILE,
                HOSTILE,
                HOSTILE,
                Map.of(TurnInfo.PAGE_TEXT, HOSTILE, HOSTILE, HOSTILE, TurnInfo.URL, "javascript:window.hacked=1"));
        run = TraceRuns.store(
                store,
                1,
                TraceRuns.episode("t", 0, 1, "a", "a", turns, artifacts),
                TraceRuns.episode(HOSTILE, 0, 0, HOSTILE, HOSTILE, List.of(hostile, hostile)));
        HttpRouting.Builder routing = HttpRouting.builder();
        Viewer.over(store, dev.guerdon.core.Registry.discover(), Viewer.Settings.USUAL)
                .addTo(routing);
        server = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .shutdownHook(false)
                .routing(routing)
                .build()
                .start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.port() + path;
    }

    private String episode(String more) {
        return url("/runs/" + run + "/episode?task=t&repeat=0" + more);
    }

    private static void at(BrowserPage page, int step) {
        page.waitFor("!!document.querySelector('.step-slot > #step-" + step
                + "') && new URL(location.href).searchParams.get('step') === '" + step + "'");
    }

    @Test
    void keysGoFromStepToStepAndTheAddressFollows() {
        InChromium.look(episode("&step=2"), page -> {
            InChromium.press(page, "j");
            at(page, 3);
            InChromium.press(page, "ArrowRight");
            at(page, 4);
            InChromium.press(page, "k");
            at(page, 3);
            InChromium.press(page, "End");
            at(page, 5);
            InChromium.press(page, "j"); // there is none after the last
            assertThat(page.evaluate("document.querySelector('[data-status]').textContent"))
                    .isEqualTo("This is the last step");
            assertThat(page.evaluate("document.querySelector('.step-list [aria-current]').dataset.goto"))
                    .isEqualTo("5");
            assertThat(page.title()).startsWith("Step 5 · ");
            assertThat(page.evaluate("document.querySelectorAll('.step-slot > article').length"))
                    .isEqualTo(1);
        });
    }

    @Test
    void aTabIsPartOfTheAddressAndStaysFromStepToStep() {
        InChromium.look(episode("&step=1"), page -> {
            page.evaluate("document.querySelector('label[for=tab-1-dom]').click()");
            assertThat(shown(page)).isEqualTo("dom");
            assertThat(page.url()).contains("tab=dom");
            InChromium.press(page, "j");
            at(page, 2);
            assertThat(shown(page)).isEqualTo("dom");
            page.navigate(page.url());
            assertThat(shown(page)).isEqualTo("dom");
            assertThat(page.evaluate("document.querySelector('.step-slot > article').id"))
                    .isEqualTo("step-2");
        });
    }

    private static String shown(BrowserPage page) {
        return String.valueOf(page.evaluate("Array.from(document.querySelectorAll('.pane'))"
                + ".filter(pane => getComputedStyle(pane).display !== 'none').map(pane => pane.dataset.tab).join()"));
    }

    @Test
    void theSliderPullsThePictureAfterOverTheOneBefore() {
        String clip = "getComputedStyle(document.querySelector('.stage .after')).clipPath";
        InChromium.look(episode("&step=1"), page -> {
            assertThat(page.evaluate(clip)).isEqualTo("inset(0px 0px 0px 100%)");
            page.evaluate("(() => { const s = document.querySelector('.slider'); s.value = 75;"
                    + " s.dispatchEvent(new Event('input', { bubbles: true })); })()");
            assertThat(page.evaluate(clip)).isEqualTo("inset(0px 0px 0px 25%)");
            page.evaluate("document.querySelector('label[for=after-1]').click()");
            assertThat(page.evaluate(clip)).isEqualTo("none");
            InChromium.press(page, "a");
            assertThat(page.evaluate(clip)).isEqualTo("inset(0px 0px 0px 100%)");
            assertThat(page.evaluate("document.querySelectorAll('.aim rect').length"))
                    .isEqualTo(1);
        });
    }

    @Test
    void searchAndHelpHaveKeys() {
        InChromium.look(episode("&step=1"), page -> {
            InChromium.press(page, "?");
            assertThat(page.evaluate("document.querySelector('dialog').open")).isEqualTo(true);
            InChromium.press(page, "Escape");
            page.waitFor("!document.querySelector('dialog').open");
            InChromium.press(page, "/");
            assertThat(page.evaluate("document.activeElement.id")).isEqualTo("q");
            InChromium.press(page, "j"); // is a letter there
            assertThat(page.evaluate("document.activeElement.value")).isEqualTo("j");
            assertThat(page.url()).contains("step=1");
        });
    }

    @Test
    void aHostileEpisodeRunsNothing() {
        String task = java.net.URLEncoder.encode(HOSTILE, StandardCharsets.UTF_8);
        InChromium.look(url("/runs/" + run + "/episode?task=" + task + "&repeat=0&step=1&q=" + task), page -> {
            InChromium.press(page, "j");
            at(page, 2);
            assertThat(page.evaluate("window.hacked === undefined && document.images.length === 0"))
                    .isEqualTo(true);
            assertThat(page.evaluate("document.querySelectorAll('main script, main style, main iframe').length"))
                    .isEqualTo(0);
            assertThat(page.evaluate("Array.from(document.links).filter(a => !/^http/.test(a.href)).length"))
                    .isEqualTo(0);
        });
    }
}
