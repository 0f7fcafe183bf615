package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import io.helidon.common.socket.PeerInfo;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may come in.
 *
 * <p>With a token, every request must show it. On loopback, the {@code Host} header must name this machine, so that a web page
 * cannot reach the server through a name of its own that resolves to loopback. What a web browser sends for another site's page is
 * refused everywhere: it may carry what the browser knows, such as cookies or a password, without the user's knowledge.
 */
@Internal
public final class Doorkeeper implements Filter {

    /** The bytes of the largest body. */
    public static final long LARGEST_BODY = BodyBudget.LARGEST;

    private static final HeaderName FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");

    private final Supplier<Tokens> tokens;
    private final boolean loopback;
    private final String host;
    private final Set<String> open;
    private Set<String> forbidding = Set.of();
    private final BodyBudget budget;
    /** The Host header of the last request that named this machine: most have the same. */
    private volatile String lastHost = "localhost";

    private volatile Predicate<PeerInfo> believed = any -> true;

    private final Attempts attempts = new Attempts(System::nanoTime);

    /**
     * A doorkeeper.
     *
     * @param token what clients must show; null where they need nothing
     * @param loopback whether the server can be reached from this machine only
     * @param host the name or address that the server listens on
     * @throws GuerdonException if the token is too easily guessed
     */
    public Doorkeeper(@Nullable String token, boolean loopback, String host) {
        this(token == null ? Tokens.NONE : Tokens.of(Map.of("", token)), loopback, host);
    }

    private Doorkeeper(Tokens tokens, boolean loopback, String host) {
        this(() -> tokens, loopback, host, Set.of(), BodyBudget.LARGEST);
    }

    /**
     * A doorkeeper whose tokens may change.
     *
     * @param open paths that need no token, such as that of a health check
     * @param largestBody the bytes of the largest body
     */
    public Doorkeeper(Supplier<Tokens> tokens, boolean loopback, String host, Set<String> open, long largestBody) {
        this.tokens = tokens;
        this.loopback = loopback;
        this.host = host;
        this.open = Set.copyOf(open);
        this.budget = BodyBudget.ofHeap(largestBody);
    }

    /** Lets in only those whose certificate is believed; asked for every request, because that may change. */
    public Doorkeeper onlyFor(Predicate<PeerInfo> peers) {
        believed = peers;
        return this;
    }

    /**
     * The same, which answers a wrong token with 403 below some paths, whose clients tell it from a missing one: that is 401.
     *
     * @param paths the first parts of paths, such as {@code evaluate}
     */
    public Doorkeeper forbidding(Set<String> paths) {
        forbidding = Set.copyOf(paths);
        return this;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        String own = host(request);
        if (!believed.test(request.remotePeer())) {
            refuse(
                    request,
                    response,
                    "the certificate of this client has ended, or its authority is believed no more; connect with"
                            + " another");
        } else if (loopback && !own.equals(lastHost) && !HostNames.nameLoopback(own, host)) {
            refuse(
                    request,
                    response,
                    "the Host header must name this machine, such as localhost or 127.0.0.1, found '" + shown(own)
                            + "'; a server for other names needs --host and --token");
        } else if (isForeign(request.headers(), own)) {
            refuse(
                    request,
                    response,
                    "the request comes from a web page of another site, which may not use this server; call it from a"
                            + " program, or open its own address");
        } else if (!isLetIn(request)) {
            unauthorized(request, response);
        } else {
            BodyBudget.Share share;
            try {
                share = budget.take(length(request));
            } catch (ServeException e) {
                response.header(HeaderNames.RETRY_AFTER, "1");
                closing(request, response);
                Responses.send(response, Status.create(e.status()), e.answer());
                close(request);
                return;
            }
            try (share) {
                chain.proceed();
            }
            // The library leaves a connection open that its client asked to close.
            if (request.headers()
                    .first(HeaderNames.CONNECTION)
                    .filter(word -> word.equalsIgnoreCase("close"))
                    .isPresent()) {
                throw Responses.closed();
            }
        }
    }

    /** How long the body is; -1 where nobody knows. */
    private static long length(RoutingRequest request) {
        if (request.headers().contains(HeaderNames.TRANSFER_ENCODING)) {
            return -1;
        }
        // In HTTP/2 a body needs no header that announces it.
        boolean announced = !isSecondVersion(request) || !request.content().hasEntity();
        return request.headers().contentLength().orElse(announced ? 0 : -1);
    }

    /** Tells the client not to send another request on a connection that ends now. */
    private static void closing(RoutingRequest request, RoutingResponse response) {
        if (!isSecondVersion(request)) {
            response.header(HeaderNames.CONNECTION, "close");
        }
    }

    /** Ends the connection after an answer; in HTTP/2 others may use it, and a body that nobody reads is just not read. */
    private static void close(RoutingRequest request) {
        if (!isSecondVersion(request)) {
            throw Responses.closed();
        }
    }

    private static boolean isSecondVersion(RoutingRequest request) {
        return request.prologue().protocolVersion().startsWith("2");
    }

    /** The host that the client means; nothing where it names two. HTTP/2 has it in a field of its own. */
    private static String host(RoutingRequest request) {
        String named = request.headers().first(HeaderNames.HOST).orElse("");
        if (!isSecondVersion(request)) {
            return named;
        }
        String authority = request.authority();
        return named.isEmpty() || named.equalsIgnoreCase(authority) ? authority : "";
    }

    private static void refuse(RoutingRequest request, RoutingResponse response, String why) {
        closing(request, response);
        Responses.send(response, Status.FORBIDDEN_403, Responses.error("forbidden", why));
        close(request);
    }

    private static String shown(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "..." : text;
    }

    /** Whether a browser says that it asks for a page of another site: another port of this machine is one. */
    private static boolean isForeign(Headers headers, String own) {
        Optional<String> origin = headers.first(HeaderNames.ORIGIN);
        if (origin.isPresent()
                && !origin.get().equalsIgnoreCase("http://" + own)
                && !origin.get().equalsIgnoreCase("https://" + own)) {
            return true;
        }
        return headers.first(FETCH_SITE)
                .filter(site -> site.equals("cross-site") || site.equals("same-site"))
                .isPresent();
    }

    /** Whose plain request it is; null where it is to be looked at again, and perhaps refused. */
    @Nullable
    String client(PlainRequest request, PeerInfo peer) {
        if (!believed.test(peer)) {
            return null;
        }
        if (loopback && !request.host().equals(lastHost)) {
            if (!HostNames.nameLoopback(request.host(), host)) {
                return null;
            }
            lastHost = request.host();
        }
        Tokens known = tokens.get();
        if (known.isEmpty()) {
            return Clients.at(peer);
        }
        String client = known.client(request.authorization(), request.key());
        return client != null && client.isEmpty() ? Clients.at(peer) : client;
    }

    /** Takes the memory that a plain request's body needs; null where it would have to wait for it. */
    BodyBudget.@Nullable Share memory(PlainRequest request) {
        return budget.takeNow(request.length());
    }

    /** Whose request it is, before it becomes one; null where the filter would refuse it, and will. */
    @Nullable
    String client(HttpPrologue prologue, Headers headers, PeerInfo peer) {
        String own = headers.first(HeaderNames.HOST).orElse("");
        if (!believed.test(peer) || (loopback && !HostNames.nameLoopback(own, host)) || isForeign(headers, own)) {
            return null;
        }
        Tokens known = tokens.get();
        if (known.isEmpty()) {
            return Clients.at(peer);
        }
        String client = known.client(headers, prologue.query());
        return client != null && client.isEmpty() ? Clients.at(peer) : client;
    }

    BodyBudget budget() {
        return budget;
    }

    private boolean isLetIn(RoutingRequest request) {
        Tokens known = tokens.get();
        if (known.isEmpty() || open.contains(request.path().path())) {
            return true;
        }
        String client = known.client(request.headers(), request.query());
        if (client != null && !client.isEmpty()) {
            Clients.name(request, client);
        }
        return client != null;
    }

    private boolean forbids(String path) {
        int end = path.indexOf('/', 1);
        return forbidding.contains(path.substring(1, end < 0 ? path.length() : end));
    }

    private void unauthorized(RoutingRequest request, RoutingResponse response) {
        closing(request, response);
        int wait = attempts.wrong(request.remotePeer().host());
        if (wait > 0) {
            response.header(HeaderNames.RETRY_AFTER, String.valueOf(wait));
            Responses.send(
                    response,
                    Status.TOO_MANY_REQUESTS_429,
                    Responses.error(
                            "too_many_attempts",
                            "more than " + Attempts.MOST + " requests from this address had no valid token; the next is"
                                    + " looked at in " + wait + " s"));
        } else if (Tokens.isShown(request) && forbids(request.path().path())) {
            Responses.send(
                    response,
                    Status.FORBIDDEN_403,
                    Responses.error("forbidden", "the key is not one that this server knows"));
        } else {
            response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer, Basic realm=\"guerdon\"");
            Responses.send(
                    response,
                    Status.UNAUTHORIZED_401,
                    Responses.error(
                            "unauthorized",
                            "a valid token is needed: send the header 'Authorization: Bearer TOKEN' with the token that"
                                    + " the server was started with"));
        }
        close(request);
    }
}
