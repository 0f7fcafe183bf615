package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.action.Runner;
import dev.guerdon.browser.action.Showing;
import dev.guerdon.browser.proxy.Pass;
import dev.guerdon.browser.script.Scripts;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.tab.Connection;
import dev.guerdon.browser.tab.Listener;
import dev.guerdon.browser.tab.Opening;
import dev.guerdon.browser.tab.Tab;
import dev.guerdon.browser.tab.Tabs;
import dev.guerdon.browser.traffic.Traffic;
import dev.guerdon.browser.view.Extraction;
import dev.guerdon.browser.view.FrameHolders;
import java.nio.file.Files;
import java.nio.file.Path;
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
public final class BrowserSession implements Runner.Surroundings, Listener {

    /** What a page calls when it was loaded, shown, focused or touched. */
    private static final String ACTIVATED = "browsergym_page_activated";

    private final SessionSettings settings;
    private final Tabs tabs;
    private final @Nullable Pass pass;
    private final Answers answers;
    private final Settling settling;
    private final Extraction extraction;
    private final SessionKeeping keeping;
    private final List<ChatMessage> chat = new ArrayList<>();

    /** The pages in the order in which they were last active. */
    private final LinkedHashSet<Tab> history = new LinkedHashSet<>();

    private Tab active;
    private boolean infeasible;
    private boolean crashed;

    private BrowserSession(Tabs tabs, SessionSettings settings, @Nullable Pass pass) {
        this.settings = settings;
        this.pass = pass;
        this.tabs = tabs;
        FrameHolders holders = new FrameHolders();
        this.extraction = new Extraction(settings.tagsToMark(), settings.needs().scale(), holders);
        this.answers = new Answers(tabs, settings.waiting().mostForAnswer(), extraction, holders);
        this.settling = new Settling(tabs, settings.waiting(), answers, holders);
        this.keeping = new SessionKeeping(tabs, settings, this::activePage);
        tabs.listen(this);
        this.active = tabs.open();
        activated(active);
        keeping.film();
    }

    public static BrowserSession open(Connection connection, SessionSettings settings) {
        Pass pass = WayOut.admit(settings);
        Tabs tabs = null;
        try {
            tabs = connection.open(new Opening(
                    settings.needs(),
                    pass == null ? null : new Opening.Proxy(pass.address(), pass.user(), pass.password()),
                    // Of taped traffic the certificate is the proxy's own; the proxy checks that of the server.
                    settings.options().persona().trustingAll(pass != null && pass.isTaped()),
                    settings.files(),
                    Scripts.PAGE.text(),
                    ACTIVATED));
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
    public void signalled(Tab tab) {
        activated(tab);
    }

    @Override
    public void crashed(Tab tab) {
        crashed |= tab.equals(active);
    }

    /** The task has brought the page to where the agent begins; what comes now is the agent's doing. */
    public void endSetup() {
        if (pass != null) {
            pass.endSetup();
        }
    }

    private void activated(Tab page) {
        history.remove(page);
        history.add(page);
        active = page;
    }

    @Override
    public Tab activePage() {
        return active;
    }

    /** Whether the renderer of the active page died. */
    public boolean crashed() {
        return crashed;
    }

    public List<Tab> pages() {
        return tabs.all();
    }

    public List<ChatMessage> chat() {
        return List.copyOf(chat);
    }

    public Extraction extraction() {
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
        Settling.awaitDocuments(tabs);
        answers.await();
        open();
        String givenUp = answers.takeNotes();
        if (givenUp.isEmpty()) { // a page that does not answer has no picture either
            keeping.filmStill();
        }
        return givenUp;
    }

    /** The active page; where it was closed, the one that was active before it, else a new one. */
    private Tab open() {
        while (active.isClosed() && !history.isEmpty()) {
            history.remove(active);
            if (!history.isEmpty()) {
                active = history.getLast();
            }
        }
        if (active.isClosed()) {
            List<Tab> pages = tabs.all();
            activated(pages.isEmpty() ? tabs.open() : pages.getLast());
        }
        return active;
    }

    /** Lets a task look at the pages; that it did so makes none of them active. */
    public BrowserTask.Verdict validate(BrowserTask task) {
        Tab before = active;
        List<Tab> order = List.copyOf(history);
        BrowserTask.Verdict verdict = task.validate(active, chat());
        history.clear();
        history.addAll(order);
        active = before;
        return verdict;
    }

    @Override
    public void say(String role, String message) {
        chat.add(ChatMessage.now(role, message));
    }

    @Override
    public void infeasible() {
        infeasible = true;
    }

    public boolean isInfeasible() {
        return infeasible;
    }

    @Override
    public double scale() {
        return settings.needs().scale();
    }

    @Override
    public double timeoutMillis() {
        return settings.needs().timeoutMillis();
    }

    @Override
    public void checkAddress(String url) {
        Consumer<String> gate = pass == null || !pass.hasRules() ? settings.addresses() : new WebGate(pass::rules);
        Traffic.ofPages()
                .<Consumer<String>>map(tape -> new TapedGate(gate, tape, settings.episode()))
                .orElse(gate)
                .accept(url);
    }

    @Override
    public Path upload(String name) {
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

    @Override
    public Showing showing() {
        return settings.options().showing();
    }

    public void close() {
        keeping.end();
        tabs.close();
        keeping.afterClose();
        if (pass != null) {
            pass.close();
        }
    }
}
