package dev.guerdon.browser.driver;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.action.Runner;
import dev.guerdon.browser.action.Showing;
import dev.guerdon.browser.proxy.Pass;
import dev.guerdon.browser.script.Scripts;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
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
public final class BrowserSession implements Runner.Surroundings {

    private final SessionSettings settings;
    private final BrowserContext context;
    private final @Nullable Pass pass;
    private final Answers answers;
    private final Settling settling;
    private final Extraction extraction;
    private final SessionKeeping keeping;
    private final List<ChatMessage> chat = new ArrayList<>();

    /** The pages in the order in which they were last active. */
    private final LinkedHashSet<Page> history = new LinkedHashSet<>();

    private Page active;
    private boolean infeasible;
    private boolean crashed;

    private BrowserSession(BrowserContext context, SessionSettings settings, @Nullable Pass pass) {
        this.settings = settings;
        this.pass = pass;
        this.context = context;
        FrameHolders holders = new FrameHolders();
        this.extraction = new Extraction(settings.tagsToMark(), settings.needs().scale(), holders);
        this.answers = new Answers(context, settings.waiting().mostForAnswer(), extraction, holders);
        this.settling = new Settling(context, settings.waiting(), answers, holders);
        context.setDefaultTimeout(settings.needs().timeoutMillis());
        context.exposeBinding("browsergym_page_activated", (source, arguments) -> {
            activated(source.page());
            return null;
        });
        context.addInitScript(Scripts.PAGE.text());
        context.onPage(page -> page.onCrash(gone -> crashed |= gone.equals(active())));
        this.keeping = new SessionKeeping(context, settings);
        keeping.begin();
        this.active = context.newPage();
        activated(active);
    }

    public static BrowserSession open(Browser browser, SessionSettings settings) {
        Pass pass = ContextSetup.admit(settings);
        BrowserContext context = null;
        try {
            context = browser.newContext(ContextSetup.options(settings, pass));
            return new BrowserSession(context, settings, pass);
        } catch (RuntimeException e) {
            if (context != null) {
                context.close();
            }
            if (pass != null) {
                pass.close();
            }
            throw e;
        }
    }

    /** The task has brought the page to where the agent begins; what comes now is the agent's doing. */
    public void endSetup() {
        if (pass != null) {
            pass.endSetup();
        }
    }

    private void activated(Page page) {
        history.remove(page);
        history.add(page);
        active = page;
    }

    private Page active() {
        return active;
    }

    @Override
    public Page activePage() {
        return active;
    }

    /** Whether the renderer of the active page died. */
    public boolean crashed() {
        return crashed;
    }

    public List<Page> pages() {
        return context.pages();
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
        settling.settle(this::open);
        Settling.awaitDocuments(context);
        answers.await();
        open();
        return answers.takeNotes();
    }

    /** The active page; where it was closed, the one that was active before it, else a new one. */
    private Page open() {
        while (active.isClosed() && !history.isEmpty()) {
            history.remove(active);
            if (!history.isEmpty()) {
                active = history.getLast();
            }
        }
        if (active.isClosed()) {
            List<Page> pages = context.pages();
            activated(pages.isEmpty() ? context.newPage() : pages.getLast());
        }
        return active;
    }

    /** Lets a task look at the pages; that it did so makes none of them active. */
    public BrowserTask.Verdict validate(BrowserTask task) {
        Page before = active;
        List<Page> order = List.copyOf(history);
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
        Consumer<String> gate =
                pass == null || !pass.hasRules() ? settings.addresses() : new WebGate(pass::rules);
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
        try {
            keeping.endQuietly();
            context.close();
            keeping.afterClose();
        } catch (PlaywrightException e) {
            // Closed already, with its browser.
        }
        if (pass != null) {
            pass.close();
        }
    }
}
