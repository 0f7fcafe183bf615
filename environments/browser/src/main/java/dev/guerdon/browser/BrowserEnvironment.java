package dev.guerdon.browser;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.driver.BrowserSession;
import dev.guerdon.browser.driver.SessionOptions;
import dev.guerdon.browser.driver.SharedBrowser;
import dev.guerdon.browser.driver.SharedBrowser.Lane;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.view.BrowserObservation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * BrowserGym's environment on a real Chromium.
 *
 * <p>Each environment has tabs of its own in a browser that all share, and can be used from any thread. A page that crashes or
 * hangs its renderer costs the step; a browser that is lost costs the episode, and the next reset gets a new place.
 */
@Experimental
public final class BrowserEnvironment implements Environment {

    private static final int LONGEST_BROWSER_ACTION = 262_144;
    private static final int MAX_LOST_PAGES = 2;
    private static final int SHOWN_OF_A_LONG_ACTION = 100;
    private static final Duration MOST_FOR_RESET = Duration.ofSeconds(60);
    private static final Duration MOST_FOR_AN_ELEMENT = Duration.ofMillis(3);
    private static final Duration MOST_FOR_CLOSE = Duration.ofSeconds(10);
    private static final String GREETING =
            "Hi! I am your UI assistant, I can perform web tasks for you. What can I help you with?";
    private static final Pattern TIMED_OUT = Pattern.compile("^TimeoutError: Timeout ([0-9]{1,9})ms exceeded.");

    private final SharedBrowser browsers;
    private final TaskFactory tasks;
    private final BrowserSettings settings;
    private final PageObserver observer;

    private @Nullable Lane lane;
    private @Nullable BrowserSession session;
    private @Nullable BrowserTask task;
    private @Nullable Step last;
    private Browser.@Nullable Verdict judged;
    private List<Map<String, @Nullable Object>> goal = List.of();
    private @Nullable EpisodeRecord record;
    private @Nullable Path recordings;
    private String episode = "";
    private long began;
    private int steps;
    private boolean closed;

    /** Makes the task of an episode. */
    @FunctionalInterface
    public interface TaskFactory {

        /** Returns the task that the fields describe; an unknown one is an exception that says which there are. */
        BrowserTask create(Task task);
    }

    public BrowserEnvironment(TaskFactory tasks, BrowserSettings settings) {
        this(SharedBrowser.shared(settings.launch), tasks, settings);
    }

    BrowserEnvironment(SharedBrowser browsers, TaskFactory tasks, BrowserSettings settings) {
        this.browsers = browsers;
        this.tasks = tasks;
        this.settings = settings;
        this.observer = new PageObserver(settings);
    }

    /** Begins the task with this seed, unless the task names its own: {@link BrowserTasks#seeded}. */
    @Override
    public Step reset(Task asked, long seed) {
        return begin(BrowserTasks.seeded(asked, seed));
    }

    /** Begins the task with the seed that it names, or that the benchmark has for it. */
    @Override
    public Step reset(Task asked) {
        return begin(BrowserTasks.seeded(asked, null));
    }

    private Step begin(Task description) {
        if (closed) {
            throw new BrowserException("the browser environment is closed; open another one");
        }
        endEpisode();
        if (recordings == null && !settings.extras.files().isEmpty()) {
            throw new BrowserException("a video, an archive or a trace belongs to a recorded episode, and this one is"
                    + " not recorded; name a folder with the option 'keep'");
        }
        BrowserTask next = tasks.create(description);
        episode = description.id() + "#" + description.fields().getOrDefault(BrowserTasks.SEED, 0);
        Lane place = place();
        if (recordings != null) {
            record = EpisodeRecord.begin(
                    recordings,
                    description,
                    settings.limits.steps(),
                    settings.extras.files().contains(SessionOptions.KeptFiles.Kind.VIDEO),
                    Map.of("chromium", browsers.version()));
        }
        try {
            Begun begun = place.call(bounded(MOST_FOR_RESET), () -> begin(place, next));
            Step first = place.call(looking(begun.page()), () -> first(begun));
            last = first;
            if (record != null) {
                record.observed(observer.last().orElseThrow(), first);
            }
            return first;
        } catch (BrowserException | PageException e) {
            endRecord(e);
            endEpisode();
            throw new BrowserException("the task " + description.id() + " could not begin: " + e.getMessage(), e);
        }
    }

    private Lane place() {
        Lane here = lane;
        if (here == null || !here.isUsable()) {
            leave();
            here = browsers.take();
            lane = here;
        }
        return here;
    }

    /** On the lane's thread. */
    private Begun begin(Lane place, BrowserTask next) {
        task = next;
        BrowserSession opened = BrowserSession.open(
                place.connection(),
                new BrowserSession.Settings(
                        settings.needs.apply(next.needs()),
                        settings.tagsToMark,
                        settings.waiting,
                        record == null ? null : record.files(settings.extras.files()),
                        settings.uploads,
                        settings.addresses,
                        settings.session,
                        episode));
        session = opened;
        opened.patience(patience(settings.limits.observation()));
        observer.begin();
        steps = 0;
        BrowserTask.Start start = next.setup(opened.activePage());
        opened.endSetup();
        goal = start.goal();
        judged = next.judges() ? new Browser.Verdict(0, false, 0, start.info()) : null;
        opened.say(ChatMessage.ASSISTANT, GREETING);
        for (Map<String, @Nullable Object> part : goal) {
            opened.say(role(part), said(part));
        }
        Settled page = settle(opened);
        began = System.nanoTime();
        return new Begun(opened, start, page);
    }

    /** A page that is ready to be looked at: what the agent should know of it, and how many elements it has. */
    private record Settled(String note, int elements) {}

    /** An episode that has begun and was not looked at yet. */
    private record Begun(BrowserSession session, BrowserTask.Start start, Settled page) {}

    /** On the lane's thread. */
    private static Settled settle(BrowserSession open) {
        String note = open.settle();
        return new Settled(
                note.isEmpty() ? "" : "Note: " + note, open.extraction().elements(open.activePage()));
    }

    /** Returns how long an answer of a page may take: less than the time for all that is asked, so that what keeps it busy can be stopped. */
    private Duration patience(Duration whole) {
        return bounded(whole).dividedBy(2);
    }

    /** Returns how long looking may take, with a second look where the page is lost meanwhile. */
    private Duration looking(Settled page) {
        return bounded(observation(page)).multipliedBy(2);
    }

    /** Returns how long looking at a page may take: longer, the more there is to see. */
    private Duration observation(Settled page) {
        return settings.limits.observation().plus(MOST_FOR_AN_ELEMENT.multipliedBy(page.elements()));
    }

    /** On the lane's thread. */
    private Step first(Begun begun) {
        begun.session().patience(patience(observation(begun.page())));
        BrowserObservation observation =
                observe(begun.session(), "", begun.page().note());
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        info.put("task_info", begun.start().info());
        return step(observation, 0, false, "", info, begun.start().info());
    }

    private static String role(Map<String, @Nullable Object> part) {
        return switch (String.valueOf(part.get("type"))) {
            case "text" -> ChatMessage.USER;
            case "image_url" -> ChatMessage.USER_IMAGE;
            default ->
                throw new BrowserException(
                        "a part of a goal is of the type text or image_url, found " + part.get("type"));
        };
    }

    private static String said(Map<String, @Nullable Object> part) {
        Object content = part.get(String.valueOf(part.get("type")));
        return content instanceof Map<?, ?> image ? String.valueOf(image.get("url")) : String.valueOf(content);
    }

    @Override
    public Step step(String action) {
        Step before = last;
        if (before == null) {
            throw new BrowserException("the environment has no episode; call reset before step");
        }
        if (before.done()) {
            return before.afterEnd();
        }
        Optional<Step> refusal = before.refusal(action, longestAction());
        String taken = refusal.isEmpty() ? action : action.substring(0, SHOWN_OF_A_LONG_ACTION) + "...";
        Lane place = Objects.requireNonNull(lane);
        BrowserSession open = Objects.requireNonNull(session);
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        Step step;
        if (record != null) {
            record.acting(taken);
        }
        refusal.ifPresent(refused -> info.put(Step.ERROR, refused.observation().text()));
        try {
            String error = refusal.isPresent()
                    ? refusal.get().observation().text()
                    : place.call(bounded(mostForAction()), () -> act(open, action, info));
            info.put("wait_for_page_loading_start", now());
            Settled page = place.call(bounded(settings.limits.observation()).multipliedBy(2), () -> settle(open));
            info.put("wait_for_page_loading_stop", now());
            String told = PageObserver.joined(error, page.note());
            step = place.call(looking(page), () -> judge(open, page, taken, told, info));
            if (record != null) {
                record.observed(observer.last().orElseThrow(), step);
            }
            if (step.done()) {
                endRecord(null);
            }
        } catch (BrowserException | PageException e) {
            step = lost(taken, e, info);
        }
        last = step;
        return step;
    }

    /** Programs of several actions, and text for a form, are longer than a command. */
    @Override
    public int longestAction() {
        return LONGEST_BROWSER_ACTION;
    }

    /** Actions that people watch take longer. */
    private Duration mostForAction() {
        return settings.limits.action().multipliedBy(settings.session.showing().patience());
    }

    /** Returns a time limit that grows with the number of episodes: slowness is then no sign of a page that hangs. */
    private Duration bounded(Duration alone) {
        return Duration.ofMillis(Math.round(alone.toMillis() * browsers.crowding()));
    }

    /** On the lane's thread. */
    private String act(BrowserSession open, String action, Map<String, @Nullable Object> info) {
        open.patience(patience(settings.limits.observation()));
        double began = now();
        info.put("action_exec_start", began);
        info.put("action_exec_timeout", 0);
        String error = "";
        try {
            open.act(settings.actions.parse(action), settings.actions.retryWithForce());
        } catch (ActionException e) {
            error = e.lastActionError();
            Matcher timedOut = TIMED_OUT.matcher(error);
            if (timedOut.find()) {
                info.put("action_exec_timeout", Integer.parseInt(timedOut.group(1)) / 1000.0);
            }
        }
        info.put("action_exec_stop", now());
        open.acted(action, began * 1_000, error);
        return error;
    }

    /** On the lane's thread. */
    private Step judge(
            BrowserSession open, Settled page, String action, String told, Map<String, @Nullable Object> info) {
        BrowserTask current = Objects.requireNonNull(task);
        info.put("validation_start", now());
        open.patience(patience(observation(page)));
        Survived<BrowserTask.Verdict> validated = surviving(open, told, error -> open.validate(current));
        BrowserTask.Verdict verdict = validated.result();
        judged = judged == null ? null : judged.after(verdict);
        info.put("task_info", verdict.info());
        info.put("validation_stop", now());
        info.put("get_observation_start", now());
        if (!verdict.message().isEmpty()) {
            open.say(ChatMessage.USER, verdict.message());
        }
        BrowserObservation observation = observe(open, action, validated.told());
        info.put("get_observation_stop", now());
        steps++;
        boolean terminated = verdict.done() || (settings.terminateOnInfeasible && open.isInfeasible());
        return step(observation, verdict.reward(), terminated, limit(), info, verdict.info());
    }

    /** Returns the limit that is reached, empty for none. */
    private String limit() {
        BrowserSettings.Limits limits = settings.limits;
        Duration most = limits.episode();
        if (limits.steps() > 0 && steps >= limits.steps()) {
            return "steps";
        }
        return most != null && System.nanoTime() - began > most.toNanos() ? "time" : "";
    }

    private BrowserObservation observe(BrowserSession open, String action, String error) {
        BrowserNeeds needs = settings.needs.apply(Objects.requireNonNull(task).needs());
        double elapsed = (System.nanoTime() - began) / 1e9;
        return surviving(
                        open,
                        error,
                        told -> observer.look(
                                open, new PageObserver.Occasion(needs, goal, action, told, elapsed, record != null)))
                .result();
    }

    /** Outcome of a look, and what the agent is told of it. */
    private record Survived<T>(T result, String told) {}

    /** Does something with the pages, again where the active one was lost meanwhile and another one takes its place. */
    private static <T> Survived<T> surviving(BrowserSession open, String error, Function<String, T> look) {
        String told = error;
        for (int left = MAX_LOST_PAGES; ; left--) {
            try {
                return new Survived<>(look.apply(told), told);
            } catch (PageException e) {
                if (left == 0 || !open.activePage().isClosed()) {
                    throw e;
                }
                told = PageObserver.joined(told, settle(open).note());
            }
        }
    }

    private static Step step(
            BrowserObservation observation,
            double reward,
            boolean terminated,
            String limit,
            Map<String, @Nullable Object> info,
            Map<String, @Nullable Object> taskInfo) {
        Map<String, @Nullable Object> attributes = new LinkedHashMap<>(observation.attributes());
        attributes.put("terminated", terminated);
        attributes.put("truncated", !limit.isEmpty());
        attributes.put("task_info", taskInfo);
        // What is done at the last step is done, and not cut.
        Step.End end = terminated ? Step.End.TERMINATED : limit.isEmpty() ? Step.End.NONE : Step.End.truncated(limit);
        return new Step(
                new Step.Observation(observation.text(), attributes),
                reward,
                terminated || !limit.isEmpty(),
                info,
                end);
    }

    /** Returns the answer to an action that cost the episode its browser. */
    private Step lost(String action, RuntimeException cause, Map<String, @Nullable Object> info) {
        String reason = "the episode is over, its page was lost: " + cause.getMessage();
        endRecord(cause);
        info.put("error", reason);
        Map<String, @Nullable Object> attributes = new LinkedHashMap<>();
        observer.last().ifPresent(seen -> attributes.putAll(seen.attributes()));
        attributes.put("last_action", action);
        attributes.put("last_action_error", "BrowserError: " + reason);
        attributes.put("terminated", false);
        attributes.put("truncated", true);
        attributes.put("task_info", Map.of());
        Step step = new Step(new Step.Observation(reason, attributes), 0, true, info, Step.End.lost(reason));
        endEpisode();
        return step;
    }

    private void endRecord(@Nullable RuntimeException error) {
        if (record != null) {
            record.end(error);
            record = null;
        }
    }

    @Override
    public void recordTo(Path folder) {
        recordings = folder;
    }

    @Override
    public void annotate(Map<String, @Nullable Object> agentInfo) {
        if (record != null) {
            record.annotate(agentInfo);
        }
    }

    /** Returns the page as it is shown now, without what comes later. */
    @Override
    public Optional<byte[]> picture() {
        BrowserSession open = session;
        Lane place = lane;
        BrowserTask current = task;
        if (open == null || place == null || current == null || !place.isUsable()) {
            return Optional.empty();
        }
        BrowserNeeds needs = settings.needs.apply(current.needs());
        try {
            return Optional.of(place.call(
                            bounded(settings.limits.observation()),
                            () -> open.extraction().screenshot(open.activePage(), needs.width(), needs.height()))
                    .png());
        } catch (BrowserException | PageException e) {
            return Optional.empty(); // The next step tells what happened to the page.
        }
    }

    private static double now() {
        return System.currentTimeMillis() / 1000.0;
    }

    /** Returns the last observation with its trees and pictures. */
    @Internal
    public Optional<BrowserObservation> lastObservation() {
        return observer.last();
    }

    /** Returns what the task of this episode said so far, or empty if it does not judge. */
    Optional<Browser.Verdict> verdict() {
        return Optional.ofNullable(judged);
    }

    /** Returns how this episode ended. */
    Step.End end() {
        Step before = last;
        return before == null ? Step.End.NONE : before.end();
    }

    /** Returns what the agent may do here. */
    public ActionSet actionSet() {
        return settings.actions;
    }

    /** Writes to the agent as the user; tasks see it with the next step. */
    public void userSays(String message) {
        BrowserSession open = session;
        if (open != null) {
            Objects.requireNonNull(lane).call(MOST_FOR_CLOSE, () -> {
                open.say(ChatMessage.USER, message);
                return open;
            });
        }
    }

    private void endEpisode() {
        BrowserTask over = task;
        BrowserSession open = session;
        Lane place = lane;
        task = null;
        session = null;
        last = null;
        endRecord(null);
        try {
            if (over != null) {
                over.teardown();
            }
            if (open != null && place != null && place.isUsable()) {
                place.call(MOST_FOR_CLOSE, () -> {
                    open.close();
                    return open;
                });
            }
        } catch (BrowserException | PageException e) {
            // The lane is cut; what it had open ends with it.
        }
        if (open != null && place != null && !place.isUsable()) {
            open.abandon();
        }
        if (place != null && !place.isUsable()) {
            leave();
        }
    }

    private void leave() {
        Lane place = lane;
        lane = null;
        if (place != null) {
            browsers.giveBack(place);
        }
    }

    @Override
    public Status status() {
        return closed ? Status.CLOSED : Status.READY;
    }

    @Override
    public void close() {
        if (!closed) {
            endEpisode();
            leave();
            closed = true;
        }
    }
}
