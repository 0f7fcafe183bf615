package dev.guerdon.browser.driver;

import dev.guerdon.browser.driver.CdpConnection.Message;
import dev.guerdon.browser.driver.ContextTabs.Listener;
import dev.guerdon.browser.driver.ContextTabs.PageRequest;
import dev.guerdon.browser.driver.SessionOptions.Opening;
import dev.guerdon.browser.view.CdpValues;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The requests of a tab, and the credentials for its proxy. */
final class TabRequests {

    private final TargetTab tab;
    private final Map<String, PageRequest> open = new HashMap<>();
    private final Set<String> unanswered = new HashSet<>();
    private final Set<String> answeredChallenges = new HashSet<>();

    private String lastFailed = "";

    TabRequests(TargetTab tab) {
        this.tab = tab;
    }

    /** Returns whether the event was about requests. */
    boolean hear(Message event, Opening opening) {
        switch (event.method()) {
            case "Network.requestWillBeSent" -> sent(event);
            case "Network.responseReceived" -> {
                unanswered.remove(event.text("requestId"));
                tell(open.get(event.text("requestId")), Listener::answered);
            }
            case "Network.loadingFinished" -> tell(open.remove(event.text("requestId")), Listener::ended);
            case "Network.loadingFailed" -> {
                lastFailed = event.text("requestId");
                tell(open.remove(lastFailed), Listener::ended);
            }
            case "Fetch.requestPaused" -> {
                Map<String, Object> request = Map.of("requestId", event.text("requestId"));
                if (tab.isBlank()) {
                    tab.wire().tell(event.session(), "Fetch.fulfillRequest", blankPage(request));
                } else {
                    tab.wire().tell(event.session(), "Fetch.continueRequest", request);
                }
            }
            case "Fetch.authRequired" -> challenged(event, opening);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static Map<String, Object> blankPage(Map<String, Object> request) {
        Map<String, Object> page = new HashMap<>(request);
        page.put("responseCode", 200);
        page.put("responseHeaders", List.of(Map.of("name", "Content-Type", "value", "text/html")));
        return page;
    }

    private void sent(Message event) {
        String id = event.text("requestId");
        if (event.content().get("redirectResponse") != null) {
            PageRequest before = open.remove(id);
            tell(before, Listener::answered);
            tell(before, Listener::ended);
        }
        String type = event.text("type");
        PageRequest asked = new PageRequest(
                tab,
                id,
                CdpValues.text(event.object("request").get("url")),
                type.toLowerCase(Locale.ROOT),
                type.equals("Document") && id.equals(event.text("loaderId")),
                event.text("frameId"));
        open.put(id, asked);
        if (asked.isNavigation()) {
            unanswered.add(id);
        }
        tell(asked, Listener::requested);
    }

    private void tell(@Nullable PageRequest asked, BiConsumer<Listener, PageRequest> what) {
        if (asked != null) {
            tab.report(listener -> what.accept(listener, asked));
        }
    }

    private void challenged(Message event, Opening opening) {
        Opening.Proxy proxy = opening.proxy();
        boolean ours = proxy != null
                && CdpValues.text(event.object("authChallenge").get("source")).equals("Proxy")
                && answeredChallenges.add(event.text("requestId"));
        Map<String, String> answer = ours && proxy != null
                ? Map.of(
                        "response", "ProvideCredentials",
                        "username", proxy.user(),
                        "password", proxy.password())
                : Map.of("response", "Default");
        tab.wire()
                .tell(
                        event.session(),
                        "Fetch.continueWithAuth",
                        Map.of("requestId", event.text("requestId"), "authChallengeResponse", answer));
    }

    /** Returns whether a page or frame was asked for and not answered yet. */
    boolean hasNavigation() {
        unanswered.retainAll(open.keySet());
        return !unanswered.isEmpty();
    }

    boolean hasFailed(String request) {
        return lastFailed.equals(request);
    }

    /** Ends all requests of a tab that is gone. */
    void endAll() {
        List.copyOf(open.values()).forEach(asked -> tell(asked, Listener::ended));
        open.clear();
    }
}
