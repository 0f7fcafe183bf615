package dev.guerdon.browser.cdp;

import dev.guerdon.browser.cdp.Wire.Deadline;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.spi.PageException.Kind;
import dev.guerdon.browser.tab.Frame;
import dev.guerdon.browser.tab.Input;
import dev.guerdon.browser.tab.Listener;
import dev.guerdon.browser.tab.Tab;
import dev.guerdon.browser.tab.Tabs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A page of the browser. */
final class TargetTab implements Tab {

    private static final double MOST_FOR_CLOSE_MILLIS = 5_000;
    private static final double MOST_FOR_ANSWER_MILLIS = 12_000;
    private static final double MOST_FOR_NAVIGATION_MILLIS = 500;
    private static final double POLL_MILLIS = 20;
    private static final String CRASHED = "Target crashed";

    private final ContextTabs tabs;
    private final String target;
    private final String session;
    private final FrameTree frames;
    private final Requests requests;
    private final PipedInput input;
    private final Choosers choosers;
    private final Preparation preparation;
    private final Map<String, List<Consumer<Map<String, @Nullable Object>>>> heard = new HashMap<>();
    private Wire.@Nullable Sent prepared;
    private boolean closed;
    private boolean crashed;

    TargetTab(ContextTabs tabs, String target, String session) {
        this.tabs = tabs;
        this.target = target;
        this.session = session;
        this.frames = new FrameTree(this, target, session);
        this.requests = new Requests(this);
        this.input = new PipedInput(this);
        this.choosers = new Choosers(this);
        this.preparation = new Preparation(tabs.wire(), session, tabs.opening());
    }

    String target() {
        return target;
    }

    String session() {
        return session;
    }

    FrameTree tree() {
        return frames;
    }

    Wire wire() {
        return tabs.wire();
    }

    void report(Consumer<Listener> what) {
        tabs.tell(what);
    }

    /** Sets a new page up, before it runs anything. */
    void prepare() {
        prepared = preparation.page();
    }

    void awaitPrepared() {
        Wire.Sent sent = prepared;
        if (sent != null) {
            prepared = null;
            await(sent, Deadline.NEVER);
        }
    }

    void workerStarted(String to) {
        preparation.worker(to);
    }

    /** Whether a request came to nothing. */
    boolean hasFailed(String request) {
        return requests.hasFailed(request);
    }

    /** A frame is shown by another process from now on. */
    void frameMoved(String frame, String to) {
        frames.moved(frame, to);
        preparation.frame(to);
    }

    /** Takes leave of a session; true where it was the tab's own. */
    boolean detached(String gone) {
        if (gone.equals(session)) {
            closed = true;
            requests.endAll();
        }
        return gone.equals(session);
    }

    void hear(Message event) {
        heard.getOrDefault(event.method(), List.of()).forEach(listener -> listener.accept(event.content()));
        switch (event.method()) {
            case "Inspector.targetCrashed" -> {
                crashed = true;
                report(listener -> listener.crashed(this));
            }
            case "Page.javascriptDialogOpening" ->
                // Nobody is there to answer; only leaving a page is agreed to.
                send(
                        "Page.handleJavaScriptDialog",
                        Map.of("accept", event.text("type").equals("beforeunload")));
            case "Page.fileChooserOpened" -> choosers.opened(event);
            case "Runtime.bindingCalled" -> {
                if (event.text("name").equals(tabs.opening().signal())) {
                    report(listener -> listener.signalled(this));
                }
            }
            case "Input.dragIntercepted" -> input.dragIntercepted(event.object("data"));
            default -> {
                if (!requests.hear(event, tabs.opening())) {
                    frames.hear(event);
                }
            }
        }
    }

    /** Whether nothing answers any more. */
    private boolean isGone() {
        return closed || crashed;
    }

    private void requireHere() {
        if (closed) {
            throw new PageException(Kind.CLOSED, Wire.GONE);
        }
        if (crashed) {
            throw new PageException(Kind.CLOSED, CRASHED);
        }
    }

    private void send(String method, Map<String, ? extends @Nullable Object> parameters) {
        wire().tell(session, method, parameters);
    }

    Wire.Sent post(String to, String method, Map<String, ? extends @Nullable Object> parameters) {
        requireHere();
        return wire().post(to, method, parameters);
    }

    /**
     * The answer to a command.
     *
     * <p>While a page is asked for, the browser holds back what is sent to the one that it will replace. A server that never answers
     * would hold it back for ever, so loading is stopped then.
     */
    Map<String, @Nullable Object> await(Wire.Sent sent, Deadline deadline) {
        try {
            Deadline patience = Deadline.in(MOST_FOR_ANSWER_MILLIS);
            if (deadline.left() > patience.left()
                    && !wire().until(() -> wire().hasAnswered(sent) || isGone(), patience)
                    && requests.hasNavigation()) {
                send("Page.stopLoading", Map.of());
            }
            return wire().await(sent, deadline, this::isGone);
        } catch (PageException e) {
            requireHere();
            throw e;
        }
    }

    Map<String, @Nullable Object> call(
            String to, String method, Map<String, ? extends @Nullable Object> parameters, Deadline deadline) {
        return await(post(to, method, parameters), deadline);
    }

    /** Waits until something holds; throws where the tab is gone before. */
    boolean until(BooleanSupplier condition, Deadline deadline) {
        boolean held = wire().until(() -> condition.getAsBoolean() || isGone(), deadline);
        requireHere();
        return held;
    }

    /**
     * Waits after an action until the page that it asks for, if it does, is on its way.
     *
     * <p>A page asks for another one a moment after the event that made it do so. The answer to one more command tells that the moment
     * is over; there is none where the browser holds it back, because the other page is on its way already.
     */
    void awaitConsequences() {
        if (isGone()) {
            return;
        }
        Wire.Sent sent = post(session, "Page.enable", Map.of());
        Deadline deadline = Deadline.in(MOST_FOR_NAVIGATION_MILLIS);
        wire().until(() -> wire().hasAnswered(sent) || requests.hasNavigation() || isGone(), deadline);
        wire().forget(sent);
        wire().until(() -> !frames.awaitsNavigation() || requests.hasNavigation() || isGone(), deadline);
    }

    double timeoutMillis() {
        return tabs.opening().needs().timeoutMillis();
    }

    static PageException timeout(double millis, List<String> log) {
        return new PageException(Kind.TIMEOUT, String.format(Locale.ROOT, "Timeout %.0fms exceeded.", millis), log);
    }

    @Override
    public Tabs tabs() {
        return tabs;
    }

    @Override
    public String url() {
        return frames.main().url();
    }

    @Override
    public String title() {
        return Message.text(evaluate("document.title"));
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void navigate(String url) {
        frames.navigation().go(url, timeoutMillis());
    }

    @Override
    public void navigate(String url, Duration most) {
        frames.navigation().go(url, (double) most.toMillis());
    }

    @Override
    public @Nullable Object evaluate(String script) {
        return frames.main().evaluate(script);
    }

    @Override
    public @Nullable Object evaluate(String function, @Nullable Object argument) {
        return frames.main().evaluate(function, argument);
    }

    @Override
    public void waitFor(String script) {
        Deadline deadline = Deadline.in(timeoutMillis());
        while (!Boolean.TRUE.equals(evaluate("Boolean((v => typeof v === 'function' ? v() : v)(" + script + "))"))) {
            if (deadline.isOver()) {
                throw timeout(timeoutMillis(), List.of());
            }
            pause(POLL_MILLIS);
        }
    }

    @Override
    public Map<String, @Nullable Object> devTools(String method, Map<String, ? extends @Nullable Object> parameters) {
        return new LinkedHashMap<>(call(session, method, parameters, Deadline.NEVER));
    }

    @Override
    public List<Map<String, @Nullable Object>> devTools(List<Command> commands) {
        List<Wire.Sent> sent = commands.stream()
                .map(command -> post(session, command.method(), command.parameters()))
                .toList();
        try {
            List<Map<String, @Nullable Object>> answers = new ArrayList<>();
            sent.forEach(one -> answers.add(new LinkedHashMap<>(await(one, Deadline.NEVER))));
            return answers;
        } finally {
            sent.forEach(wire()::forget);
        }
    }

    @Override
    public Frame mainFrame() {
        return frames.main();
    }

    @Override
    public List<Frame> frames() {
        return frames.all();
    }

    @Override
    public Found find(List<String> path) {
        return BidElement.find(this, path);
    }

    @Override
    public Input input() {
        return input;
    }

    PipedInput pointer() {
        return input;
    }

    @Override
    public Optional<Chooser> choose(Runnable action) {
        return choosers.choose(action);
    }

    @Override
    public void goBack() {
        frames.navigation().step(-1, timeoutMillis());
    }

    @Override
    public void goForward() {
        frames.navigation().step(1, timeoutMillis());
    }

    @Override
    public void bringToFront() {
        call(session, "Page.bringToFront", Map.of(), Deadline.NEVER);
    }

    @Override
    public void close() {
        if (!closed) {
            wire().tell("", "Target.closeTarget", Map.of("targetId", target));
            wire().until(() -> closed, Deadline.in(MOST_FOR_CLOSE_MILLIS));
        }
    }

    @Override
    public void hearDevTools(String event, Consumer<Map<String, @Nullable Object>> listener) {
        heard.computeIfAbsent(event, one -> new ArrayList<>()).add(listener);
    }

    @Override
    public void pause(double millis) {
        wire().until(() -> false, Deadline.in(millis));
    }
}
