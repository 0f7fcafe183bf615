package dev.guerdon.offlineweb;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.browser.network.WebRules;
import dev.guerdon.offlineweb.sites.OfflineSite;
import dev.guerdon.offlineweb.sites.OfflineSites;
import dev.guerdon.offlineweb.sites.SeededWorlds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A small web that works without the internet: a search engine and the sites it knows, served on loopback.
 *
 * <p>Each site has a host of its own below {@code localhost}, which browsers take for this machine without asking anyone, such as
 * {@code http://weather.localhost:8890/}. All data is made by code from fixed seeds. The worlds of the generated family have hosts
 * such as {@code climate-7-0.localhost}, and are made when one of them is asked for.
 */
final class OfflineWeb implements AutoCloseable {

    /** Tried first, so that addresses, and with them recorded conversations, stay the same from run to run. */
    static final int USUAL_PORT = 8890;

    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private static @Nullable OfflineWeb shared;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, OfflineSite> sites = OfflineSites.all();

    private OfflineWeb(HttpServer server) {
        this.server = server;
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /** Starts a web of one's own on a free port. */
    public static OfflineWeb start() {
        return new OfflineWeb(bind(0).orElseThrow(() -> new GuerdonException("no port is free on loopback")));
    }

    /** Returns the web that everything in this process shares; it ends with the process. */
    public static synchronized OfflineWeb shared() {
        OfflineWeb web = shared;
        if (web == null) {
            web = bind(USUAL_PORT).map(OfflineWeb::new).orElseGet(OfflineWeb::start);
            shared = web;
        }
        return web;
    }

    /** Returns the hosts of the shared web, if it has been started. */
    static synchronized List<String> sharedHosts() {
        return shared == null ? List.of() : List.of(shared.hosts());
    }

    private static Optional<HttpServer> bind(int port) {
        try {
            return Optional.of(HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns all its hosts, as {@link WebRules#allowing} takes them. */
    public String hosts() {
        return "*.localhost:" + server.getAddress().getPort();
    }

    /**
     * Returns the address of a page.
     *
     * @param site such as {@code weather}
     * @param path the path, from its slash on
     */
    public String address(String site, String path) {
        return "http://" + site + ".localhost:" + server.getAddress().getPort() + path;
    }

    /** Returns what an agent is told about this web: where to begin, where to search, and where the weather data is. */
    public Map<String, String> hints() {
        Map<String, String> hints = new LinkedHashMap<>();
        hints.put("start_url", address(OfflineSites.SEARCH, "/"));
        hints.put("search_url", address(OfflineSites.SEARCH, "/search?q="));
        hints.put("weather_api", address(OfflineSites.WEATHER, "/v1/archive"));
        hints.put("allow_hosts", hosts());
        return hints;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            OfflineSite.Reply reply = reply(exchange);
            pause(reply);
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", reply.contentType());
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(reply.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private OfflineSite.Reply reply(HttpExchange exchange) {
        String named = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host"))
                .orElse("")
                .toLowerCase(Locale.ROOT);
        Optional<OfflineSite> site = site(named);
        if (site.isEmpty() || !exchange.getRequestMethod().matches("GET|HEAD")) {
            return OfflineSite.Reply.missing("site " + named);
        }
        String accept = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Accept"))
                .orElse("");
        boolean json = accept.contains("application/json") || accept.equals("*/*");
        Map<String, String> query =
                OfflineSite.Request.query(exchange.getRequestURI().getRawQuery());
        return site.get()
                .answer(new OfflineSite.Request(exchange.getRequestURI().getPath(), query, json, this::address));
    }

    /** Returns the site of a host such as {@code weather.localhost:8890}. */
    private Optional<OfflineSite> site(String named) {
        String host = named.replaceFirst("\\.localhost\\.?(:\\d+)?$", "");
        OfflineSite made = sites.get(host);
        return made != null ? Optional.of(made) : SeededWorlds.site(host);
    }

    /** Returns what a browser that opens an address of this web gets, without any connection; empty where the address is another web's. */
    Optional<OfflineSite.Reply> open(URI address) {
        String host = Optional.ofNullable(address.getHost()).orElse("").toLowerCase(Locale.ROOT);
        if (!"http".equals(address.getScheme())
                || !host.endsWith(".localhost")
                || address.getPort() != server.getAddress().getPort()) {
            return Optional.empty();
        }
        String path = Optional.ofNullable(address.getPath())
                .filter(given -> !given.isEmpty())
                .orElse("/");
        OfflineSite.Request request =
                new OfflineSite.Request(path, OfflineSite.Request.query(address.getRawQuery()), false, this::address);
        return Optional.of(site(host)
                .map(site -> site.answer(request))
                .orElseGet(() -> OfflineSite.Reply.missing("site " + host)));
    }

    private static void pause(OfflineSite.Reply reply) {
        try {
            Thread.sleep(reply.delay());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
