package dev.guerdon.browser.driver;

import dev.guerdon.base.KeptFile;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.tab.SessionFiles;
import dev.guerdon.browser.tab.Tab;
import dev.guerdon.browser.tab.Tabs;
import dev.guerdon.browser.video.Screencast;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps what a session should leave behind: its storage, its requests, its video. */
final class SessionKeeping {

    private final Tabs tabs;
    private final SessionSettings settings;

    private final @Nullable Screencast video;

    /**
     * What a session keeps.
     *
     * @param active the tab that people would look at
     */
    SessionKeeping(Tabs tabs, SessionSettings settings, Supplier<Tab> active) {
        this.tabs = tabs;
        this.settings = settings;
        SessionFiles files = settings.files();
        this.video = files == null
                ? null
                : files.video().map(file -> Screencast.begin(file, active)).orElse(null);
    }

    /** Films the tabs that have come. */
    void film() {
        if (video != null) {
            tabs.all().forEach(video::watch);
        }
    }

    /** Films what the active tab shows now, whether or not Chromium has had the time to send it. */
    void filmStill() {
        if (video != null) {
            video.still();
        }
    }

    /** Before the tabs close. */
    void end() {
        if (video != null) {
            video.end();
        }
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
