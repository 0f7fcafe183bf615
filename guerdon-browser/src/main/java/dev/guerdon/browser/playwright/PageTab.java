package dev.guerdon.browser.playwright;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.FileChooser;
import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.TimeoutError;
import dev.guerdon.browser.tab.Frame;
import dev.guerdon.browser.tab.Input;
import dev.guerdon.browser.tab.Tab;
import dev.guerdon.browser.tab.Tabs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A page of Playwright's. */
final class PageTab implements Tab {

    private static final Gson GSON = new GsonBuilder().serializeNulls().create();

    private final ContextTabs tabs;
    private final Page page;
    private final Input input;
    private final IdentityHashMap<com.microsoft.playwright.Frame, PageFrame> frames = new IdentityHashMap<>();

    /** Kept open: it saves a round trip, and closing it would drop the viewport's size in a full Chromium. */
    private @Nullable CDPSession session;

    PageTab(ContextTabs tabs, Page page) {
        this.tabs = tabs;
        this.page = page;
        this.input = new PageInput(page);
        page.onFrameDetached(frames::remove);
    }

    PageFrame of(com.microsoft.playwright.Frame frame) {
        return frames.computeIfAbsent(frame, one -> new PageFrame(this, one));
    }

    @Override
    public Tabs tabs() {
        return tabs;
    }

    @Override
    public String url() {
        return page.url();
    }

    @Override
    public String title() {
        return Failures.told(page::title);
    }

    @Override
    public boolean isClosed() {
        return page.isClosed();
    }

    @Override
    public void navigate(String url) {
        Failures.told(() -> {
            page.navigate(url);
        });
    }

    @Override
    public void navigate(String url, Duration most) {
        Failures.told(() -> {
            page.navigate(url, new Page.NavigateOptions().setTimeout((double) most.toMillis()));
        });
    }

    @Override
    public @Nullable Object evaluate(String script) {
        return Failures.told(() -> page.evaluate(script));
    }

    @Override
    public @Nullable Object evaluate(String function, @Nullable Object argument) {
        return Failures.told(() -> page.evaluate(function, argument));
    }

    @Override
    public void waitFor(String script) {
        Failures.told(() -> {
            page.waitForFunction(script);
        });
    }

    @Override
    public Map<String, @Nullable Object> devTools(String method, Map<String, ? extends @Nullable Object> parameters) {
        return Failures.told(() -> GsonValues.object(
                open().send(method, GSON.toJsonTree(parameters).getAsJsonObject())));
    }

    private CDPSession open() {
        CDPSession open = session;
        if (open == null) {
            open = page.context().newCDPSession(page);
            session = open;
        }
        return open;
    }

    @Override
    public void hearDevTools(String event, Consumer<Map<String, @Nullable Object>> listener) {
        Failures.told(() -> open().on(event, told -> listener.accept(GsonValues.object(told))));
    }

    @Override
    public Frame mainFrame() {
        return of(page.mainFrame());
    }

    @Override
    public List<Frame> frames() {
        return page.frames().stream().map(frame -> (Frame) of(frame)).toList();
    }

    @Override
    public Found find(List<String> path) {
        return Failures.told(() -> {
            FrameLocator frame = null;
            for (int i = 0; ; i++) {
                Locator found = frame == null ? page.getByTestId(path.get(i)) : frame.getByTestId(path.get(i));
                if (found.count() == 0) {
                    return new Found.Missing(i);
                }
                if (i == path.size() - 1) {
                    return new Found.Here(new LocatedElement(found));
                }
                frame = found.frameLocator(":scope");
            }
        });
    }

    @Override
    public Input input() {
        return input;
    }

    @Override
    public Optional<Chooser> choose(Runnable action) {
        return Failures.told(() -> {
            FileChooser chooser;
            try {
                chooser = page.waitForFileChooser(() -> {
                    page.evaluate("0"); // By its answer, the browser has heard that a chooser is waited for.
                    action.run();
                });
            } catch (TimeoutError e) {
                return Optional.empty();
            }
            return Optional.of(files -> Failures.told(() -> chooser.setFiles(files.toArray(Path[]::new))));
        });
    }

    @Override
    public void goBack() {
        Failures.told(() -> {
            page.goBack();
        });
    }

    @Override
    public void goForward() {
        Failures.told(() -> {
            page.goForward();
        });
    }

    @Override
    public void bringToFront() {
        Failures.told(page::bringToFront);
    }

    @Override
    public void close() {
        Failures.told(() -> page.close());
    }

    @Override
    public void pause(double millis) {
        Failures.told(() -> page.waitForTimeout(millis));
    }
}
