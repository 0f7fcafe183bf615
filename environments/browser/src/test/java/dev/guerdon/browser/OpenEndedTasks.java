package dev.guerdon.browser;

import dev.guerdon.browser.spi.BrowserTask;

/** Open-ended tasks, for tests of the rooms. */
public final class OpenEndedTasks {

    private OpenEndedTasks() {}

    /** Returns a task that begins at an address and has no goal. */
    public static BrowserTask at(String url) {
        return new OpenEndedTask(url, "");
    }
}
