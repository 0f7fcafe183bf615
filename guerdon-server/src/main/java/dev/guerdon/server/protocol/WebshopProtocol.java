package dev.guerdon.server.protocol;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Internal;
import dev.guerdon.server.http.Responses;
import dev.guerdon.server.session.EnvironmentSessions;
import dev.guerdon.server.session.SessionOptions;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentProtocol;
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

/** WebShop for AgentFly's client, and as pages for people. */
@Internal
public final class WebshopProtocol implements EnvironmentProtocol {

    private static final int MOST_SESSIONS = 10_000;

    @Override
    public String environment() {
        return "webshop";
    }

    @Override
    public String description() {
        return "the shop's pages for web browsers, with the addresses that AgentFly's client uses";
    }

    @Override
    public List<EnvironmentProvider.Option> options() {
        return List.of(Compat.OPTION);
    }

    @Override
    public int defaultPort() {
        return 3000;
    }

    @Override
    public int mostSessions() {
        return MOST_SESSIONS;
    }

    @Override
    public Endpoints open(EnvironmentProvider provider, Map<String, String> options) {
        boolean compat = Compat.asked(options);
        SessionOptions limits = SessionOptions.of(options, MOST_SESSIONS);
        Map<String, String> ofProvider = GenericProtocol.ofProvider(provider, options);
        ofProvider.remove(EnvironmentProvider.COMPAT.name());
        ShopSite site = WebshopProvider.site(ofProvider);
        EnvironmentSessions sessions = new EnvironmentSessions(limits);
        return new Site(
                site,
                compat,
                sessions,
                new GenericEndpoints(provider, ofProvider, sessions, List.of(GenericEndpoints.BESIDE)));
    }

    /**
     * The pages, which carry their state in their addresses, and the general protocol beside them.
     *
     * @param compat whether errors are as short as those of AgentFly's server
     */
    private record Site(ShopSite site, boolean compat, EnvironmentSessions sessions, Endpoints general)
            implements Endpoints {

        /** A filter and not a route: routes decode the path first, which fails on the brackets of AgentFly's client. */
        @Override
        public void addTo(HttpRouting.Builder routing) {
            routing.addFilter((chain, request, response) -> {
                if (request.prologue().uriPath().rawPath().startsWith(GenericEndpoints.BESIDE + "/")) {
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
                Responses.send(response, Status.METHOD_NOT_ALLOWED_405, Map.of("detail", "Method Not Allowed"));
            } else if (path.equals("/health")) {
                sessions.greet(request, response);
                Responses.send(response, Map.of("status", "ok"));
            } else if (path.equals("/") && posted) {
                send(response, site.search(form(request)));
            } else {
                boolean person =
                        request.headers().first(HeaderNames.ACCEPT).orElse("").contains("text/html");
                send(response, site.answer(query.isEmpty() ? path : path + "?" + query, person));
            }
        }

        private static Map<String, String> form(ServerRequest request) {
            String body = new String(Responses.bytes(request), StandardCharsets.UTF_8);
            Map<String, String> form = new HashMap<>();
            for (String pair : (body.isEmpty() ? request.prologue().query().rawValue() : body).split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    form.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
                }
            }
            return form;
        }

        /** A percent sign that begins nothing stays as it is. */
        private static String decoded(String text) {
            try {
                return URLDecoder.decode(text, StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return text;
            }
        }

        private void send(ServerResponse response, ShopSite.Answer answer) {
            if (compat && answer.status() == 500) {
                Responses.sendText(response, Status.INTERNAL_SERVER_ERROR_500, "text/plain", "Internal Server Error");
                return;
            }
            if (answer.location() != null) {
                response.header(HeaderNames.LOCATION, answer.location());
            }
            Responses.sendText(response, Status.create(answer.status()), answer.type(), answer.body());
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
}
