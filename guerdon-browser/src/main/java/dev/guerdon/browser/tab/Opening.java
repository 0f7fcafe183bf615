package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserNeeds;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How the browser of one episode opens.
 *
 * @param needs what the task asks for
 * @param proxy the only way to the network; null where there is no rule
 * @param video the folder for a video; null for none
 * @param script runs in every frame before the page's own scripts
 * @param signal a function that pages can call, without arguments; listeners hear of it
 */
@Internal
public record Opening(
        BrowserNeeds needs, @Nullable Proxy proxy, @Nullable Path video, String script, String signal) {

    /** A proxy that asks for credentials, for all addresses, those of this machine among them. */
    public record Proxy(String address, String user, String password) {}
}
