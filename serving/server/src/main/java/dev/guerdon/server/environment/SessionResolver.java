package dev.guerdon.server.environment;

import dev.guerdon.server.http.AnswerSigner;
import dev.guerdon.server.http.BoundedMap;
import dev.guerdon.server.http.ServeException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Finder of the session that a request is for.
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

    /** Returns the session that the request names, in whatever way; a cookie is renewed with every answer. */
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

    /** Returns a new name, in a cookie. */
    String give(ServerRequest request, ServerResponse response) {
        String name = newName();
        give(name, request, response);
        return name;
    }

    /** Returns a name that no session has. */
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
        return HexFormat.of().formatHex(AnswerSigner.mac(key, name.getBytes(StandardCharsets.UTF_8)), 0, SEAL_BYTES);
    }

    /**
     * Assigns requests without a session name or cookie to sessions, as far as this is possible.
     *
     * <p>A reset without a name makes a session. Later requests on the same connection are for that session. A request on another
     * connection is for the session that was reset last from the same address, if that can only mean one client: no request has shown the
     * cookie of that session, and no other client without cookies keeps a connection. Otherwise it is refused, because a guess would change
     * another client's environment. Clients that open a connection for every request and send no cookies cannot be told apart: from one
     * address, they share the session of the last reset, as they would share one container.
     */
    static final class AnonymousSessions {

        private static final int MOST_CONNECTIONS = 20_000;

        /** Facts about a session that a request without a name made. */
        private static final class Guest {
            private final String address;
            private String connection;
            private boolean keepsConnection;
            private boolean claimed;

            Guest(String address, String connection) {
                this.address = address;
                this.connection = connection;
            }
        }

        private final Map<String, Guest> guests = new HashMap<>();
        private final Map<String, String> lastOfAddress = new HashMap<>();
        private final Map<String, String> ofConnection = new BoundedMap<>(MOST_CONNECTIONS, true);

        /** Marks a session whose client came back with its cookie, so no request without one may use it. */
        synchronized void claim(String name) {
            Guest guest = guests.get(name);
            if (guest != null) {
                guest.claimed = true;
            }
        }

        /** Returns the session of this connection, if it has one that was not claimed with a cookie. */
        synchronized Optional<String> ofConnection(String connection) {
            String name = ofConnection.get(connection);
            Guest guest = name == null ? null : guests.get(name);
            if (guest == null || guest.claimed) {
                return Optional.empty();
            }
            guest.keepsConnection = true;
            return Optional.ofNullable(name);
        }

        /** Records a session that a reset without a name made. */
        synchronized void made(String name, String address, String connection) {
            guests.put(name, new Guest(address, connection));
            lastOfAddress.put(address, name);
            ofConnection.put(connection, name);
        }

        /**
         * Returns the session that a request on a new connection can only mean.
         *
         * @throws ServeException where it could mean several
         */
        synchronized Optional<String> only(String address, String connection) {
            @Nullable String name = lastOfAddress.get(address);
            Guest guest = name == null ? null : guests.get(name);
            if (name == null || guest == null || guest.claimed) {
                return Optional.empty();
            }
            long keepers = guests.values().stream()
                    .filter(each -> each.address.equals(address) && each.keepsConnection && !each.claimed)
                    .count();
            if (keepers > 1 || (keepers == 1 && !guest.keepsConnection)) {
                throw new ServeException(
                        409,
                        "ambiguous_session",
                        "several clients without cookies use this server, and the request does not say which session"
                                + " it is for; send the header X-Session-Id, put /sessions/NAME before the path, or use a"
                                + " client that keeps cookies, such as requests.Session or httpx.Client");
            }
            guest.connection = connection;
            if (guest.keepsConnection) {
                ofConnection.put(connection, name);
            }
            return Optional.of(name);
        }

        /** Returns whether the session may end if there is no room: its client did not come back, and later ones did. */
        synchronized boolean isSuperseded(String name) {
            Guest guest = guests.get(name);
            return guest != null
                    && !guest.claimed
                    && !guest.keepsConnection
                    && !name.equals(lastOfAddress.get(guest.address));
        }

        synchronized void ended(String name) {
            Guest guest = guests.remove(name);
            if (guest != null) {
                lastOfAddress.remove(guest.address, name);
                ofConnection.remove(guest.connection, name);
            }
        }
    }
}
