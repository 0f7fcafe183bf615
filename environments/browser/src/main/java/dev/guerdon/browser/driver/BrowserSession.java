package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.network.ProxySession;
import dev.guerdon.browser.network.WebRules.WebGate;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.spi.PageAction.Call;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tabs of one episode, which of them is the active one, and what was said. For the lane's thread only.
 *
 * <p>The active page is the one that last told of itself, because it was loaded, shown, focused or touched.
 */
@Internal
public final class BrowserSession implements ContextTabs.Listener {

    /**
     * Settings of the browser of one episode.
     *
     * @param needs what the task asks for
     * @param tagsToMark {@code standard_html} or {@code all}
     * @param waiting how long to wait before an observation
     * @param files what the session leaves behind; null for nothing
     * @param uploads the folder whose files the agent may upload; null for none
     * @param addresses refuses addresses that the agent may not go to, with an {@link ActionException}
     * @param options what the user asks of the session
     * @param episode the name of the episode in recorded traffic
     */
    public record Settings(
            BrowserNeeds needs,
            String tagsToMark,
            SessionOptions.Waiting waiting,
            SessionOptions.@Nullable KeptFiles files,
            @Nullable Path uploads,
            Consumer<String> addresses,
            SessionOptions options,
            String episode) {}

    private final Settings settings;
    private final ContextTabs tabs;
    private final @Nullable ProxySession pass;
    private final PageIdleWaiter settling;
    private final PageExtraction extraction;
    private final SessionKeeping keeping;
    private final List<ChatMessage> chat = new ArrayList<>();

    /** The pages in the order in which they were last active. */
    private final LinkedHashSet<TargetTab> history = new LinkedHashSet<>();

    private TargetTab active;
    private boolean infeasible;

    private BrowserSession(ContextTabs tabs, Settings settings, @Nullable ProxySession pass) {
        this.settings = settings;
        this.pass = pass;
        this.tabs = tabs;
        FrameHolders holders = new FrameHolders();
        this.extraction =
                new PageExtraction(settings.tagsToMark(), settings.needs().scale(), holders);
        this.settling = new PageIdleWaiter(tabs, settings.waiting(), extraction, holders);
        this.keeping = new SessionKeeping(
                tabs, settings.needs(), settings.files(), settings.options().savedState(), this::activePage);
        tabs.listen(this);
        this.active = tabs.open();
        activated(active);
        keeping.film();
    }

    public static BrowserSession open(CdpEngine.PipedConnection connection, Settings settings) {
        ProxySession pass = ProxySession.admit(
                settings.addresses(),
                settings.options().upstream(),
                settings.episode(),
                settings.options().persona().ignoreHttpsErrors());
        ContextTabs tabs = null;
        try {
            tabs = connection.open(new SessionOptions.Opening(
                    settings.needs(),
                    pass == null
                            ? null
                            : new SessionOptions.Opening.Proxy(pass.address(), pass.user(), pass.password()),
                    // Of taped traffic the certificate is the proxy's own; the proxy checks that of the server.
                    settings.options().persona().trustingAll(pass != null && pass.isTaped()),
                    settings.files()));
            return new BrowserSession(tabs, settings, pass);
        } catch (RuntimeException e) {
            if (tabs != null) {
                tabs.close();
            }
            if (pass != null) {
                pass.close();
            }
            throw e;
        }
    }

    @Override
    public void signalled(TargetTab tab) {
        activated(tab);
    }

    /** Ends the setup by the task; what comes now is the agent's doing. */
    public void endSetup() {
        if (pass != null) {
            pass.endSetup();
        }
    }

    private void activated(TargetTab page) {
        history.remove(page);
        history.add(page);
        active = page;
    }

    public TargetTab activePage() {
        return active;
    }

    public List<TargetTab> pages() {
        return tabs.all();
    }

    public List<ChatMessage> chat() {
        return List.copyOf(chat);
    }

    public PageExtraction extraction() {
        return extraction;
    }

    /**
     * Waits until there is something to look at, and finds out which page is the active one.
     *
     * @return what was given up meanwhile, in words for the agent; empty for nothing
     */
    public String settle() {
        keeping.film();
        settling.settle(this::open);
        open();
        List<String> notes = new ArrayList<>(settling.takeNotes());
        notes.addAll(tabs.takeNotes());
        String givenUp = String.join(" ", notes);
        if (givenUp.isEmpty()) { // a page that does not answer has no picture either
            keeping.filmStill();
        }
        return givenUp;
    }

    /** Returns the active page; if it was closed, the one that was active before it, else a new one. */
    private TargetTab open() {
        while (active.isClosed() && !history.isEmpty()) {
            history.remove(active);
            if (!history.isEmpty()) {
                active = history.getLast();
            }
        }
        if (active.isClosed()) {
            List<TargetTab> pages = tabs.all();
            activated(pages.isEmpty() ? tabs.open() : pages.getLast());
        }
        return active;
    }

    /** Sets how long a page may leave a question without an answer, before what keeps it busy is stopped. */
    public void patience(Duration most) {
        tabs.patience(most);
    }

    /** Lets a task look at the pages; that it did so makes none of them active. */
    public BrowserTask.Verdict validate(BrowserTask task) {
        TargetTab before = active;
        List<TargetTab> order = List.copyOf(history);
        BrowserTask.Verdict verdict = task.validate(active, chat());
        history.clear();
        history.addAll(order);
        active = before;
        return verdict;
    }

    public void say(String role, String message) {
        chat.add(ChatMessage.now(role, message));
    }

    void infeasible() {
        infeasible = true;
    }

    /** Carries calls out, in order, until one fails; whether actions that time out are tried again without checks. */
    public void act(List<Call> calls, boolean retryWithForce) {
        new ActionRunner(this, retryWithForce).run(calls);
    }

    public boolean isInfeasible() {
        return infeasible;
    }

    /** Returns the screenshot pixels for one pixel of the page. */
    double scale() {
        return settings.needs().scale();
    }

    /** Returns how long navigation and events may take. */
    double timeoutMillis() {
        return settings.needs().timeoutMillis();
    }

    /** Checks an address before the browser goes there. */
    void checkAddress(String url) {
        WebGate.judge(url, settings.addresses(), pass, settings.episode());
    }

    /** Returns the file that an agent may upload under that name. */
    Path upload(String name) {
        Path folder = settings.uploads();
        if (folder == null) {
            throw new ActionException(
                    "PermissionError", "[Errno 1] Operation not permitted: no file of this machine may be uploaded");
        }
        Path file = folder.resolve(name).normalize();
        if (!file.startsWith(folder.normalize())) {
            throw new ActionException(
                    "PermissionError",
                    "[Errno 1] Operation not permitted: '" + name + "' is not in the uploads folder");
        }
        if (!Files.isRegularFile(file)) {
            throw new ActionException("FileNotFoundError", "[Errno 2] No such file or directory: '" + name + "'");
        }
        return file;
    }

    /** Keeps an action where a trace is kept. */
    public void acted(String action, double began, String error) {
        keeping.acted(action, began, error);
    }

    SessionOptions.Showing showing() {
        return settings.options().showing();
    }

    /** Ends what the session started beside the browser, whose connection is gone. For any thread. */
    public void abandon() {
        keeping.abandon();
        if (pass != null) {
            pass.close();
        }
    }

    public void close() {
        keeping.end();
        tabs.close();
        if (pass != null) {
            pass.close();
        }
    }
}
