package dev.guerdon.browser;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.driver.Addresses;
import dev.guerdon.browser.driver.SessionOptions;
import dev.guerdon.browser.driver.Waiting;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.AxTreeOptions;
import dev.guerdon.browser.spi.AxTreeProfile;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.tab.LaunchOptions;
import dev.guerdon.browser.tab.SessionFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How a browser environment behaves, whatever its task.
 *
 * @param actions what the agent may do
 * @param axTree how the accessibility tree becomes text
 * @param tagsToMark which elements get a bid: {@code standard_html} or {@code all}
 * @param waiting how long to wait before an observation
 * @param needs changes what the task asks of the browser
 * @param limits when an episode is cut short
 * @param terminateOnInfeasible whether {@code report_infeasible} ends the episode
 * @param extras what observations hold beyond the accessibility tree
 * @param uploads the folder whose files the agent may upload; null for none
 * @param addresses refuses addresses that the agent may not go to, by throwing an {@link ActionException}
 * @param session what the user asks of the browser of each episode
 * @param launch how Chromium is started
 */
@Internal
public record BrowserSettings(
        ActionSet actions,
        AxTreeOptions axTree,
        String tagsToMark,
        Waiting waiting,
        UnaryOperator<BrowserNeeds> needs,
        Limits limits,
        boolean terminateOnInfeasible,
        Extras extras,
        @Nullable Path uploads,
        Consumer<String> addresses,
        SessionOptions session,
        LaunchOptions launch) {

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
     * What observations hold beyond the accessibility tree.
     *
     * @param screenshots a picture of the viewport with each step
     * @param domText the DOM as text
     * @param files what a recorded episode keeps beside its steps
     */
    public record Extras(boolean screenshots, boolean domText, Set<SessionFiles.Kind> files) {

        static final Extras NONE = new Extras(false, false, Set.of());

        public Extras {
            files = Set.copyOf(files);
        }

        /** With a video, or without. */
        public Extras(boolean screenshots, boolean domText, boolean video) {
            this(screenshots, domText, video ? Set.of(SessionFiles.Kind.VIDEO) : Set.of());
        }
    }

    /** The default actions, the pinned text, waiting until the page is quiet, no limit of steps. */
    public static BrowserSettings standard() {
        return new BrowserSettings(
                ActionSet.standard(),
                AxTreeOptions.of(AxTreeProfile.PINNED),
                "standard_html",
                Waiting.untilQuiet(),
                UnaryOperator.identity(),
                Limits.STANDARD,
                true,
                Extras.NONE,
                null,
                Addresses::refuseLocal,
                SessionOptions.STANDARD,
                LaunchOptions.STANDARD);
    }

    public BrowserSettings withActions(ActionSet set) {
        return new BrowserSettings(
                set,
                axTree,
                tagsToMark,
                waiting,
                needs,
                limits,
                terminateOnInfeasible,
                extras,
                uploads,
                addresses,
                session,
                launch);
    }

    public BrowserSettings withAxTree(AxTreeOptions options) {
        return new BrowserSettings(
                actions,
                options,
                tagsToMark,
                waiting,
                needs,
                limits,
                terminateOnInfeasible,
                extras,
                uploads,
                addresses,
                session,
                launch);
    }

    public BrowserSettings withTagsToMark(String tags) {
        return new BrowserSettings(
                actions,
                axTree,
                tags,
                waiting,
                needs,
                limits,
                terminateOnInfeasible,
                extras,
                uploads,
                addresses,
                session,
                launch);
    }

    public BrowserSettings withWaiting(Waiting newWaiting) {
        return new BrowserSettings(
                actions,
                axTree,
                tagsToMark,
                newWaiting,
                needs,
                limits,
                terminateOnInfeasible,
                extras,
                uploads,
                addresses,
                session,
                launch);
    }

    /** Changes what tasks ask of the browser, after the changes made before. */
    public BrowserSettings withNeeds(UnaryOperator<BrowserNeeds> change) {
        UnaryOperator<BrowserNeeds> before = needs;
        return new BrowserSettings(
                actions,
                axTree,
                tagsToMark,
                waiting,
                asked -> change.apply(before.apply(asked)),
                limits,
                terminateOnInfeasible,
                extras,
                uploads,
                addresses,
                session,
                launch);
    }

    public BrowserSettings withLimits(Limits newLimits) {
        return new BrowserSettings(
                actions,
                axTree,
                tagsToMark,
                waiting,
                needs,
                newLimits,
                terminateOnInfeasible,
                extras,
                uploads,
                addresses,
                session,
                launch);
    }

    public BrowserSettings withTerminateOnInfeasible(boolean terminate) {
        return new BrowserSettings(
                actions,
                axTree,
                tagsToMark,
                waiting,
                needs,
                limits,
                terminate,
                extras,
                uploads,
                addresses,
                session,
                launch);
    }

    public BrowserSettings withExtras(Extras newExtras) {
        return new BrowserSettings(
                actions,
                axTree,
                tagsToMark,
                waiting,
                needs,
                limits,
                terminateOnInfeasible,
                newExtras,
                uploads,
                addresses,
                session,
                launch);
    }

    public BrowserSettings withUploads(@Nullable Path folder) {
        return new BrowserSettings(
                actions,
                axTree,
                tagsToMark,
                waiting,
                needs,
                limits,
                terminateOnInfeasible,
                extras,
                folder,
                addresses,
                session,
                launch);
    }

    public BrowserSettings withAddresses(Consumer<String> check) {
        return new BrowserSettings(
                actions,
                axTree,
                tagsToMark,
                waiting,
                needs,
                limits,
                terminateOnInfeasible,
                extras,
                uploads,
                check,
                session,
                launch);
    }

    public BrowserSettings withSession(SessionOptions options) {
        return new BrowserSettings(
                actions,
                axTree,
                tagsToMark,
                waiting,
                needs,
                limits,
                terminateOnInfeasible,
                extras,
                uploads,
                addresses,
                options,
                launch);
    }

    /** With a driver by its name, {@code cdp} or {@code playwright}. */
    public BrowserSettings withDriver(String name) {
        return withLaunch(launch.withDriver(name));
    }

    public BrowserSettings withLaunch(LaunchOptions options) {
        return new BrowserSettings(
                actions,
                axTree,
                tagsToMark,
                waiting,
                needs,
                limits,
                terminateOnInfeasible,
                extras,
                uploads,
                addresses,
                session,
                options);
    }
}
