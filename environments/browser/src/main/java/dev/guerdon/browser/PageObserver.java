package dev.guerdon.browser;

import dev.guerdon.browser.driver.BrowserSession;
import dev.guerdon.browser.driver.PageExtraction;
import dev.guerdon.browser.driver.TargetTab;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.view.BrowserObservation;
import dev.guerdon.browser.view.DomText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the pages of an episode after each action.
 *
 * <p>A page that cannot be read, because it is another one each time that it is looked at, is shown as it was before, with a note that
 * says so. That costs the agent a look, and not its episode.
 */
final class PageObserver {

    private static final String CHANGING =
            "Note: the page changes faster than it can be read. What is shown is from before. Go elsewhere, or wait.";

    /** The tree of a page that could never be read. */
    private static final String NOTHING = "RootWebArea ''";

    private final BrowserSettings settings;
    private @Nullable BrowserObservation last;

    PageObserver(BrowserSettings settings) {
        this.settings = settings;
    }

    /**
     * Parts of an observation besides the pages.
     *
     * @param needs what the task asks of the browser
     * @param goal the parts of the goal
     * @param action the last action
     * @param error why it failed, or what the agent should know; empty for nothing
     * @param elapsed seconds since the episode began
     * @param recorded whether the step is kept with its picture
     */
    record Occasion(
            BrowserNeeds needs,
            List<Map<String, @Nullable Object>> goal,
            String action,
            String error,
            double elapsed,
            boolean recorded) {}

    Optional<BrowserObservation> last() {
        return Optional.ofNullable(last);
    }

    /** Forgets the episode before. */
    void begin() {
        last = null;
    }

    /** Returns what the pages show; runs on the lane's thread. */
    BrowserObservation look(BrowserSession open, Occasion occasion) {
        TargetTab page = open.activePage();
        String title;
        BrowserObservation.View view;
        String error = occasion.error();
        try {
            PageExtraction.Extracted extracted = open.extraction().extract(page);
            title = extracted.title();
            view = view(open, page, extracted, occasion);
            error = joined(error, extracted.note());
        } catch (PageExtraction.ChangingException e) {
            title = "";
            view = before(page.url());
            error = joined(error, CHANGING);
        }
        List<TargetTab> pages = open.pages();
        int active = pages.indexOf(page);
        List<String> titles = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
            titles.add(i == active ? title : title(pages.get(i)));
        }
        BrowserObservation seen = new BrowserObservation(
                open.chat(),
                occasion.goal(),
                new BrowserObservation.Tabs(pages.stream().map(TargetTab::url).toList(), titles, active),
                view,
                occasion.action(),
                error,
                occasion.elapsed());
        last = seen;
        return seen;
    }

    private BrowserObservation.View view(
            BrowserSession open, TargetTab page, PageExtraction.Extracted extracted, Occasion occasion) {
        BrowserNeeds needs = occasion.needs();
        boolean domText = settings.extras.domText() || occasion.recorded();
        boolean screenshot = settings.extras.screenshots() || occasion.recorded();
        return new BrowserObservation.View(
                page.url(),
                extracted.axTree(),
                AxTreeText.flatten(extracted.axTree(), extracted.properties(), settings.axTree),
                extracted.dom(),
                domText ? DomText.flatten(extracted.dom(), extracted.properties(), Set.of(), true) : null,
                extracted.properties(),
                extracted.focusedBid(),
                screenshot ? open.extraction().screenshot(page, needs.width(), needs.height()) : null);
    }

    private BrowserObservation.View before(String url) {
        BrowserObservation known = last;
        if (known == null) {
            return new BrowserObservation.View(url, Map.of(), NOTHING, Map.of(), null, Map.of(), "", null);
        }
        BrowserObservation.View view = known.view();
        return new BrowserObservation.View(
                url,
                view.axTree(),
                view.axTreeText(),
                view.dom(),
                view.domText(),
                view.properties(),
                view.focusedBid(),
                view.screenshot());
    }

    private static String title(TargetTab page) {
        try {
            return page.title();
        } catch (PageException e) {
            return ""; // It is on its way to another page.
        }
    }

    /** Returns an error and a note, of which either may be empty. */
    static String joined(String error, String note) {
        return error.isEmpty() ? note : note.isEmpty() ? error : error.stripTrailing() + "\n" + note;
    }
}
