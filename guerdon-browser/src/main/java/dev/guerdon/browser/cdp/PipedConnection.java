package dev.guerdon.browser.cdp;

import dev.guerdon.browser.cdp.Wire.Deadline;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.tab.Connection;
import dev.guerdon.browser.tab.Opening;
import dev.guerdon.browser.tab.Tabs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A wire, and the browser context of the episode that it serves. */
final class PipedConnection implements Connection {

    private final Pipe pipe;
    private final Wire wire;

    /** The open context, for whoever cuts. */
    private final AtomicReference<Optional<String>> context = new AtomicReference<>(Optional.empty());

    PipedConnection(Pipe pipe) {
        this.pipe = pipe;
        this.wire = new Wire(pipe);
    }

    @Override
    public Tabs open(Opening opening) {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("disposeOnDetach", true);
        Opening.Proxy proxy = opening.proxy();
        if (proxy != null) {
            options.put("proxyServer", proxy.address());
            // Browsers go to this machine's own addresses without a proxy, unless they are told not to.
            options.put("proxyBypassList", "<-loopback>");
        }
        String id = Message.text(wire.await(wire.post("", "Target.createBrowserContext", options), Deadline.NEVER)
                .get("browserContextId"));
        context.set(Optional.of(id));
        pipe.claim(id, wire);
        wire.tell("", "Browser.setDownloadBehavior", Map.of("behavior", "deny", "browserContextId", id));
        if (opening.persona().place() != null) {
            wire.tell(
                    "",
                    "Browser.grantPermissions",
                    Map.of("permissions", List.of("geolocation"), "browserContextId", id));
        }
        return new ContextTabs(wire, id, opening, () -> context.set(Optional.empty()));
    }

    @Override
    public void cut() {
        wire.end();
        dispose();
    }

    private void dispose() {
        context.getAndSet(Optional.empty()).ifPresent(id -> {
            try {
                pipe.send(new Wire(pipe), "", "Target.disposeBrowserContext", Map.of("browserContextId", id));
            } catch (PageException e) {
                // The browser is gone, and the context with it.
            }
        });
    }

    @Override
    public void close() {
        dispose();
        wire.end();
        pipe.release(wire);
    }
}
