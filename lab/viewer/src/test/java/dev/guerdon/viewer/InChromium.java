package dev.guerdon.viewer;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Task;
import dev.guerdon.browser.BrowserEnvironment;
import dev.guerdon.browser.BrowserSettings;
import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks at pages in a real Chromium, or skips the test where there is none. */
final class InChromium {

    private InChromium() {}

    /** Opens a page and looks at it; what fails there, fails the test. */
    static void look(String url, Consumer<BrowserPage> look) {
        AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
        BrowserTask task = new BrowserTask() {
            @Override
            public Start setup(BrowserPage page) {
                try {
                    page.navigate(url);
                    look.accept(page);
                } catch (Throwable e) {
                    failed.set(e);
                }
                return Start.of("");
            }

            @Override
            public Verdict validate(BrowserPage page, List<ChatMessage> chat) {
                return Verdict.open();
            }
        };
        try (BrowserEnvironment browser = new BrowserEnvironment(any -> task, BrowserSettings.standard())) {
            browser.reset(Task.of("look", "", Map.of()));
        } catch (GuerdonException e) {
            if (failed.get() == null) {
                abort("skipped: " + e.getMessage());
            }
        }
        switch (failed.get()) {
            case null -> {}
            case Error e -> throw e;
            case RuntimeException e -> throw e;
            case Throwable e -> throw new AssertionError(e);
        }
    }

    /** Presses a key. */
    static void press(BrowserPage page, String key) {
        Map<String, Object> named = Map.of(
                "ArrowRight", 39,
                "ArrowLeft", 37,
                "Home", 36,
                "End", 35,
                "Escape", 27);
        Map<String, Object> down = key.length() == 1
                ? Map.of("type", "keyDown", "key", key, "text", key)
                : Map.of("type", "rawKeyDown", "key", key, "code", key, "windowsVirtualKeyCode", named.get(key));
        page.devTools("Input.dispatchKeyEvent", down);
        page.devTools("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }
}
