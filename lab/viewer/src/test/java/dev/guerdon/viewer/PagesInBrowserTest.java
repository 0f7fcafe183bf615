package dev.guerdon.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.lab.RunStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The pages as readers meet them, in a real browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesInBrowserTest {

    private static final int LARGE = 3_000;

    private final List<String> runs = new ArrayList<>();
    private @org.jspecify.annotations.Nullable Browser browser;
    private @org.jspecify.annotations.Nullable ViewerForTests viewer;

    @BeforeAll
    void open(@TempDir Path folder) throws IOException {
        browser = Browser.open();
        RunStore store = new RunStore(folder.resolve("runs"));
        runs.add(SampleRuns.store(store, "questions", 40, 0, 0.4));
        runs.add(SampleRuns.store(store, "questions", 40, 1, 0.7));
        runs.add(SampleRuns.store(store, "large", LARGE, 2, 0.5));
        viewer = ViewerForTests.of(store, false);
    }

    @AfterAll
    void close() throws IOException {
        if (viewer != null) {
            viewer.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    private Browser page() {
        return java.util.Objects.requireNonNull(browser);
    }

    private String url(String path) {
        return java.util.Objects.requireNonNull(viewer).url(path);
    }

    @BeforeEach
    void desktop() {
        page().scripts(true);
        page().size(1280, 900);
        page().forget();
    }

    @AfterEach
    void nothingIsRefusedOrFails() {
        assertThat(page().complaints()).isEmpty();
    }

    @Test
    void fromTheListOverARunToAnEpisodeAndBack() {
        page().go(url("/"));
        assertThat(page().text("document.querySelectorAll('.grid.runs tbody tr').length"))
                .isEqualTo("3");
        page().evaluate("document.querySelector('a[href$=\"" + runs.getFirst() + "\"].name').click()");
        page().until("document.title.startsWith('" + runs.getFirst() + "')");
        page().evaluate("document.querySelector('.grid.episodes tbody th a').click()");
        page().until("location.pathname.endsWith('/episode')");
        page().evaluate("void setTimeout(() => history.back())"); // the answer comes before the page goes
        page().until("document.title.startsWith('" + runs.getFirst() + "')");
    }

    @Test
    void filterIsPartOfTheAddressAndAWrongOneSaysWhatIsWrong() {
        page().go(url("/runs/" + runs.getFirst()));
        page().press("/");
        page().type("reward = 1 and steps > 2");
        page().press("Enter");
        page().until("location.search.includes('filter=')");
        page().until("document.readyState === 'complete' && document.querySelector('[data-count]')");
        int count =
                Integer.parseInt(page().text("document.querySelector('[data-count]').textContent.match(/\\d+/)[0]"));
        assertThat(count).isBetween(1, 39);
        assertThat(
                        page().text(
                                        "[...document.querySelectorAll('td.reward')].every(cell => cell.textContent.trim() === '1.000')"))
                .isEqualTo("true");
        page().go(url("/runs/" + runs.getFirst() + "?filter=rewrad%20%3C%201"));
        assertThat(page().text("document.querySelector('[role=alert]').textContent"))
                .contains("reward");
    }

    @Test
    void columnIsSortedByItsHead() {
        page().go(url("/runs/" + runs.getFirst()));
        page().evaluate(
                        "[...document.querySelectorAll('.episodes thead a')].find(a => a.textContent === 'reward').click()");
        page().until("document.querySelector('th[aria-sort=ascending]')");
        String rewards = page().text(
                        "[...document.querySelectorAll('td.reward')].map(cell => cell.textContent.trim()).join(' ')");
        List<Double> values = java.util.Arrays.stream(rewards.split(" ", -1))
                .filter(text -> !text.isEmpty())
                .map(Double::valueOf)
                .toList();
        assertThat(values).hasSizeGreaterThan(20).isSorted();
    }

    @Test
    void twoRunsAreChosenAndCompared() {
        page().go(url("/"));
        page().evaluate("document.querySelector('input[name=base][value=\"" + runs.get(0) + "\"]').click()");
        page().evaluate("document.querySelector('input[name=candidate][value=\"" + runs.get(1) + "\"]').click()");
        page().until("!document.querySelector('[data-compare] button').disabled");
        page().evaluate("document.querySelector('[data-compare] button').click()");
        page().until("location.pathname === '/compare' && document.readyState === 'complete'");
        assertThat(page().text("document.body.textContent")).contains(runs.get(0), runs.get(1));
    }

    @Test
    void largeTableScrollsToItsEndAndKeysReachEveryRow() {
        page().go(url("/runs/" + runs.get(2)));
        page().until("document.querySelector('.space')");
        page().evaluate("document.querySelector('.virtual').scrollTop = 1e9");
        page().until("document.querySelector('.episodes tr[aria-rowindex=\"" + (LARGE + 1) + "\"]')");
        assertThat(page().text("document.querySelectorAll('.episodes tbody tr').length < 400"))
                .isEqualTo("true");
        page().evaluate("document.querySelector('.virtual').focus()");
        page().press("Home");
        page().until(
                        "document.activeElement.closest('tr') && document.activeElement.closest('tr').getAttribute('aria-rowindex') === '2'");
        page().press("j");
        page().press("ArrowDown");
        page().until("document.activeElement.closest('tr').getAttribute('aria-rowindex') === '4'");
        page().press("End");
        page().until(
                        "document.activeElement.closest('tr') && document.activeElement.closest('tr').getAttribute('aria-rowindex') === '"
                                + (LARGE + 1) + "'");
        page().press("Enter");
        page().until("location.pathname.endsWith('/episode')");
    }

    @Test
    void everythingCanBeReadWithoutScripts() {
        page().scripts(false);
        page().go(url("/runs/" + runs.get(2)));
        assertThat(page().text("getComputedStyle(document.querySelector('.pager a[rel=next]')).display"))
                .isNotEqualTo("none");
        page().go(url(page().text("document.querySelector('.pager a[rel=next]').getAttribute('href')")));
        assertThat(page().text("document.querySelector('[data-window]').textContent"))
                .contains("101 to 200 of 3,000");
    }

    @Test
    void phoneShowsEveryPageWithoutScrollingSideways() {
        page().size(360, 740);
        for (String path : List.of(
                "/", "/runs/" + runs.getFirst(), "/compare?base=" + runs.get(0) + "&candidate=" + runs.get(1))) {
            page().go(url(path));
            assertThat(page().text("document.documentElement.scrollWidth"))
                    .as(path)
                    .isEqualTo("360");
        }
    }

    @Test
    void noteIsWrittenAndNoScriptOfAnotherSiteCouldWriteOne() {
        page().go(url("/runs/" + runs.getFirst()));
        page().evaluate("document.getElementById('note-text').value = 'look at <b>this</b>'");
        page().evaluate("document.getElementById('note-who').value = 'Ada'");
        page().evaluate("document.getElementById('note-text').form.submit()");
        page().until("document.querySelector('.notes li')");
        assertThat(page().text("document.querySelector('.notes li').textContent"))
                .contains("look at <b>this</b>", "Ada");
        String status = page().text("(await fetch('/runs/" + runs.getFirst()
                + "/notes', {method: 'POST', body: new URLSearchParams({text: 'no key'})})).status");
        assertThat(status).isEqualTo("403");
        page().forget();
    }
}
