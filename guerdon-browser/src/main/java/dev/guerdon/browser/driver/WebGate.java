package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.fetch.WebRules;
import dev.guerdon.browser.spi.ActionException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Lets a browser reach only what rules allow.
 *
 * <p>An address that the agent goes to is judged before the browser sees it, for the sake of a clear message. Every connection,
 * whatever made it, is judged by the proxy that this gate gives the browser.
 *
 * @param rules the rules, asked for at each judgement
 */
@Internal
public record WebGate(Supplier<WebRules> rules) implements Consumer<String> {

    @Override
    public void accept(String url) {
        Addresses.refuseLocal(url);
        refusal(Addresses.read(url)).ifPresent(reason -> {
            throw new ActionException("Error", "Page.goto: net::ERR_BLOCKED_BY_CLIENT at " + url + ": " + reason);
        });
    }

    private Optional<String> refusal(String url) {
        boolean web = url.regionMatches(true, 0, "http", 0, 4);
        return web && rules.get().check(url) instanceof WebRules.Refused refused
                ? Optional.of(refused.reason())
                : Optional.empty();
    }
}
