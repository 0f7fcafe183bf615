package dev.guerdon.browser.cdp;

import dev.guerdon.browser.script.Scripts;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.tab.Opening;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sets up what the browser opens, before it runs anything: pages, frames in processes of their own, workers.
 *
 * <p>The browser takes commands in order, so only the last one is worth waiting for.
 */
final class Preparation {

    /** The headless shell has no settings of a desktop; these are what a desktop's Chromium shows. */
    private static final Map<String, String> FONTS = Map.of(
            "standard", "Times New Roman",
            "serif", "Times New Roman",
            "sansSerif", "Arial",
            "fixed", "Monospace");

    private static final String START = "Runtime.runIfWaitingForDebugger";

    private final Wire wire;
    private final String session;
    private final Opening opening;

    /**
     * The preparation of a tab.
     *
     * @param session the session of its page
     */
    Preparation(Wire wire, String session, Opening opening) {
        this.wire = wire;
        this.session = session;
        this.opening = opening;
    }

    /** Sets the tab's page up; by the answer to what is given back, it is ready. */
    Wire.Sent page() {
        BrowserNeeds needs = opening.needs();
        common(session);
        wire.tell(
                session,
                "Emulation.setDeviceMetricsOverride",
                Map.of(
                        "width", needs.width(),
                        "height", needs.height(),
                        "deviceScaleFactor", 1,
                        "mobile", false,
                        "screenWidth", needs.width(),
                        "screenHeight", needs.height()));
        wire.tell(session, "Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
        if (System.getProperty("os.name").equals("Linux")) {
            wire.tell(session, "Page.setFontFamilies", Map.of("fontFamilies", FONTS));
        }
        return wire.post(session, START, Map.of());
    }

    /** Sets up a frame that is in a process of its own. */
    void frame(String to) {
        common(to);
        wire.tell(to, START, Map.of());
    }

    /** Sets up a worker: its requests are requests of the tab. */
    void worker(String to) {
        wire.tell(to, "Network.enable", Map.of());
        answerProxy(to);
        wire.tell(to, START, Map.of());
    }

    private void common(String to) {
        wire.tell(to, "Page.enable", Map.of());
        wire.tell(to, "Runtime.enable", Map.of());
        wire.tell(to, "Page.setLifecycleEventsEnabled", Map.of("enabled", true));
        wire.tell(to, "Network.enable", Map.of());
        wire.tell(to, "Runtime.addBinding", Map.of("name", opening.signal()));
        // The function that the browser gives takes a text.
        String signal = "(() => { const tell = globalThis['" + opening.signal() + "']; if (tell) globalThis['"
                + opening.signal() + "'] = () => tell(''); })();\n";
        script(to, signal + opening.script(), null);
        script(to, Scripts.ACT.text(), FrameTree.WORLD);
        wire.tell(
                to,
                "Target.setAutoAttach",
                Map.of(
                        "autoAttach",
                        true,
                        "waitForDebuggerOnStart",
                        true,
                        "flatten",
                        true,
                        "filter",
                        List.of(Map.of("type", "iframe"), Map.of("type", "worker"), Map.of("exclude", true))));
        answerProxy(to);
        Impersonation.of(opening).forEach((method, parameters) -> wire.tell(to, method, parameters));
    }

    /** Runs a script in what is there and in all that comes, in the page's world or in one of its own. */
    private void script(String to, String source, @Nullable String world) {
        wire.tell(
                to,
                "Page.addScriptToEvaluateOnNewDocument",
                world == null
                        ? Map.of("source", source, "runImmediately", true)
                        : Map.of("source", source, "runImmediately", true, "worldName", world));
    }

    /** The proxy asks each of them for credentials. */
    private void answerProxy(String to) {
        if (opening.proxy() != null) {
            wire.tell(
                    to,
                    "Fetch.enable",
                    Map.of("handleAuthRequests", true, "patterns", List.of(Map.of("urlPattern", "*"))));
        }
    }
}
