package dev.guerdon.server.environment;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.server.environment.EnvironmentSessions.SessionOptions;
import dev.guerdon.server.http.GuardedConnections;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.webshop.ShopSite;
import dev.guerdon.webshop.WebshopProvider;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * WebShop for AgentFly's client, and as pages for people: the pages carry their state in their addresses, and the general protocol is
 * beside them.
 *
 * @param compat whether errors are as short as those of AgentFly's server
 */
record WebshopPages(ShopSite site, boolean compat, EnvironmentSessions sessions, Endpoints general)
        implements Endpoints {

    static WebshopPages open(
            EnvironmentProvider provider, Map<String, String> options, SessionOptions limits, boolean compat) {
        Map<String, String> ofProvider = EnvironmentProtocols.ofProvider(provider, options);
        ofProvider.remove(EnvironmentProvider.COMPAT.name());
        ShopSite site = WebshopProvider.site(ofProvider);
        EnvironmentSessions sessions = new EnvironmentSessions(limits);
        return new WebshopPages(
                site,
                compat,
                sessions,
                new GenericEndpoints(provider, ofProvider, sessions, List.of(GenericEndpoints.BESIDE)));
    }

    /** A filter and not a route: routes decode the path first, which fails on the brackets of AgentFly's client. */
    @Override
    public void addTo(HttpRouting.Builder routing) {
        routing.addFilter((chain, request, response) -> {
            String path = request.prologue().uriPath().rawPath();
            if (path.startsWith(GenericEndpoints.BESIDE + "/") && GuardedConnections.isPlain(path)) {
                chain.proceed();
            } else {
                page(request, response);
            }
        });
        general.addTo(routing);
    }

    private void page(ServerRequest request, ServerResponse response) {
        String path = request.prologue().uriPath().rawPath();
        String query = request.prologue().query().rawValue();
        boolean posted = request.prologue().method().equals(Method.POST);
        if (!posted && !request.prologue().method().equals(Method.GET)) {
            JsonResponses.send(response, Status.METHOD_NOT_ALLOWED_405, Map.of("detail", "Method Not Allowed"));
        } else if (path.equals("/health")) {
            sessions.greet(request, response);
            JsonResponses.send(response, Map.of("status", "ok"));
        } else if (path.equals("/") && posted) {
            send(response, site.search(form(request)));
        } else {
            boolean person =
                    request.headers().first(HeaderNames.ACCEPT).orElse("").contains("text/html");
            send(response, site.answer(query.isEmpty() ? path : path + "?" + query, person));
        }
    }

    private static Map<String, String> form(ServerRequest request) {
        String body = new String(JsonResponses.bytes(request), StandardCharsets.UTF_8);
        Map<String, String> form = new HashMap<>();
        for (String pair : (body.isEmpty() ? request.prologue().query().rawValue() : body).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                form.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return form;
    }

    /** Returns a text with its escapes decoded; a percent sign that begins nothing stays as it is. */
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private void send(ServerResponse response, ShopSite.Answer answer) {
        if (compat && answer.status() == 500) {
            JsonResponses.sendText(response, Status.INTERNAL_SERVER_ERROR_500, "text/plain", "Internal Server Error");
            return;
        }
        if (answer.location() != null) {
            response.header(HeaderNames.LOCATION, answer.location());
        }
        JsonResponses.sendText(response, Status.create(answer.status()), answer.type(), answer.body());
    }

    /** AgentFly's client sends list brackets as they are. */
    @Override
    public boolean lenientPaths() {
        return true;
    }

    @Override
    public void close() {
        sessions.close();
    }
}
