package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserNeeds;
import org.jspecify.annotations.Nullable;

/**
 * How the browser of one episode opens.
 *
 * @param needs what the task asks for
 * @param proxy the only way to the network; null where there is no rule
 * @param persona who the browser is, to pages
 * @param files what the driver keeps of the session; null for nothing
 * @param script runs in every frame before the page's own scripts
 * @param signal a function that pages can call, without arguments; listeners hear of it
 */
@Internal
public record Opening(
        BrowserNeeds needs,
        @Nullable Proxy proxy,
        Persona persona,
        @Nullable SessionFiles files,
        String script,
        String signal) {

    /** A proxy that asks for credentials, for all addresses, those of this machine among them. */
    public record Proxy(String address, String user, String password) {}
}
