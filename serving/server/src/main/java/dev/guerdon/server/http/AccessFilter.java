package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.base.Sha256;
import io.helidon.common.socket.PeerInfo;
import io.helidon.common.uri.UriQuery;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Filter that authenticates requests and rejects those of web pages of other sites.
 *
 * <p>With a token, every request must show it. On loopback, the {@code Host} header must name this machine, so that a web page
 * cannot reach the server through a name of its own that resolves to loopback. What a web browser sends for another site's page is
 * refused everywhere: it may carry what the browser knows, such as cookies or a password, without the user's knowledge.
 */
@Internal
public final class AccessFilter implements Filter {

    /** The bytes of the largest body. */
    public static final long LARGEST_BODY = BodyBudget.LARGEST;

    private static final HeaderName FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");

    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "[::1]", "[0:0:0:0:0:0:0:1]");

    /** A host, with a port or without. A final dot says that a name is complete: localhost. is localhost. */
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[^\\]]*]|[^:\\]]+?)\\.?(?::[0-9]{1,5})?");

    /** Four numbers of which the first is 127, and nothing else: 127.evil.com begins like an address and is a name. */
    private static final Pattern LOOPBACK_ADDRESS =
            Pattern.compile("127(?:\\.(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])){3}");

    private final Supplier<Tokens> tokens;
    private final boolean loopback;
    private final String host;
    private final Set<String> open;
    private Set<String> forbidding = Set.of();
    private final BodyBudget budget;
    /** The Host header of the last request that named this machine: most have the same. */
    private volatile String lastHost = "localhost";

    private volatile Predicate<PeerInfo> believed = any -> true;

    private final Attempts attempts = new Attempts();

    /**
     * A filter whose tokens may change.
     *
     * @param tokens what clients must show
     * @param loopback whether the server can be reached from this machine only
     * @param host the name or address that the server listens on
     * @param open paths that need no token, such as that of a health check
     * @param largestBody the bytes of the largest body
     */
    public AccessFilter(Supplier<Tokens> tokens, boolean loopback, String host, Set<String> open, long largestBody) {
        this.tokens = tokens;
        this.loopback = loopback;
        this.host = host;
        this.open = Set.copyOf(open);
        this.budget = BodyBudget.ofHeap(largestBody);
    }

    /** Accepts only clients whose certificate is trusted; checked for every request, because that may change. */
    public AccessFilter onlyFor(Predicate<PeerInfo> peers) {
        believed = peers;
        return this;
    }

    /**
     * Returns the same, which answers a wrong token with 403 below some paths, whose clients tell it from a missing one: that is 401.
     *
     * @param paths the first parts of paths, such as {@code evaluate}
     */
    public AccessFilter forbidding(Set<String> paths) {
        forbidding = Set.copyOf(paths);
        return this;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        String own = request.headers().first(HeaderNames.HOST).orElse("");
        if (!believed.test(request.remotePeer())) {
            throw forbidden(
                    response,
                    "the certificate of this client has ended, or its authority is believed no more; connect with"
                            + " another");
        } else if (!isOwn(own)) {
            throw forbidden(
                    response,
                    "the Host header must name this machine, such as localhost or 127.0.0.1, found '"
                            + ServeException.shown(own) + "'; a server for other names needs --host and --token");
        } else if (isForeign(request.headers(), own)) {
            throw forbidden(
                    response,
                    "the request comes from a web page of another site, which may not use this server; call it from a"
                            + " program, or open its own address");
        } else if (!isLetIn(request)) {
            throw unauthorized(request, response);
        } else {
            BodyBudget.Share share;
            try {
                share = budget.take(length(request));
            } catch (ServeException e) {
                response.header(HeaderNames.RETRY_AFTER, "1");
                throw refused(response, Status.create(e.status()), e.kind(), String.valueOf(e.getMessage()));
            }
            try (share) {
                chain.proceed();
            }
            // The library leaves a connection open that its client asked to close.
            if (request.headers()
                    .first(HeaderNames.CONNECTION)
                    .filter(word -> word.equalsIgnoreCase("close"))
                    .isPresent()) {
                throw JsonResponses.closed();
            }
        }
    }

    /** Returns whether a Host header may be shown here: on loopback, only one that names this machine. */
    private boolean isOwn(String shown) {
        if (!loopback || shown.equals(lastHost)) {
            return true;
        }
        boolean own = nameLoopback(shown, host);
        if (own) {
            lastHost = shown;
        }
        return own;
    }

    /**
     * Returns whether an authority such as {@code localhost:8000} names this machine over loopback.
     *
     * @param also one more name that counts, such as the one that the server was told to listen on
     */
    private static boolean nameLoopback(String authority, String also) {
        String name = name(authority);
        return LOOPBACK_NAMES.contains(name)
                || LOOPBACK_ADDRESS.matcher(name).matches()
                || (!name.isEmpty() && name.equals(name(also)));
    }

    /** Returns the host of an authority in lower case, without port and final dot, or an empty text if it is none. */
    private static String name(String authority) {
        Matcher parts = AUTHORITY.matcher(authority.toLowerCase(Locale.ROOT));
        return parts.matches() ? parts.group(1) : "";
    }

    /** Returns the length of the body, or -1 if it is not known. */
    private static long length(RoutingRequest request) {
        if (request.headers().contains(HeaderNames.TRANSFER_ENCODING)) {
            return -1;
        }
        return request.headers().contentLength().orElse(0);
    }

    private static RuntimeException forbidden(RoutingResponse response, String why) {
        return refused(response, Status.FORBIDDEN_403, "forbidden", why);
    }

    /** Answers a request that is not read, and returns what ends its connection. */
    private static RuntimeException refused(RoutingResponse response, Status status, String kind, String why) {
        response.header(HeaderNames.CONNECTION, "close");
        JsonResponses.send(response, status, JsonResponses.error(kind, why));
        return JsonResponses.closed();
    }

    /** Returns whether a browser says that it asks for a page of another site: another port of this machine is one. */
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

    /** Returns the client of a request for a WebSocket; null if the filter would refuse the request. */
    @Nullable
    String client(HttpPrologue prologue, Headers headers, PeerInfo peer) {
        String own = headers.first(HeaderNames.HOST).orElse("");
        if (!believed.test(peer) || !isOwn(own) || isForeign(headers, own)) {
            return null;
        }
        Tokens known = tokens.get();
        if (known.isEmpty()) {
            return ClientIdentity.at(peer);
        }
        String client = known.client(headers, prologue.query());
        return client != null && client.isEmpty() ? ClientIdentity.at(peer) : client;
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
            ClientIdentity.name(request, client);
        }
        return client != null;
    }

    private boolean forbids(String path) {
        int end = path.indexOf('/', 1);
        return forbidding.contains(path.substring(1, end < 0 ? path.length() : end));
    }

    private RuntimeException unauthorized(RoutingRequest request, RoutingResponse response) {
        int wait = attempts.wrong(request.remotePeer().host());
        if (wait > 0) {
            response.header(HeaderNames.RETRY_AFTER, String.valueOf(wait));
            return refused(
                    response,
                    Status.TOO_MANY_REQUESTS_429,
                    "too_many_attempts",
                    "more than " + Attempts.MOST + " requests from this address had no valid token; the next is"
                            + " looked at in " + wait + " s");
        }
        if (Tokens.isShown(request) && forbids(request.path().path())) {
            return forbidden(response, "the key is not one that this server knows");
        }
        response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer, Basic realm=\"guerdon\"");
        return refused(
                response,
                Status.UNAUTHORIZED_401,
                "unauthorized",
                "a valid token is needed: send the header 'Authorization: Bearer TOKEN' with the token that"
                        + " the server was started with");
    }

    /** Counts the wrong tokens of each address, so that many cannot be tried. A request with a right one is accepted all the same. */
    private static final class Attempts {

        /** Number of wrong ones within a minute. */
        static final int MOST = 20;

        private static final int MOST_ADDRESSES = 10_000;
        private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

        private final Map<String, Count> counts = new BoundedMap<>(MOST_ADDRESSES, false);

        private record Count(long since, int wrong) {}

        /** Counts a wrong token; gives the seconds until the next may be tried, 0 if that is now. */
        synchronized int wrong(String address) {
            long now = System.nanoTime();
            Count before = counts.get(address);
            Count count = before == null || now - before.since > MINUTE
                    ? new Count(now, 1)
                    : new Count(before.since, Math.min(before.wrong + 1, MOST + 1));
            counts.put(address, count);
            return count.wrong <= MOST ? 0 : (int) TimeUnit.NANOSECONDS.toSeconds(MINUTE - (now - count.since)) + 1;
        }
    }

    /** The tokens that let clients in, each under the name of its client. Kept as digests. */
    public static final class Tokens {

        /** The fewest characters of a token. */
        public static final int SHORTEST = 16;

        /** No token is needed. */
        public static final Tokens NONE = new Tokens(List.of());

        private static final HeaderName API_KEY = HeaderNames.create("X-API-Key");

        @SuppressWarnings("ArrayRecordComponent") // compared by hand, in constant time
        private record Known(String name, byte[] digest) {}

        private final List<Known> known;

        private Tokens(List<Known> known) {
            this.known = List.copyOf(known);
        }

        /**
         * Tokens by the names of their clients.
         *
         * @throws GuerdonException if one is too easily guessed
         */
        public static Tokens of(Map<String, String> tokens) {
            List<Known> known = new ArrayList<>();
            tokens.forEach((name, token) -> {
                check(token);
                known.add(new Known(name, digest(token)));
            });
            return new Tokens(known);
        }

        private static void check(String token) {
            if (token.isBlank()) {
                throw new GuerdonException("the token is empty; pass one of at least " + SHORTEST
                        + " characters, or leave --token and GUERDON_TOKEN out (is the variable set that it"
                        + " comes from?)");
            }
            if (token.length() < SHORTEST) {
                throw new GuerdonException(
                        "the token has " + token.length() + " characters, which can be guessed; it needs at" + " least "
                                + SHORTEST + ", such as the output of 'openssl rand -hex 16'");
            }
            if (!token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw new GuerdonException(
                        "the token has blanks or characters that do not fit into a header; use letters and digits");
            }
        }

        boolean isEmpty() {
            return known.isEmpty();
        }

        /** Returns whether a request shows a token, be it right or wrong; some clients without one send an empty header. */
        static boolean isShown(RoutingRequest request) {
            return !request.headers()
                            .first(HeaderNames.AUTHORIZATION)
                            .orElse("")
                            .isBlank()
                    || !request.headers().first(API_KEY).orElse("").isBlank()
                    || request.query().contains("token");
        }

        /** Returns the client whose token a request shows, or null. */
        @Nullable
        String client(Headers headers, UriQuery query) {
            String header = headers.first(HeaderNames.AUTHORIZATION).orElse("");
            String key = headers.first(API_KEY).orElse("");
            if (header.isEmpty() && key.isEmpty()) {
                return query.contains("token") ? client(query.get("token")) : null;
            }
            if (header.regionMatches(true, 0, "Bearer ", 0, 7)) {
                return client(header.substring(7).strip());
            }
            if (header.regionMatches(true, 0, "Basic ", 0, 6)) {
                try {
                    String pair = new String(
                            Base64.getDecoder().decode(header.substring(6).strip()), StandardCharsets.UTF_8);
                    return client(pair.substring(pair.indexOf(':') + 1));
                } catch (IllegalArgumentException e) {
                    return null;
                }
            }
            return key.isEmpty() ? null : client(key);
        }

        /** Takes the same time wherever a token differs, however long what is shown is, and whichever of them it is. */
        private @Nullable String client(String shown) {
            byte[] digest = digest(shown);
            String found = null;
            for (Known each : known) {
                if (MessageDigest.isEqual(each.digest, digest)) {
                    found = each.name;
                }
            }
            return found;
        }

        private static byte[] digest(String text) {
            return Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
