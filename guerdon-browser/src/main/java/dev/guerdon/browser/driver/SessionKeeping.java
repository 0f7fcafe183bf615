package dev.guerdon.browser.driver;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Tracing;
import dev.guerdon.base.KeptFile;
import dev.guerdon.browser.spi.BrowserException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Keeps what a session should leave behind: its trace, its storage, its requests. */
final class SessionKeeping {

    private final BrowserContext context;
    private final SessionSettings settings;

    SessionKeeping(BrowserContext context, SessionSettings settings) {
        this.context = context;
        this.settings = settings;
    }

    void begin() {
        SessionFiles files = settings.files();
        if (files != null && files.trace().isPresent()) {
            context.tracing()
                    .start(new Tracing.StartOptions().setScreenshots(true).setSnapshots(true));
        }
    }

    /** Before the context closes. */
    void end() {
        Path state = settings.options().savedState();
        if (state != null) {
            try {
                KeptFile.writePrivate(state, context.storageState().getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new BrowserException("cannot save cookies and storage to " + state + ": " + e.getMessage(), e);
            }
        }
        SessionFiles files = settings.files();
        if (files != null) {
            files.trace().ifPresent(file -> context.tracing().stop(new Tracing.StopOptions().setPath(file)));
        }
    }

    /** After the context was closed, which is when Playwright writes the archive. */
    void afterClose() {
        SessionFiles files = settings.files();
        if (files != null) {
            files.har().ifPresent(HarFile::hideSecrets);
        }
    }

    /** Ends what can be ended; a page that is gone leaves what it had. */
    void endQuietly() {
        try {
            end();
        } catch (PlaywrightException e) {
            // The browser is gone, and what it knew with it.
        }
    }
}
