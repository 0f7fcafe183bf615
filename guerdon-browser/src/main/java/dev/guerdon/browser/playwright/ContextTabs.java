package dev.guerdon.browser.playwright;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Tracing;
import dev.guerdon.browser.tab.Frame;
import dev.guerdon.browser.tab.Listener;
import dev.guerdon.browser.tab.Opening;
import dev.guerdon.browser.tab.Request;
import dev.guerdon.browser.tab.Tab;
import dev.guerdon.browser.tab.Tabs;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A context of Playwright's. */
final class ContextTabs implements Tabs {

    private final BrowserContext context;
    private final List<Listener> listeners = new ArrayList<>();
    private final IdentityHashMap<Page, PageTab> tabs = new IdentityHashMap<>();
    private final Map<com.microsoft.playwright.Request, Asked> requests = new WeakHashMap<>();

    private final @Nullable Path trace;

    private ContextTabs(BrowserContext context, @Nullable Path trace) {
        this.context = context;
        this.trace = trace;
    }

    static ContextTabs open(BrowserContext context, Opening opening) {
        ContextTabs tabs = new ContextTabs(
                context,
                opening.files() == null ? null : opening.files().trace().orElse(null));
        try {
            context.setDefaultTimeout(opening.needs().timeoutMillis());
            context.onRequest(request -> tabs.tell(request, Listener::requested));
            context.onResponse(response -> tabs.tell(response.request(), Listener::answered));
            context.onRequestFinished(request -> tabs.tell(request, Listener::ended));
            context.onRequestFailed(request -> tabs.tell(request, Listener::ended));
            context.exposeBinding(opening.signal(), (source, arguments) -> {
                Tab tab = tabs.of(source.page());
                tabs.listeners.forEach(listener -> listener.signalled(tab));
                return null;
            });
            context.addInitScript(opening.script());
            context.onPage(page -> page.onCrash(gone -> {
                Tab tab = tabs.of(gone);
                tabs.listeners.forEach(listener -> listener.crashed(tab));
            }));
            if (tabs.trace != null) {
                context.tracing()
                        .start(new Tracing.StartOptions().setScreenshots(true).setSnapshots(true));
            }
            return tabs;
        } catch (PlaywrightException e) {
            context.close();
            throw e;
        }
    }

    private void tell(com.microsoft.playwright.Request request, BiConsumer<Listener, Request> what) {
        Asked asked = requests.computeIfAbsent(request, one -> new Asked(this, one));
        listeners.forEach(listener -> what.accept(listener, asked));
    }

    PageTab of(Page page) {
        return tabs.computeIfAbsent(page, one -> new PageTab(this, one));
    }

    @Override
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public List<Tab> all() {
        return context.pages().stream().map(page -> (Tab) of(page)).toList();
    }

    @Override
    public Tab open() {
        return of(Failures.told(() -> context.newPage()));
    }

    @Override
    public String storageState() {
        return Failures.told(() -> context.storageState());
    }

    @Override
    public void close() {
        try {
            if (trace != null) {
                context.tracing().stop(new Tracing.StopOptions().setPath(trace));
            }
            context.close();
        } catch (PlaywrightException e) {
            // Closed already, with its browser.
        }
    }

    /** A request; what Playwright's own object tells may be asked for until it is forgotten. */
    private static final class Asked implements Request {

        private final ContextTabs tabs;
        private final WeakReference<com.microsoft.playwright.Request> request;
        private final String url;
        private final String type;
        private final boolean navigation;

        Asked(ContextTabs tabs, com.microsoft.playwright.Request request) {
            this.tabs = tabs;
            this.request = new WeakReference<>(request);
            this.url = request.url();
            this.type = request.resourceType();
            this.navigation = request.isNavigationRequest();
        }

        @Override
        public String url() {
            return url;
        }

        @Override
        public boolean isNavigation() {
            return navigation;
        }

        @Override
        public String type() {
            return type;
        }

        @Override
        public Optional<Frame> frame() {
            com.microsoft.playwright.Request known = request.get();
            try {
                return known == null
                        ? Optional.empty()
                        : Optional.of(known.frame())
                                .map(frame -> tabs.of(frame.page()).of(frame));
            } catch (PlaywrightException e) {
                return Optional.empty(); // Not known yet, as in a new tab.
            }
        }
    }
}
