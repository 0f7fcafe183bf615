package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.driver.CdpConnection.Deadline;
import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.spi.PageException.Kind;
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

/** A tab, with all that an environment does to it. */
@Internal
public final class TargetTab implements BrowserPage {

    private static final double MOST_FOR_CLOSE_MILLIS = 5_000;
    private static final double MOST_FOR_NAVIGATION_MILLIS = 500;
    private static final double MOST_FOR_TITLE_MILLIS = 3_000;
    private static final double POLL_MILLIS = 20;
    private static final int LONGEST_URL = 200;
    private static final int MAX_INTERRUPTS = 3;
    private static final int GRACES_OF_PATIENCE = 5;

    private final ContextTabs tabs;
    private final String target;
    private final String session;
    private final FrameTree frames;
    private final TabRequests requests;
    private final PipedInput input;
    private final FileChoosers choosers;
    private final TargetPreparation preparation;
    private final Map<String, List<Consumer<Map<String, @Nullable Object>>>> heard = new HashMap<>();
    private CdpConnection.@Nullable Sent prepared;
    private boolean closed;
    private boolean blank;

    /** Why the page is lost; empty while it is not. */
    private String lost = "";

    /** Number of times that scripts were stopped since the page was last trusted to answer. */
    private int interrupts;

    TargetTab(ContextTabs tabs, String target, String session) {
        this.tabs = tabs;
        this.target = target;
        this.session = session;
        this.frames = new FrameTree(this, target, session);
        this.requests = new TabRequests(this);
        this.input = new PipedInput(this);
        this.choosers = new FileChoosers(this);
        this.preparation = new TargetPreparation(tabs.wire(), session, tabs.opening());
    }

    /** A command of the DevTools protocol. */
    public record Command(String method, Map<String, ?> parameters) {}

    String target() {
        return target;
    }

    String session() {
        return session;
    }

    FrameTree tree() {
        return frames;
    }

    CdpConnection wire() {
        return tabs.wire();
    }

    void visited(String url) {
        tabs.visited(url);
    }

    void report(Consumer<ContextTabs.Listener> what) {
        tabs.tell(what);
    }

    /** Sets a new page up, before it runs anything. */
    void prepare() {
        prepared = preparation.page();
    }

    void awaitPrepared() {
        CdpConnection.Sent sent = prepared;
        if (sent != null) {
            prepared = null;
            await(sent, Deadline.NEVER);
        }
    }

    void workerStarted(String to) {
        preparation.worker(to);
    }

    /** Answers all requests with an empty page from now on. */
    void blank() {
        blank = true;
        call("Network.setBypassServiceWorker", Map.of("bypass", true));
        call("Fetch.enable", Map.of("patterns", List.of(Map.of("urlPattern", "*"))));
    }

    boolean isBlank() {
        return blank;
    }

    /** Returns whether a request came to nothing. */
    boolean hasFailed(String request) {
        return requests.hasFailed(request);
    }

    /** Follows a frame into another process. */
    void frameMoved(String frame, String to) {
        frames.moved(frame, to);
        preparation.frame(to);
    }

    /** Takes leave of a session; true if it was the tab's own. */
    boolean detached(String gone) {
        if (gone.equals(session)) {
            closed = true;
            requests.endAll();
        }
        return gone.equals(session);
    }

    void hear(CdpConnection.Message event) {
        heard.getOrDefault(event.method(), List.of()).forEach(listener -> listener.accept(event.content()));
        switch (event.method()) {
            case "Inspector.targetCrashed" -> lose("crashed");
            case "Page.javascriptDialogOpening" ->
                // No user can answer; only leaving a page is agreed to.
                send(
                        "Page.handleJavaScriptDialog",
                        Map.of("accept", event.text("type").equals("beforeunload")));
            case "Page.fileChooserOpened" -> choosers.opened(event);
            case "Runtime.bindingCalled" -> {
                if (event.text("name").equals(TargetPreparation.SIGNAL)) {
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

    /** Returns whether nothing answers any more. */
    private boolean isGone() {
        return closed || !lost.isEmpty();
    }

    private void requireHere() {
        if (!lost.isEmpty()) { // said first: what was lost is closed soon after
            throw new PageException(Kind.LOST, "Target " + lost);
        }
        if (closed) {
            throw new PageException(Kind.CLOSED, CdpConnection.GONE);
        }
    }

    /** Sends the page a command without waiting for its answer. */
    void send(String method, Map<String, ? extends @Nullable Object> parameters) {
        wire().tell(session, method, parameters);
    }

    CdpConnection.Sent post(String to, String method, Map<String, ? extends @Nullable Object> parameters) {
        requireHere();
        return wire().post(to, method, parameters);
    }

    /**
     * Returns the answer to a command.
     *
     * <p>While a page is asked for, the browser holds back what is sent to the one that it will replace. A server that never answers
     * would hold it back for ever, so loading is stopped then. So is a script that keeps the page busy; a page that stays busy loses its
     * tab.
     */
    Map<String, @Nullable Object> await(CdpConnection.Sent sent, Deadline deadline) {
        try {
            Deadline patience = patience();
            if (deadline.left() > patience.left() && !isAnswered(sent, patience)) {
                letGo(sent);
            }
            return wire().await(sent, deadline, this::isGone);
        } catch (PageException e) {
            requireHere();
            throw e;
        }
    }

    /** Returns until when a question may be left without an answer: a page that was stopped once is given less time. */
    Deadline patience() {
        return Deadline.in(interrupts == 0 ? tabs.patienceMillis() : graceMillis());
    }

    private double graceMillis() {
        return tabs.patienceMillis() / GRACES_OF_PATIENCE;
    }

    /** Trusts the page to answer in time again. */
    void restored() {
        interrupts = 0;
    }

    private boolean isAnswered(CdpConnection.Sent sent, Deadline deadline) {
        return wire().until(() -> wire().hasAnswered(sent) || isGone(), deadline);
    }

    /** Stops what keeps the page from answering: what it loads, then its scripts, then the page itself. */
    private void letGo(CdpConnection.Sent sent) {
        if (requests.hasNavigation()) {
            send("Page.stopLoading", Map.of());
            if (isAnswered(sent, Deadline.in(graceMillis()))) {
                return;
            }
        }
        // What is not a script, such as a large page that is laid out, needs time.
        Deadline last = Deadline.in(tabs.patienceMillis());
        while (interrupts < MAX_INTERRUPTS) {
            interrupts++;
            boolean isLast = interrupts == MAX_INTERRUPTS;
            frames.sessions().forEach(each -> wire().tell(each, "Runtime.terminateExecution", Map.of()));
            if (isAnswered(sent, isLast ? last : Deadline.in(graceMillis()))) {
                if (!isGone() && interrupts == 1) {
                    tabs.note("a script of " + shortUrl() + " kept the page busy, so it was stopped.");
                }
                return;
            }
        }
        // Closing alone would wait for the page.
        send("Page.crash", Map.of());
        lose("stayed busy");
    }

    private void lose(String why) {
        if (!isGone()) {
            lost = why;
            requests.endAll();
            tabs.lose(this, "the page " + shortUrl() + " " + why + ", so its tab was closed. Go elsewhere.");
        }
    }

    private String shortUrl() {
        String url = url();
        return url.length() <= LONGEST_URL ? url : url.substring(0, LONGEST_URL) + "...";
    }

    /** Stops what keeps the page busy: whether something did. */
    boolean release() {
        CdpConnection.Sent asked = post(session, "Runtime.evaluate", Map.of("expression", "0"));
        try {
            boolean busy = !isAnswered(asked, Deadline.in(graceMillis()));
            if (busy) {
                letGo(asked);
                requireHere();
            }
            return busy;
        } finally {
            wire().forget(asked);
        }
    }

    Map<String, @Nullable Object> call(
            String to, String method, Map<String, ? extends @Nullable Object> parameters, Deadline deadline) {
        return await(post(to, method, parameters), deadline);
    }

    /** Returns the page's answer to a command, however long it takes. */
    Map<String, @Nullable Object> call(String method, Map<String, ? extends @Nullable Object> parameters) {
        return call(session, method, parameters, Deadline.NEVER);
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
        CdpConnection.Sent sent = post(session, "Page.enable", Map.of());
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

    public ContextTabs tabs() {
        return tabs;
    }

    @Override
    public String url() {
        return frames.main().url();
    }

    @Override
    public String title() {
        return frames.main().title(Deadline.in(MOST_FOR_TITLE_MILLIS));
    }

    @Override
    public boolean isClosed() {
        return isGone();
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
        return new LinkedHashMap<>(call(method, parameters));
    }

    /** Sends a command without parameters; see {@link #devTools(String, Map)}. */
    public void devTools(String method) {
        devTools(method, Map.of());
    }

    /** Returns the answers to commands that do not depend on each other. */
    public List<Map<String, @Nullable Object>> devTools(List<Command> commands) {
        List<CdpConnection.Sent> sent = commands.stream()
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

    public TargetFrame mainFrame() {
        return frames.main();
    }

    /** Returns all frames, the main one first. */
    public List<TargetFrame> frames() {
        return frames.all();
    }

    /**
     * Returns the element with a bid, or empty if there is none.
     *
     * @param path the bids of the frames that hold it, from the outside, and its own
     */
    public Optional<BidElement> find(List<String> path) {
        return BidElement.find(this, path);
    }

    public PipedInput input() {
        return input;
    }

    FileChoosers choosers() {
        return choosers;
    }

    /** Goes back in the history and waits for the page; does nothing if there is no page before. */
    public void goBack() {
        frames.navigation().step(-1, timeoutMillis());
    }

    public void goForward() {
        frames.navigation().step(1, timeoutMillis());
    }

    public void bringToFront() {
        call("Page.bringToFront", Map.of());
    }

    public void close() {
        if (!isGone()) {
            wire().tell("", "Target.closeTarget", Map.of("targetId", target));
            wire().until(this::isGone, Deadline.in(MOST_FOR_CLOSE_MILLIS));
        }
    }

    /** Handles an event of the DevTools protocol, whenever it comes. */
    public void hearDevTools(String event, Consumer<Map<String, @Nullable Object>> listener) {
        heard.computeIfAbsent(event, one -> new ArrayList<>()).add(listener);
    }

    /** Waits, and handles meanwhile what happens. */
    public void pause(double millis) {
        wire().until(() -> false, Deadline.in(millis));
    }
}
