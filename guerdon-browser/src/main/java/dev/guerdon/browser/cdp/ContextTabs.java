package dev.guerdon.browser.cdp;

import dev.guerdon.browser.cdp.Wire.Deadline;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.tab.Listener;
import dev.guerdon.browser.tab.Opening;
import dev.guerdon.browser.tab.Tab;
import dev.guerdon.browser.tab.Tabs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The pages of a browser context, in the order in which the browser told of them. */
final class ContextTabs implements Tabs {

    private static final double MOST_FOR_CLOSE_MILLIS = 5_000;

    private final Wire wire;
    private final String context;
    private final Opening opening;
    private final Runnable closed;
    private final List<Listener> listeners = new ArrayList<>();
    private final List<TargetTab> tabs = new ArrayList<>();
    private final Map<String, TargetTab> bySession = new HashMap<>();

    ContextTabs(Wire wire, String context, Opening opening, Runnable closed) {
        this.wire = wire;
        this.context = context;
        this.opening = opening;
        this.closed = closed;
        wire.onEvent(this::hear);
    }

    Wire wire() {
        return wire;
    }

    Opening opening() {
        return opening;
    }

    void tell(Consumer<Listener> what) {
        listeners.forEach(what);
    }

    /** Events of a session are about a tab from now on. */
    void bind(String session, TargetTab tab) {
        bySession.put(session, tab);
    }

    private void hear(Message event) {
        switch (event.method()) {
            case "Target.attachedToTarget" -> attached(event);
            case "Target.detachedFromTarget" -> {
                String session = event.text("sessionId");
                TargetTab tab = bySession.remove(session);
                if (tab != null && tab.detached(session)) {
                    tabs.remove(tab);
                }
            }
            default -> {
                TargetTab tab = bySession.get(event.session());
                if (tab != null) {
                    tab.hear(event);
                }
            }
        }
    }

    private void attached(Message event) {
        String session = event.text("sessionId");
        Map<String, ?> target = event.object("targetInfo");
        String id = Message.text(target.get("targetId"));
        TargetTab holder = bySession.get(event.session());
        if (holder != null) {
            bySession.put(session, holder);
            if (Message.text(target.get("type")).equals("iframe")) {
                holder.frameMoved(id, session);
            } else {
                holder.workerStarted(session);
            }
        } else if (Message.text(target.get("type")).equals("page")) {
            TargetTab tab = new TargetTab(this, id, session);
            bySession.put(session, tab);
            tabs.add(tab);
            tab.prepare();
        }
    }

    @Override
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public List<Tab> all() {
        return List.copyOf(tabs);
    }

    @Override
    public Tab open() {
        String id = Message.text(wire.await(
                        wire.post("", "Target.createTarget", Map.of("url", "about:blank", "browserContextId", context)),
                        Deadline.NEVER)
                .get("targetId"));
        wire.until(() -> find(id).isPresent(), Deadline.NEVER);
        TargetTab tab = find(id).orElseThrow();
        tab.awaitPrepared();
        return tab;
    }

    @Override
    public String storageState() {
        // Whoever asks for it gets the other driver.
        throw new BrowserException("the driver cdp cannot tell cookies and storage; use driver=playwright");
    }

    private Optional<TargetTab> find(String target) {
        return tabs.stream().filter(tab -> tab.target().equals(target)).findFirst();
    }

    @Override
    public void close() {
        closed.run();
        try {
            wire.await(
                    wire.post("", "Target.disposeBrowserContext", Map.of("browserContextId", context)),
                    Deadline.in(MOST_FOR_CLOSE_MILLIS));
        } catch (PageException e) {
            // Closed already, with its browser.
        }
        wire.onEvent(event -> {});
        wire.pipe().release(wire);
    }
}
