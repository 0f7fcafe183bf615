package dev.guerdon.browser;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.driver.SessionOptions;
import dev.guerdon.browser.driver.SessionOptions.LaunchOptions;
import dev.guerdon.browser.driver.SessionOptions.Waiting;
import dev.guerdon.browser.network.WebRules.WebGate;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.AxTreeOptions;
import dev.guerdon.browser.spi.BrowserNeeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Settings of a browser environment, whatever its task. Never changed once it is made; each {@code with} gives another one. */
@Internal
public final class BrowserSettings {

    /** Actions of the agent. */
    ActionSet actions = ActionSet.standard();
    /** Options of the text of the accessibility tree. */
    AxTreeOptions axTree = AxTreeOptions.of(AxTreeOptions.AxTreeProfile.PINNED);
    /** Elements that get a bid: {@code standard_html} or {@code all}. */
    String tagsToMark = "standard_html";
    /** Time to wait before an observation. */
    Waiting waiting = Waiting.untilQuiet();
    /** Changes the needs of a task. */
    UnaryOperator<BrowserNeeds> needs = UnaryOperator.identity();
    /** When an episode is cut short. */
    Limits limits = Limits.STANDARD;
    /** True if {@code report_infeasible} ends the episode. */
    boolean terminateOnInfeasible = true;
    /** Parts of observations beyond the accessibility tree. */
    Extras extras = Extras.NONE;
    /** The folder whose files the agent may upload; null for none. */
    @Nullable
    Path uploads;
    /** Refuses addresses that the agent may not go to, by throwing an {@link ActionException}. */
    Consumer<String> addresses = WebGate::refuseLocal;
    /** The user's wishes for the browser of each episode. */
    SessionOptions session = SessionOptions.STANDARD;
    /** Options of Chromium's start. */
    LaunchOptions launch = LaunchOptions.STANDARD;

    private BrowserSettings() {}

    /**
     * When an episode is cut short.
     *
     * @param steps after that many actions; 0 for no limit
     * @param episode after that time; null for no limit
     * @param action how long one action may take before its page counts as lost
     * @param observation how long the observation after it may take
     */
    public record Limits(int steps, @Nullable Duration episode, Duration action, Duration observation) {

        static final Limits STANDARD = new Limits(0, null, Duration.ofSeconds(60), Duration.ofSeconds(20));

        public Limits withSteps(int most) {
            return new Limits(most, episode, action, observation);
        }

        public Limits withEpisode(@Nullable Duration most) {
            return new Limits(steps, most, action, observation);
        }
    }

    /**
     * Parts of observations beyond the accessibility tree.
     *
     * @param screenshots a picture of the viewport with each step
     * @param domText the DOM as text
     * @param files what a recorded episode keeps beside its steps
     */
    public record Extras(boolean screenshots, boolean domText, Set<SessionOptions.KeptFiles.Kind> files) {

        static final Extras NONE = new Extras(false, false, Set.of());

        public Extras {
            files = Set.copyOf(files);
        }
    }

    /** Returns the default actions, the pinned text, waiting until the page is quiet, no limit of steps. */
    public static BrowserSettings standard() {
        return new BrowserSettings();
    }

    private BrowserSettings changed(Consumer<BrowserSettings> change) {
        BrowserSettings copy = new BrowserSettings();
        copy.actions = actions;
        copy.axTree = axTree;
        copy.tagsToMark = tagsToMark;
        copy.waiting = waiting;
        copy.needs = needs;
        copy.limits = limits;
        copy.terminateOnInfeasible = terminateOnInfeasible;
        copy.extras = extras;
        copy.uploads = uploads;
        copy.addresses = addresses;
        copy.session = session;
        copy.launch = launch;
        change.accept(copy);
        return copy;
    }

    public BrowserSettings withActions(ActionSet set) {
        return changed(copy -> copy.actions = set);
    }

    public BrowserSettings withAxTree(AxTreeOptions options) {
        return changed(copy -> copy.axTree = options);
    }

    public BrowserSettings withTagsToMark(String tags) {
        return changed(copy -> copy.tagsToMark = tags);
    }

    public BrowserSettings withWaiting(Waiting wait) {
        return changed(copy -> copy.waiting = wait);
    }

    /** Changes what tasks ask of the browser, after the changes made before. */
    public BrowserSettings withNeeds(UnaryOperator<BrowserNeeds> change) {
        return changed(copy -> copy.needs = asked -> change.apply(needs.apply(asked)));
    }

    public BrowserSettings withLimits(Limits most) {
        return changed(copy -> copy.limits = most);
    }

    public BrowserSettings withExtras(Extras more) {
        return changed(copy -> copy.extras = more);
    }

    public BrowserSettings withUploads(@Nullable Path folder) {
        return changed(copy -> copy.uploads = folder);
    }

    public BrowserSettings withAddresses(Consumer<String> check) {
        return changed(copy -> copy.addresses = check);
    }

    public BrowserSettings withSession(SessionOptions options) {
        return changed(copy -> copy.session = options);
    }
}
