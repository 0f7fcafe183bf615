package dev.guerdon.browser.driver;

import dev.guerdon.browser.proxy.ForwardProxy;
import dev.guerdon.browser.proxy.Pass;
import dev.guerdon.browser.proxy.Way;
import dev.guerdon.browser.traffic.Traffic;
import org.jspecify.annotations.Nullable;

/** The way of a session to the web. */
final class WayOut {

    private WayOut() {}

    /** A pass for the proxy; null where the browser connects by itself. */
    static @Nullable Pass admit(SessionSettings settings) {
        SessionOptions options = settings.options();
        WebGate gate = settings.addresses() instanceof WebGate found ? found : null;
        Way.Taping taping = Traffic.ofPages()
                .map(tape -> new Way.Taping(
                        tape, settings.episode(), options.persona().ignoreHttpsErrors()))
                .orElse(null);
        if (gate == null && options.upstream() == null && taping == null) {
            return null;
        }
        return ForwardProxy.shared().admit(new Way(gate == null ? null : gate.rules(), options.upstream(), taping));
    }
}
