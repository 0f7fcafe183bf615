package dev.guerdon.browser.cdp;

import dev.guerdon.browser.tab.Frame;
import dev.guerdon.browser.tab.Listener;
import dev.guerdon.browser.tab.Opening;
import dev.guerdon.browser.tab.Request;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The requests of a tab, and the credentials for its proxy. */
final class Requests {

    private final TargetTab tab;
    private final Map<String, Asked> open = new HashMap<>();
    private final Set<String> unanswered = new HashSet<>();
    private final Set<String> answeredChallenges = new HashSet<>();

    private String lastFailed = "";

    Requests(TargetTab tab) {
        this.tab = tab;
    }

    /** A request. */
    private record Asked(TargetTab tab, String id, String url, String type, boolean isNavigation, String frameId)
            implements Request {

        @Override
        public Optional<Frame> frame() {
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

    /** Whether the event was about requests. */
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
            case "Fetch.requestPaused" ->
                tab.wire().tell(event.session(), "Fetch.continueRequest", Map.of("requestId", event.text("requestId")));
            case "Fetch.authRequired" -> challenged(event, opening);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void sent(Message event) {
        String id = event.text("requestId");
        if (event.content().get("redirectResponse") != null) {
            Asked before = open.remove(id);
            tell(before, Listener::answered);
            tell(before, Listener::ended);
        }
        String type = event.text("type");
        Asked asked = new Asked(
                tab,
                id,
                Message.text(event.object("request").get("url")),
                type.toLowerCase(Locale.ROOT),
                type.equals("Document") && id.equals(event.text("loaderId")),
                event.text("frameId"));
        open.put(id, asked);
        if (asked.isNavigation()) {
            unanswered.add(id);
        }
        tell(asked, Listener::requested);
    }

    private void tell(@Nullable Asked asked, BiConsumer<Listener, Request> what) {
        if (asked != null) {
            tab.report(listener -> what.accept(listener, asked));
        }
    }

    private void challenged(Message event, Opening opening) {
        Opening.Proxy proxy = opening.proxy();
        boolean ours = proxy != null
                && Message.text(event.object("authChallenge").get("source")).equals("Proxy")
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

    /** Whether a page or frame was asked for and not answered yet. */
    boolean hasNavigation() {
        unanswered.retainAll(open.keySet());
        return !unanswered.isEmpty();
    }

    boolean hasFailed(String request) {
        return lastFailed.equals(request);
    }

    /** The tab is gone, and what it asked for with it. */
    void endAll() {
        List.copyOf(open.values()).forEach(asked -> tell(asked, Listener::ended));
        open.clear();
    }
}
