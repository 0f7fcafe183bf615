package dev.guerdon.server.http;

import dev.guerdon.api.Internal;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may come in.
 *
 * <p>With a token, every request must show it. On loopback, the {@code Host} header must name this machine, so that a web page
 * cannot reach the server through a name of its own that resolves to loopback.
 */
@Internal
public final class Doorkeeper implements Filter {

    private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

    private final @Nullable String token;
    private final boolean loopback;

    public Doorkeeper(@Nullable String token, boolean loopback) {
        this.token = token;
        this.loopback = loopback;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        if (loopback && !namesThisMachine(request)) {
            Responses.send(
                    response,
                    Status.FORBIDDEN_403,
                    Map.of("detail", "the Host header must name this machine, such as localhost"));
        } else if (token != null && !shows(token, request)) {
            response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer, Basic realm=\"guerdon\"");
            Responses.send(response, Status.UNAUTHORIZED_401, Map.of("detail", "a valid token is needed"));
        } else {
            chain.proceed();
        }
    }

    private static boolean namesThisMachine(RoutingRequest request) {
        String host = request.authority().toLowerCase(Locale.ROOT);
        int port = host.lastIndexOf(':');
        String name = port > host.lastIndexOf(']') ? host.substring(0, port) : host;
        return name.isEmpty() || OWN_NAMES.contains(name) || name.startsWith("127.");
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

    /** Takes the same time wherever the two differ. */
    private static boolean same(String expected, String shown) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }
}
