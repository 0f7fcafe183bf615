package dev.guerdon.browser.driver;

import dev.guerdon.browser.spi.BrowserNeeds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sets up what the browser opens, before it runs anything: pages, frames in processes of their own, workers.
 *
 * <p>The browser takes commands in order, so only the last one is worth waiting for.
 *
 * @param session the session of its page
 */
record TargetPreparation(CdpConnection wire, String session, SessionOptions.Opening opening) {

    /** The headless shell has no settings of a desktop; these are what a desktop's Chromium shows. */
    private static final Map<String, String> FONTS = Map.of(
            "standard", "Times New Roman",
            "serif", "Times New Roman",
            "sansSerif", "Arial",
            "fixed", "Monospace");

    /** Scripts of our own world in every frame. */
    static final String OWN = InjectedScripts.QUIET.text() + InjectedScripts.ACT.text();

    /** Function that a page calls when it was loaded, shown, focused or touched. */
    static final String SIGNAL = "browsergym_page_activated";

    private static final String START = "Runtime.runIfWaitingForDebugger";

    /** Sets the tab's page up; by the answer to what is given back, it is ready. */
    CdpConnection.Sent page() {
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
        wire.tell(to, "Runtime.addBinding", Map.of("name", SIGNAL));
        // The function that the browser gives takes a text.
        String signal = "(() => { const tell = globalThis['" + SIGNAL + "']; if (tell) globalThis['" + SIGNAL
                + "'] = () => tell(''); })();\n";
        script(to, signal + InjectedScripts.PAGE.text(), null);
        script(to, OWN, FrameTree.WORLD);
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
        impersonation().forEach((method, parameters) -> wire.tell(to, method, parameters));
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

    /** Lets the proxy's requests for credentials be answered, which each of them gets. */
    private void answerProxy(String to) {
        if (opening.proxy() != null) {
            wire.tell(
                    to,
                    "Fetch.enable",
                    Map.of("handleAuthRequests", true, "patterns", List.of(Map.of("urlPattern", "*"))));
        }
    }

    /** Returns who and where the browser says that it is, as commands for each of its pages. */
    private Map<String, Map<String, Object>> impersonation() {
        SessionOptions.Persona persona = opening.persona();
        String locale = opening.needs().locale();
        String timezone = opening.needs().timezone();
        Map<String, Map<String, Object>> commands = new LinkedHashMap<>();
        Map<String, Object> name = new LinkedHashMap<>();
        if (persona.userAgent() != null) {
            name.put("userAgent", persona.userAgent());
        }
        if (locale != null) {
            name.put("acceptLanguage", locale);
            commands.put("Emulation.setLocaleOverride", Map.of("locale", locale));
        }
        if (!name.isEmpty()) {
            name.putIfAbsent("userAgent", ""); // Chromium's own.
            commands.put("Emulation.setUserAgentOverride", name);
        }
        if (timezone != null) {
            commands.put("Emulation.setTimezoneOverride", Map.of("timezoneId", timezone));
        }
        SessionOptions.Persona.Place place = persona.place();
        if (place != null) {
            commands.put(
                    "Emulation.setGeolocationOverride",
                    Map.of(
                            "latitude", place.latitude(),
                            "longitude", place.longitude(),
                            "accuracy", place.accuracy()));
        }
        if (persona.ignoreHttpsErrors()) {
            commands.put("Security.setIgnoreCertificateErrors", Map.of("ignore", true));
        }
        return commands;
    }
}
