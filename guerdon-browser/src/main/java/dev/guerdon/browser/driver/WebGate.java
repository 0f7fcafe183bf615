package dev.guerdon.browser.driver;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Route;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.fetch.SafeFetch;
import dev.guerdon.browser.fetch.WebRules;
import dev.guerdon.browser.spi.ActionException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Lets a browser reach only what rules allow: judges every address that the agent goes to and every request that a page makes.
 *
 * <p>What a server redirects to is fetched by the browser itself and not judged again; {@link SafeFetch} does judge it.
 *
 * @param rules the rules, asked for at each judgement
 */
@Internal
public record WebGate(Supplier<WebRules> rules) implements Consumer<String> {

    @Override
    public void accept(String url) {
        Addresses.refuseFiles(url);
        refusal(url).ifPresent(reason -> {
            throw new ActionException("Error", "Page.goto: net::ERR_BLOCKED_BY_CLIENT at " + url + ": " + reason);
        });
    }

    /** From now on the context's pages make no request that the rules refuse. */
    void guard(BrowserContext context) {
        context.route("**/*", this::judge);
    }

    private void judge(Route route) {
        if (refusal(route.request().url()).isPresent()) {
            route.abort("blockedbyclient");
        } else {
            route.resume();
        }
    }

    private Optional<String> refusal(String url) {
        boolean web = url.regionMatches(true, 0, "http", 0, 4);
        return web && rules.get().check(url) instanceof WebRules.Refused refused
                ? Optional.of(refused.reason())
                : Optional.empty();
    }
}
