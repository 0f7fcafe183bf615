package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.tab.SessionFiles;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How the browser of one episode is set.
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
@Internal
public record SessionSettings(
        BrowserNeeds needs,
        String tagsToMark,
        Waiting waiting,
        @Nullable SessionFiles files,
        @Nullable Path uploads,
        Consumer<String> addresses,
        SessionOptions options,
        String episode) {}
