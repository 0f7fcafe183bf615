package dev.guerdon.browser;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.view.BrowserObservation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The browser of a running rollout, for rewards and tools of your own: the page, what was said, and what the task says about it.
 *
 * <p>It is the browser in which the tool {@code browser_action} and the agent {@code web-research} act. Like every live resource it
 * belongs to one rollout. Each method tells what was seen after the last action; none of them touches the page.
 *
 * <p>{@snippet :
 * @Reward("reached_checkout")
 * static boolean reachedCheckout(Context context) {
 *     Browser browser = Browser.of(context);
 *     return browser.page().url().endsWith("/checkout");
 * }
 * }
 */
@Experimental
public final class Browser {

    private final BrowserEnvironment environment;

    private Browser(BrowserEnvironment environment) {
        this.environment = environment;
    }

    /**
     * Finds the browser of a rollout. If it was not used yet, it opens at the beginning of the rollout's task.
     *
     * @throws UnscoredException outside of a rollout, and if there is no browser
     */
    public static Browser of(Context context) {
        return new Browser(BrowserResource.installed().of(context));
    }

    /** Looks at an environment that you opened yourself. */
    public static Browser of(BrowserEnvironment environment) {
        return new Browser(environment);
    }

    /**
     * The active page.
     *
     * @param url its address
     * @param title its title
     * @param text its accessibility tree as text, as the agent sees it
     * @param tabs all open pages in their order, this one among them
     * @param lastAction the last action; empty before the first
     * @param lastActionError why that action failed; empty where it did not
     */
    public record Page(
            String url, String title, String text, List<Tab> tabs, String lastAction, String lastActionError) {

        public Page {
            tabs = List.copyOf(tabs);
        }
    }

    /**
     * An open page.
     *
     * @param url its address
     * @param title its title
     */
    public record Tab(String url, String title) {}

    /**
     * Verdict of the task so far.
     *
     * @param reward the sum of the rewards of all actions so far
     * @param done whether the task says that it is over
     * @param steps how many actions there were
     * @param info what the task tells programs, such as MiniWoB's raw reward
     */
    public record Verdict(double reward, boolean done, int steps, Map<String, @Nullable Object> info) {

        public Verdict {
            info = Collections.unmodifiableMap(new LinkedHashMap<>(info));
        }

        Verdict after(BrowserTask.Verdict next) {
            return new Verdict(reward + next.reward(), next.done(), steps + 1, next.info());
        }
    }

    /** Returns the active page, as it was after the last action. */
    public Page page() {
        BrowserObservation seen = seen();
        List<Tab> tabs = new ArrayList<>();
        for (int i = 0; i < seen.tabs().urls().size(); i++) {
            tabs.add(new Tab(seen.tabs().urls().get(i), seen.tabs().titles().get(i)));
        }
        int active = seen.tabs().active();
        return new Page(
                seen.view().url(),
                active >= 0 && active < tabs.size() ? tabs.get(active).title() : "",
                seen.view().axTreeText(),
                tabs,
                seen.lastAction(),
                seen.lastActionError());
    }

    /** Returns what the user and the agent said to each other, from the greeting on. */
    public List<ChatMessage> chat() {
        return List.copyOf(seen().chat());
    }

    /** Returns what the agent was asked, as one text. */
    public String goal() {
        return seen().goalText();
    }

    /** Returns how the episode ended: by its task, a limit, or a page that was lost; {@link Step.End#NONE} while it goes on. */
    public Step.End end() {
        return environment.end();
    }

    /** Returns what the task says so far; empty if it does not judge, as an open-ended one, and where the browser was lost. */
    public Optional<Verdict> verdict() {
        return environment.verdict().filter(verdict -> end().kind() != Step.End.Kind.LOST);
    }

    private BrowserObservation seen() {
        return environment
                .lastObservation()
                .orElseThrow(() -> new UnscoredException(
                        Score.Reason.RESOURCE,
                        "the browser of this rollout has shown no page yet; reset it with a task before"
                                + " looking at it"));
    }
}
