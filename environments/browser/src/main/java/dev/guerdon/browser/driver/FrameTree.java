package dev.guerdon.browser.driver;

import dev.guerdon.browser.driver.CdpConnection.Deadline;
import dev.guerdon.browser.driver.CdpConnection.Message;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.spi.PageException.Kind;
import dev.guerdon.browser.view.CdpValues;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The frames of a tab, followed by what the browser tells. */
final class FrameTree {

    /** The name of our own world beside the page's. */
    static final String WORLD = "guerdon";

    private final TargetTab tab;
    private final Map<String, TargetFrame> frames = new LinkedHashMap<>();
    private final Set<String> awaiting = new HashSet<>();
    private final TargetFrame main;
    private final Navigation navigation;

    FrameTree(TargetTab tab, String target, String session) {
        this.tab = tab;
        this.main = new TargetFrame(tab, target, null, session);
        this.navigation = new Navigation(tab, main);
        frames.put(target, main);
    }

    TargetFrame main() {
        return main;
    }

    Navigation navigation() {
        return navigation;
    }

    @Nullable
    TargetFrame find(String id) {
        return frames.get(id);
    }

    List<TargetFrame> all() {
        List<TargetFrame> all = new ArrayList<>();
        collect(main, all);
        return all;
    }

    /** Returns the sessions of all frames: those in processes of their own have one each. */
    Set<String> sessions() {
        Set<String> sessions = new LinkedHashSet<>();
        frames.values().forEach(frame -> sessions.add(frame.session()));
        return sessions;
    }

    private static void collect(TargetFrame frame, List<TargetFrame> all) {
        all.add(frame);
        frame.inner().forEach(child -> collect(child, all));
    }

    void moved(String id, String session) {
        TargetFrame frame = frames.get(id);
        if (frame != null) {
            frame.move(session);
        }
    }

    /** Returns whether a frame is about to ask for another page. */
    boolean awaitsNavigation() {
        return !awaiting.isEmpty();
    }

    void hear(Message event) {
        String id = event.text("frameId");
        TargetFrame frame = frames.get(id);
        switch (event.method()) {
            case "Page.frameRequestedNavigation" -> {
                if (event.text("disposition").equals("currentTab")) {
                    awaiting.add(id);
                }
            }
            case "Page.frameStoppedLoading", "Page.frameClearedScheduledNavigation" -> awaiting.remove(id);
            case "Page.frameAttached" -> attach(event);
            case "Page.frameDetached" -> {
                if (frame != null && !event.text("reason").equals("swap")) {
                    remove(frame);
                }
            }
            case "Page.frameNavigated" -> navigated(event.object("frame"));
            case "Page.navigatedWithinDocument" -> {
                awaiting.remove(id);
                if (frame != null) {
                    frame.movedWithin(event.text("url"));
                }
            }
            case "Page.lifecycleEvent" -> {
                if (frame != null) {
                    frame.reached(event.text("name"), event.text("loaderId"));
                }
            }
            case "Runtime.executionContextCreated" -> created(event);
            case "Runtime.executionContextDestroyed" -> {
                int world = (int) CdpValues.number(event.content().get("executionContextId"));
                frames.values().forEach(each -> each.forget(event.session(), world));
            }
            case "Runtime.executionContextsCleared" -> frames.values().forEach(each -> each.forgetAll(event.session()));
            default -> {}
        }
    }

    private void navigated(Map<String, @Nullable Object> told) {
        String id = CdpValues.text(told.get("id"));
        String url = CdpValues.text(told.get("url"));
        TargetFrame frame = frames.get(id);
        awaiting.remove(id);
        tab.visited(url);
        if (frame != null) {
            List.copyOf(frame.inner()).forEach(this::remove);
            frame.committed(url + CdpValues.text(told.get("urlFragment")), CdpValues.text(told.get("loaderId")));
        }
    }

    private void attach(Message event) {
        TargetFrame known = frames.get(event.text("frameId"));
        if (known != null) {
            known.move(event.session()); // It came back from a process of its own.
            return;
        }
        TargetFrame parent = frames.get(event.text("parentFrameId"));
        if (parent != null) {
            TargetFrame frame = new TargetFrame(tab, event.text("frameId"), parent, event.session());
            parent.inner().add(frame);
            frames.put(frame.id(), frame);
        }
    }

    private void created(Message event) {
        Map<String, @Nullable Object> context = event.object("context");
        Map<String, @Nullable Object> about = CdpValues.object(context.get("auxData"));
        TargetFrame frame = frames.get(CdpValues.text(about.get("frameId")));
        if (frame == null) {
            return;
        }
        int id = (int) CdpValues.number(context.get("id"));
        if (Boolean.TRUE.equals(about.get("isDefault"))) {
            frame.enter(event.session(), id);
        } else if (CdpValues.text(context.get("name")).equals(WORLD)) {
            frame.enterOwnWorld(event.session(), id);
        }
    }

    private void remove(TargetFrame frame) {
        List.copyOf(frame.inner()).forEach(this::remove);
        frame.detach();
        awaiting.remove(frame.id());
        frames.remove(frame.id());
    }

    /** Brings a tab to other pages and waits until they are loaded. */
    record Navigation(TargetTab tab, TargetFrame main) {

        private static final int MOST_TRIES = 10;
        private static final double MOST_FOR_OTHER_MILLIS = 500;

        /** Goes to an address. A page that goes elsewhere by itself at the same moment does not keep it. */
        void go(String url, double millis) {
            Deadline deadline = Deadline.in(millis);
            List<String> log = List.of("  - navigating to \"" + url + "\", waiting until \"load\"");
            for (int left = MOST_TRIES - 1; ; left--) {
                int before = main.moves();
                try {
                    goOnce(url, millis, deadline, log);
                    return;
                } catch (Interrupted e) {
                    boolean moved = tab.until(() -> main.moves() > before, Deadline.in(MOST_FOR_OTHER_MILLIS));
                    if (!moved || left == 0 || deadline.isOver()) {
                        throw new PageException(Kind.REFUSED, String.valueOf(e.getMessage()), log, e);
                    }
                }
            }
        }

        /** Something else came before what was asked for. */
        private static final class Interrupted extends RuntimeException {
            private static final long serialVersionUID = 1L;

            Interrupted(String message) {
                super(message);
            }
        }

        private void goOnce(String url, double millis, Deadline deadline, List<String> log) {
            Map<String, @Nullable Object> answer;
            try {
                answer = tab.call(tab.session(), "Page.navigate", Map.of("url", url), deadline);
            } catch (PageException e) {
                throw e.kind() == Kind.TIMEOUT
                        ? TargetTab.timeout(millis, log)
                        : new PageException(e.kind(), String.valueOf(e.getMessage()), log, e);
            }
            String error = CdpValues.text(answer.get("errorText"));
            if (error.equals("net::ERR_ABORTED")) {
                throw new Interrupted(error + " at " + url);
            }
            if (!error.isEmpty()) {
                throw new PageException(Kind.REFUSED, error + " at " + url, log);
            }
            String loader = CdpValues.text(answer.get("loaderId"));
            if (loader.isEmpty()) {
                return; // It is a place within the page.
            }
            if (!tab.until(() -> main.hasCommitted(loader) || tab.hasFailed(loader), deadline)) {
                throw TargetTab.timeout(millis, log);
            }
            if (!main.hasCommitted(loader)) {
                throw new Interrupted("Navigation to \"" + url + "\" is interrupted by another navigation");
            }
            awaitLoad(millis, deadline, log);
        }

        /** Goes some steps through the history. */
        void step(int by, double millis) {
            Deadline deadline = Deadline.in(millis);
            Map<String, @Nullable Object> history =
                    tab.call(tab.session(), "Page.getNavigationHistory", Map.of(), deadline);
            List<?> entries = CdpValues.list(history.get("entries"));
            int index = (int) CdpValues.number(history.get("currentIndex")) + by;
            if (index < 0 || index >= entries.size()) {
                return;
            }
            List<String> log = List.of("  - waiting for navigation until \"load\"");
            int before = main.moves();
            tab.call(
                    tab.session(),
                    "Page.navigateToHistoryEntry",
                    Map.of(
                            "entryId",
                            Objects.requireNonNull(
                                    CdpValues.object(entries.get(index)).get("id"))),
                    deadline);
            if (!tab.until(() -> main.moves() > before, deadline)) {
                throw TargetTab.timeout(millis, log);
            }
            awaitLoad(millis, deadline, log);
        }

        private void awaitLoad(double millis, Deadline deadline, List<String> log) {
            // A page that a script keeps busy loads once the script is stopped.
            if (!tab.until(() -> main.hasReached("load"), deadline)
                    && !(tab.release() && tab.until(() -> main.hasReached("load"), tab.patience()))) {
                throw TargetTab.timeout(millis, log);
            }
        }
    }
}
