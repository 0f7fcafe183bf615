package dev.guerdon.browser.driver;

import dev.guerdon.base.KeptFile;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.tab.SessionFiles;
import dev.guerdon.browser.tab.Tabs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Keeps what a session should leave behind: its storage, its requests, its video. */
final class SessionKeeping {

    private final Tabs tabs;
    private final SessionSettings settings;

    SessionKeeping(Tabs tabs, SessionSettings settings) {
        this.tabs = tabs;
        this.settings = settings;
    }

    /** Before the tabs close. */
    void end() {
        Path state = settings.options().savedState();
        if (state == null) {
            return;
        }
        try {
            KeptFile.writePrivate(state, tabs.storageState().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new BrowserException("cannot save cookies and storage to " + state + ": " + e.getMessage(), e);
        } catch (PageException e) {
            // The browser is gone, and what it knew with it.
        }
    }

    /** After the tabs were closed, which is when the driver writes its files. */
    void afterClose() {
        SessionFiles files = settings.files();
        if (files != null) {
            files.har().ifPresent(HarFile::hideSecrets);
        }
    }
}
