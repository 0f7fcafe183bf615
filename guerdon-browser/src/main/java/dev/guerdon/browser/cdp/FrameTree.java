package dev.guerdon.browser.cdp;

import dev.guerdon.browser.tab.Frame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    List<Frame> all() {
        List<Frame> all = new ArrayList<>();
        collect(main, all);
        return all;
    }

    private static void collect(TargetFrame frame, List<Frame> all) {
        all.add(frame);
        frame.inner().forEach(child -> collect(child, all));
    }

    void moved(String id, String session) {
        TargetFrame frame = frames.get(id);
        if (frame != null) {
            frame.move(session);
        }
    }

    /** Whether a frame is about to ask for another page. */
    boolean awaitsNavigation() {
        return !awaiting.isEmpty();
    }

    void hear(Message event) {
        switch (event.method()) {
            case "Page.frameRequestedNavigation" -> {
                if (event.text("disposition").equals("currentTab")) {
                    awaiting.add(event.text("frameId"));
                }
            }
            case "Page.frameStoppedLoading", "Page.frameClearedScheduledNavigation" ->
                awaiting.remove(event.text("frameId"));
            case "Page.frameAttached" -> attach(event);
            case "Page.frameDetached" -> {
                TargetFrame frame = frames.get(event.text("frameId"));
                if (frame != null && !event.text("reason").equals("swap")) {
                    remove(frame);
                }
            }
            case "Page.frameNavigated" -> {
                Map<String, @Nullable Object> told = event.object("frame");
                TargetFrame frame = frames.get(Message.text(told.get("id")));
                awaiting.remove(Message.text(told.get("id")));
                if (frame != null) {
                    List.copyOf(frame.inner()).forEach(this::remove);
                    frame.committed(
                            Message.text(told.get("url")) + Message.text(told.get("urlFragment")),
                            Message.text(told.get("loaderId")));
                }
            }
            case "Page.navigatedWithinDocument" -> {
                TargetFrame frame = frames.get(event.text("frameId"));
                awaiting.remove(event.text("frameId"));
                if (frame != null) {
                    frame.movedWithin(event.text("url"));
                }
            }
            case "Page.lifecycleEvent" -> {
                TargetFrame frame = frames.get(event.text("frameId"));
                if (frame != null) {
                    frame.reached(event.text("name"), event.text("loaderId"));
                }
            }
            case "Runtime.executionContextCreated" -> created(event);
            case "Runtime.executionContextDestroyed" -> {
                int id = (int) Message.number(event.content().get("executionContextId"));
                frames.values().forEach(frame -> frame.forget(event.session(), id));
            }
            case "Runtime.executionContextsCleared" ->
                frames.values().forEach(frame -> frame.forgetAll(event.session()));
            default -> {
                // Of no concern here.
            }
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
        Map<String, @Nullable Object> about = Message.object(context.get("auxData"));
        TargetFrame frame = frames.get(Message.text(about.get("frameId")));
        if (frame == null) {
            return;
        }
        int id = (int) Message.number(context.get("id"));
        if (Boolean.TRUE.equals(about.get("isDefault"))) {
            frame.enter(event.session(), id);
        } else if (Message.text(context.get("name")).equals(WORLD)) {
            frame.enterOwnWorld(event.session(), id);
        }
    }

    private void remove(TargetFrame frame) {
        List.copyOf(frame.inner()).forEach(this::remove);
        frame.detach();
        awaiting.remove(frame.id());
        frames.remove(frame.id());
    }
}
