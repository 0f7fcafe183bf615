package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import io.helidon.common.uri.UriQuery;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.http.RoutingRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tokens that let clients in, each under the name of its client. Kept as digests. */
@Internal
public final class Tokens {

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
                    + " characters, or leave --token and GUERDON_TOKEN out (is the variable set that it comes from?)");
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

    /** Whether a request shows a token, be it right or wrong; some clients without one send an empty header. */
    static boolean isShown(RoutingRequest request) {
        return !request.headers().first(HeaderNames.AUTHORIZATION).orElse("").isBlank()
                || !request.headers().first(API_KEY).orElse("").isBlank()
                || request.query().contains("token");
    }

    /** The client whose token a request shows, or null. */
    @Nullable
    String client(Headers headers, UriQuery query) {
        String header = headers.first(HeaderNames.AUTHORIZATION).orElse("");
        String key = headers.first(API_KEY).orElse("");
        if (header.isEmpty() && key.isEmpty()) {
            return query.contains("token") ? client(query.get("token")) : null;
        }
        return client(header, key);
    }

    /** The client whose token these headers show, or null. */
    @Nullable
    String client(String header, String key) {
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
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
