package dev.guerdon.server.environment;

import dev.guerdon.server.http.ServeException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Finds out whose session a request is for.
 *
 * <p>A client names its session itself: in the path ({@code /sessions/NAME/...}), in the header {@code X-Session-Id} or in the query
 * ({@code session=NAME}). A client that names none gets a name in a cookie. Of a client that keeps no cookies, {@link AnonymousSessions} knows
 * what can be known.
 *
 * <p>The cookie has the server's port in its name, because cookies of all ports of a machine travel together. Its value carries a seal, so
 * that a cookie of another server, or of this one before it was restarted, is none.
 */
final class SessionResolver {

    static final HeaderName HEADER = HeaderNames.create("X-Session-Id");
    static final String PARAMETER = "session";
    private static final int LONGEST_NAME = 200;
    private static final int NAME_BYTES = 16;
    private static final int SEAL_BYTES = 12;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;
    private final AnonymousSessions nameless = new AnonymousSessions();

    SessionResolver() {
        byte[] secret = new byte[32];
        RANDOM.nextBytes(secret);
        key = new SecretKeySpec(secret, "HmacSHA256");
    }

    AnonymousSessions nameless() {
        return nameless;
    }

    /** The session that the request names, in whatever way; a cookie is renewed with every answer. */
    Optional<String> named(ServerRequest request, ServerResponse response) {
        Optional<String> said = said(request);
        if (said.isPresent()) {
            return said;
        }
        Optional<String> kept = cookie(request);
        if (kept.isPresent()) {
            nameless.claim(kept.get());
            give(kept.get(), request, response);
            return kept;
        }
        return Optional.empty();
    }

    /** Returns what the client calls its session. */
    private static Optional<String> said(ServerRequest request) {
        Optional<String> name = request.path()
                .pathParameters()
                .first(PARAMETER)
                .or(() -> request.headers().first(HEADER))
                .or(() -> request.query().contains(PARAMETER)
                        ? request.query().first(PARAMETER).asOptional()
                        : Optional.empty());
        name.ifPresent(SessionResolver::check);
        return name;
    }

    static void check(String name) {
        if (name.isEmpty() || name.length() > LONGEST_NAME || name.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw ServeException.bad("a session's name has 1 to " + LONGEST_NAME
                    + " characters and no control characters, found " + name.length() + " characters");
        }
    }

    private Optional<String> cookie(ServerRequest request) {
        return request.headers()
                .cookies()
                .first(cookieName(request))
                .asOptional()
                .flatMap(value -> {
                    int dot = value.indexOf('.');
                    if (dot != NAME_BYTES * 2) {
                        return Optional.empty();
                    }
                    String name = value.substring(0, dot);
                    boolean own = MessageDigest.isEqual(
                            seal(name).getBytes(StandardCharsets.UTF_8),
                            value.substring(dot + 1).getBytes(StandardCharsets.UTF_8));
                    return own ? Optional.of(name) : Optional.empty();
                });
    }

    private static String cookieName(ServerRequest request) {
        return "guerdon_session_" + request.localPeer().port();
    }

    /** A new name, in a cookie. */
    String give(ServerRequest request, ServerResponse response) {
        String name = newName();
        give(name, request, response);
        return name;
    }

    /** A name that no session has. */
    static String newName() {
        byte[] bytes = new byte[NAME_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    void give(String name, ServerRequest request, ServerResponse response) {
        response.header(
                HeaderNames.SET_COOKIE,
                cookieName(request) + "=" + name + "." + seal(name) + "; Path=/; HttpOnly; SameSite=Strict");
    }

    private String seal(String name) {
        try {
            Mac mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            byte[] whole = mac.doFinal(name.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(whole, 0, SEAL_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
    }
}
