package dev.guerdon.browser.driver;

import dev.guerdon.browser.driver.CdpConnection.Deadline;
import dev.guerdon.browser.driver.SessionOptions.Opening;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.view.CdpValues;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The pages of a browser context, in the order in which the browser told of them. */
final class ContextTabs implements AutoCloseable {

    /** Receives what happens in the tabs of an episode, on the connection's thread. */
    public interface Listener {

        /** Handles a request of the browser. */
        default void requested(PageRequest request) {}

        /** Handles the head of an answer. */
        default void answered(PageRequest request) {}

        /** Handles the end of an answer, or of a request without one. */
        default void ended(PageRequest request) {}

        /** Handles a page that was loaded, shown, focused or touched. */
        default void signalled(TargetTab tab) {}
    }

    /**
     * A request of a page; the same request is the same object.
     *
     * @param type what it is for, such as {@code document}, {@code script} or {@code xhr}
     * @param isNavigation whether it asks for the page of a tab or frame
     */
    public record PageRequest(TargetTab tab, String id, String url, String type, boolean isNavigation, String frameId) {

        /** Returns the frame that asks, or empty if it is not known yet, as in a new tab. */
        public Optional<TargetFrame> frame() {
            return Optional.ofNullable(tab.tree().find(frameId));
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other; // A redirected request has the number of the one before it.
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /** More windows than these are closed as they open. */
    static final int MAX_TABS = 32;

    private static final double MOST_FOR_CLOSE_MILLIS = 5_000;
    private static final double USUAL_PATIENCE_MILLIS = 10_000;

    /** Height of a window beyond that of its page. */
    private static final int WINDOW_FRAME = 85;

    private static final int MAX_ORIGINS = 1_000;
    private static final Pattern ORIGIN = Pattern.compile("^https?://[^/?#]+");

    private static final String CLOSE = "Target.closeTarget";

    private final CdpConnection wire;
    private final String context;
    private final Opening opening;
    private final boolean visible;
    private final Runnable closed;
    private final List<Listener> listeners = new ArrayList<>();
    private final List<TargetTab> tabs = new ArrayList<>();
    private final Map<String, TargetTab> bySession = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final Set<String> refused = new HashSet<>();
    private final Set<String> origins = new LinkedHashSet<>();
    private final StorageState storage;
    private final @Nullable HttpArchive exchanges;
    private double patience = USUAL_PATIENCE_MILLIS;

    ContextTabs(CdpConnection wire, String context, Opening opening, boolean visible, Runnable closed) {
        this.wire = wire;
        this.context = context;
        this.opening = opening;
        this.visible = visible;
        this.closed = closed;
        this.storage = new StorageState(this, wire, context);
        SessionOptions.KeptFiles files = opening.files();
        this.exchanges = files != null && files.keepExchanges() ? new HttpArchive(wire) : null;
        wire.onEvent(this::hear);
    }

    CdpConnection wire() {
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

    private void hear(CdpConnection.Message event) {
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
                    if (exchanges != null && !tab.isBlank()) {
                        exchanges.hear(event);
                    }
                    tab.hear(event);
                }
            }
        }
    }

    private void attached(CdpConnection.Message event) {
        String session = event.text("sessionId");
        Map<String, ?> target = event.object("targetInfo");
        String id = CdpValues.text(target.get("targetId"));
        TargetTab holder = bySession.get(event.session());
        if (holder != null) {
            bySession.put(session, holder);
            if (CdpValues.text(target.get("type")).equals("iframe")) {
                holder.frameMoved(id, session);
            } else {
                holder.workerStarted(session);
            }
        } else if (CdpValues.text(target.get("type")).equals("page")) {
            if (tabs.size() >= MAX_TABS) {
                refused.add(id);
                wire.tell("", CLOSE, Map.of("targetId", id));
                return;
            }
            TargetTab tab = new TargetTab(this, id, session);
            bySession.put(session, tab);
            tabs.add(tab);
            tab.prepare();
        }
    }

    /** Tells a listener of everything that happens from now on. */
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    /** Returns the open tabs in the order in which they were opened. */
    public List<TargetTab> all() {
        return List.copyOf(tabs);
    }

    public TargetTab open() {
        Map<String, Object> target = new HashMap<>(Map.of("url", "about:blank", "browserContextId", context));
        if (visible) {
            target.put("newWindow", true);
            target.put("width", opening.needs().width());
            target.put("height", opening.needs().height() + WINDOW_FRAME);
        }
        String id = CdpValues.text(wire.await(wire.post("", "Target.createTarget", target), Deadline.NEVER)
                .get("targetId"));
        wire.until(() -> find(id).isPresent() || refused.contains(id), Deadline.NEVER);
        TargetTab tab = find(id).orElseThrow(() -> {
            refused.remove(id);
            return new PageException(
                    PageException.Kind.REFUSED,
                    "there are " + MAX_TABS + " tabs, and there may be no more; close one of them first");
        });
        tab.awaitPrepared();
        return tab;
    }

    /** Opens a tab whose requests all get an empty page for an answer. */
    TargetTab openBlank() {
        TargetTab tab = open();
        tab.blank();
        return tab;
    }

    /**
     * Sets how long a page may leave a question without an answer, before what keeps it busy is stopped; a page that does not let go
     * even then loses its tab. A driver that cannot stop scripts waits.
     */
    public void patience(Duration most) {
        patience = (double) most.toMillis();
        tabs.forEach(TargetTab::restored);
    }

    double patienceMillis() {
        return patience;
    }

    void note(String note) {
        notes.add(note);
    }

    /** Forgets a tab whose page is lost, and closes it. */
    void lose(TargetTab tab, String note) {
        tabs.remove(tab);
        notes.add(note);
        wire.tell("", CLOSE, Map.of("targetId", tab.target()));
    }

    /** Returns what was stopped or closed since this was last asked, in words for the agent. */
    public List<String> takeNotes() {
        List<String> told = new ArrayList<>(notes);
        if (!refused.isEmpty()) {
            told.add(refused.size() + " more windows were closed as they opened: there may be " + MAX_TABS + " tabs.");
        }
        notes.clear();
        refused.clear();
        return told;
    }

    /** Cookies and storage, in Playwright's JSON. */
    public String storageState() {
        if (tabs.size() >= MAX_TABS) {
            tabs.getLast().close(); // There is one more for the storage.
        }
        return storage.read(Set.copyOf(origins));
    }

    /** Begins with cookies and storage from a file. */
    void begin(Path state) {
        storage.write(state);
    }

    /** Returns the requests and answers so far, as entries of an HTTP archive; none unless {@link Opening#files} asks for them. */
    public List<Map<String, @Nullable Object>> exchanges() {
        return exchanges == null ? List.of() : exchanges.entries();
    }

    /** Records the site of a page that was opened. */
    void visited(String url) {
        Matcher site = ORIGIN.matcher(url);
        if (site.find() && origins.size() < MAX_ORIGINS) {
            origins.add(site.group());
        }
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

    /**
     * Cookies and local storage, in the JSON of Playwright's {@code storage_state}.
     *
     * <p>Storage is read and written in a tab whose requests all get an empty page for an answer, so no site is asked for anything.
     */
    record StorageState(ContextTabs tabs, CdpConnection wire, String context) {

        private static final Duration MOST_FOR_ORIGIN = Duration.ofSeconds(5);
        private static final double MOST_FOR_COOKIES_MILLIS = 5_000;
        private static final String READ =
                "() => Object.keys(localStorage).map((name) => ({ name, value: localStorage.getItem(name) }))";
        private static final String WRITE =
                "(items) => { for (const { name, value } of items) localStorage.setItem(name, value); }";

        String read(Set<String> visited) {
            List<Object> cookies = new ArrayList<>();
            CdpValues.list(wire.await(
                                    wire.post("", "Storage.getCookies", Map.of("browserContextId", context)),
                                    CdpConnection.Deadline.in(MOST_FOR_COOKIES_MILLIS))
                            .get("cookies"))
                    .forEach(cookie -> cookies.add(ofBrowser(CdpValues.object(cookie))));
            List<Object> origins = new ArrayList<>();
            inBlankTab(visited, (tab, origin) -> {
                List<?> items = CdpValues.list(tab.mainFrame().evaluateApart(READ, null));
                if (!items.isEmpty()) {
                    origins.add(Map.of("origin", origin, "localStorage", items));
                }
            });
            Map<String, Object> state = new LinkedHashMap<>();
            state.put("cookies", cookies);
            state.put("origins", origins);
            return JsonCodec.write(state);
        }

        void write(Path file) {
            Map<String, @Nullable Object> state;
            try {
                state = CdpValues.object(JsonCodec.read(Files.readString(file, StandardCharsets.UTF_8), file.toString())
                        .value());
            } catch (IOException e) {
                throw new BrowserException("cannot read cookies and storage from " + file + ": " + e.getMessage(), e);
            }
            List<Object> cookies = new ArrayList<>();
            CdpValues.list(state.get("cookies")).forEach(cookie -> cookies.add(toBrowser(CdpValues.object(cookie))));
            try {
                wire.await(
                        wire.post("", "Storage.setCookies", Map.of("cookies", cookies, "browserContextId", context)),
                        CdpConnection.Deadline.in(MOST_FOR_COOKIES_MILLIS));
                Map<String, List<?>> items = new LinkedHashMap<>();
                CdpValues.list(state.get("origins")).stream()
                        .map(CdpValues::object)
                        .forEach(origin -> {
                            items.put(CdpValues.text(origin.get("origin")), CdpValues.list(origin.get("localStorage")));
                        });
                inBlankTab(items.keySet(), (tab, origin) -> tab.mainFrame().evaluateApart(WRITE, items.get(origin)));
            } catch (PageException e) {
                throw new BrowserException(
                        "the browser does not take the cookies and storage in " + file + ": " + e.getMessage(), e);
            }
        }

        /** Work done at a page of an origin. */
        private interface Visit {
            void at(TargetTab tab, String origin);
        }

        private void inBlankTab(Set<String> origins, Visit visit) {
            if (origins.isEmpty()) {
                return;
            }
            TargetTab tab = tabs.openBlank();
            try {
                for (String origin : origins) {
                    tab.navigate(origin + "/", MOST_FOR_ORIGIN);
                    visit.at(tab, origin);
                }
            } finally {
                tab.close();
            }
        }

        private static Map<String, @Nullable Object> ofBrowser(Map<String, @Nullable Object> told) {
            Map<String, @Nullable Object> cookie = new LinkedHashMap<>();
            for (String name : List.of("name", "value", "domain", "path")) {
                cookie.put(name, told.get(name));
            }
            boolean session = Boolean.TRUE.equals(told.get("session"));
            cookie.put("expires", session ? -1 : CdpValues.number(told.get("expires")));
            cookie.put("httpOnly", told.get("httpOnly"));
            cookie.put("secure", told.get("secure"));
            cookie.put("sameSite", told.getOrDefault("sameSite", "Lax"));
            Map<String, @Nullable Object> partition = CdpValues.object(told.get("partitionKey"));
            if (!partition.isEmpty()) {
                cookie.put("partitionKey", partition.get("topLevelSite"));
                cookie.put("_crHasCrossSiteAncestor", partition.get("hasCrossSiteAncestor"));
            }
            return cookie;
        }

        private static Map<String, @Nullable Object> toBrowser(Map<String, @Nullable Object> known) {
            Map<String, @Nullable Object> cookie = new LinkedHashMap<>(known);
            if (CdpValues.number(cookie.get("expires")) < 0) {
                cookie.remove("expires");
            }
            Object crossSite = cookie.remove("_crHasCrossSiteAncestor");
            if (cookie.get("partitionKey") instanceof String site) {
                cookie.put(
                        "partitionKey",
                        Map.of("topLevelSite", site, "hasCrossSiteAncestor", Boolean.TRUE.equals(crossSite)));
            }
            return cookie;
        }
    }
}
