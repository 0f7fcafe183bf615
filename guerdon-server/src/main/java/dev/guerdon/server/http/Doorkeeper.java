package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
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

    /** The fewest characters of a token. */
    public static final int SHORTEST_TOKEN = 16;

    private static final HeaderName FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");

    private final @Nullable String token;
    private final boolean loopback;
    private final String host;
    private final BodyBudget budget = BodyBudget.ofHeap();

    /**
     * A doorkeeper.
     *
     * @param token what clients must show; null where they need nothing
     * @param loopback whether the server can be reached from this machine only
     * @param host the name or address that the server listens on
     * @throws GuerdonException if the token is too easily guessed
     */
    public Doorkeeper(@Nullable String token, boolean loopback, String host) {
        if (token != null) {
            check(token);
        }
        this.token = token;
        this.loopback = loopback;
        this.host = host;
    }

    private static void check(String token) {
        if (token.isBlank()) {
            throw new GuerdonException("the token is empty; pass one of at least " + SHORTEST_TOKEN
                    + " characters, or leave --token and GUERDON_TOKEN out (is the variable set that it comes from?)");
        }
        if (token.length() < SHORTEST_TOKEN) {
            throw new GuerdonException(
                    "the token has " + token.length() + " characters, which can be guessed; it needs at" + " least "
                            + SHORTEST_TOKEN + ", such as the output of 'openssl rand -hex 16'");
        }
        if (!token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new GuerdonException(
                    "the token has blanks or characters that do not fit into a header; use letters and digits");
        }
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        String own = request.headers().first(HeaderNames.HOST).orElse("");
        if (loopback && !HostNames.nameLoopback(own, host)) {
            refuse(
                    response,
                    "the Host header must name this machine, such as localhost or 127.0.0.1, found '" + shown(own)
                            + "'; a server for other names needs --host and --token");
        } else if (isForeign(request, own)) {
            refuse(
                    response,
                    "the request comes from a web page of another site, which may not use this server; call it from a"
                            + " program, or open its own address");
        } else if (token != null && !shows(token, request)) {
            response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer, Basic realm=\"guerdon\"");
            Responses.send(
                    response,
                    Status.UNAUTHORIZED_401,
                    Responses.error(
                            "unauthorized",
                            "a valid token is needed: send the header 'Authorization: Bearer TOKEN' with the token that"
                                    + " the server was started with"));
            throw Responses.closed();
        } else {
            BodyBudget.Share share;
            try {
                share = budget.take(length(request));
            } catch (ServeException e) {
                Responses.send(response, Status.create(e.status()), e.answer());
                throw Responses.closed();
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
        return request.headers().contains(HeaderNames.TRANSFER_ENCODING)
                ? -1
                : request.headers().contentLength().orElse(0);
    }

    private static void refuse(RoutingResponse response, String why) {
        Responses.send(response, Status.FORBIDDEN_403, Responses.error("forbidden", why));
        throw Responses.closed();
    }

    private static String shown(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "..." : text;
    }

    /** Whether a browser says that it asks for a page of another site: another port of this machine is one. */
    private static boolean isForeign(RoutingRequest request, String own) {
        Optional<String> origin = request.headers().first(HeaderNames.ORIGIN);
        if (origin.isPresent()
                && !origin.get().equalsIgnoreCase("http://" + own)
                && !origin.get().equalsIgnoreCase("https://" + own)) {
            return true;
        }
        return request.headers()
                .first(FETCH_SITE)
                .filter(site -> site.equals("cross-site") || site.equals("same-site"))
                .isPresent();
    }

    private static boolean shows(String token, RoutingRequest request) {
        String header = request.headers().first(HeaderNames.AUTHORIZATION).orElse("");
        if (header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return same(token, header.substring(7).strip());
        }
        if (header.regionMatches(true, 0, "Basic ", 0, 6)) {
            try {
                String pair = new String(
                        Base64.getDecoder().decode(header.substring(6).strip()), StandardCharsets.UTF_8);
                return same(token, pair.substring(pair.indexOf(':') + 1));
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
        return request.query().first("token").map(shown -> same(token, shown)).orElse(false);
    }

    /** Takes the same time wherever the two differ, and however long what is shown is. */
    private static boolean same(String expected, String shown) {
        return MessageDigest.isEqual(digest(expected), digest(shown));
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
