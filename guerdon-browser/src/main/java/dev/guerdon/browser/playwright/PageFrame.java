package dev.guerdon.browser.playwright;

import com.microsoft.playwright.ElementHandle;
import com.microsoft.playwright.options.LoadState;
import dev.guerdon.browser.tab.Frame;
import dev.guerdon.browser.tab.Tab;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A frame of Playwright's. */
final class PageFrame implements Frame {

    private final PageTab tab;
    private final com.microsoft.playwright.Frame frame;

    /** Does not change while the frame is attached. */
    private @Nullable ElementHandle holder;

    PageFrame(PageTab tab, com.microsoft.playwright.Frame frame) {
        this.tab = tab;
        this.frame = frame;
    }

    @Override
    public Tab tab() {
        return tab;
    }

    @Override
    public List<Frame> children() {
        return frame.childFrames().stream().map(child -> (Frame) tab.of(child)).toList();
    }

    @Override
    public boolean isDetached() {
        return frame.isDetached();
    }

    @Override
    public @Nullable Object evaluate(String script) {
        return Failures.told(() -> frame.evaluate(script));
    }

    @Override
    public @Nullable Object evaluate(String function, @Nullable Object argument) {
        return Failures.told(() -> frame.evaluate(function, argument));
    }

    @Override
    public @Nullable Object evaluateOnHolder(String function) {
        return Failures.told(() -> {
            ElementHandle element = holder;
            if (element == null) {
                element = frame.frameElement();
                holder = element;
            }
            return element.evaluate(function);
        });
    }

    @Override
    public void awaitDocument(double millis) {
        Failures.told(() -> frame.waitForLoadState(
                LoadState.DOMCONTENTLOADED,
                new com.microsoft.playwright.Frame.WaitForLoadStateOptions().setTimeout(millis)));
    }
}
