package dev.guerdon.browser.proxy;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.fetch.WebRules;
import dev.guerdon.browser.traffic.Tape;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of one episode to the web.
 *
 * @param rules what may be reached, asked for at each connection; null for everything
 * @param upstream a proxy of the user's own, behind the rules; null for none
 * @param taping how the traffic is recorded or replayed; null for neither
 */
@Internal
public record Way(
        @Nullable Supplier<WebRules> rules,
        @Nullable Upstream upstream,
        @Nullable Taping taping) {

    /** A way whose traffic is neither recorded nor replayed. */
    public Way(@Nullable Supplier<WebRules> rules, @Nullable Upstream upstream) {
        this(rules, upstream, null);
    }

    /**
     * Traffic that is recorded or replayed.
     *
     * @param tape the recording
     * @param episode whose traffic it is
     * @param trustsAll whether servers are trusted whatever their certificate
     */
    public record Taping(Tape tape, String episode, boolean trustsAll) {}
}
