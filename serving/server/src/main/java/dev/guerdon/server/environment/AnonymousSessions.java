package dev.guerdon.server.environment;

import dev.guerdon.server.http.BoundedMap;
import dev.guerdon.server.http.ServeException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells clients apart that name no session and send no cookie, as far as this is possible.
 *
 * <p>A reset without a name makes a session. Later requests on the same connection are for that session. A request on another
 * connection is for the session that was reset last from the same address, if that can only mean one client: nobody has shown the
 * cookie of that session, and no other client without cookies keeps a connection. Otherwise it is refused, because a guess would
 * change somebody's world. Clients that open a connection for every request and send no cookies cannot be told apart: from one address,
 * they share the session of the last reset, as they would share one container.
 */
final class AnonymousSessions {

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

    /** A client came back with the cookie of this session, so nobody without one may use it. */
    synchronized void claim(String name) {
        Guest guest = guests.get(name);
        if (guest != null) {
            guest.claimed = true;
        }
    }

    /** The session of this connection, if it has one that nobody claimed with a cookie. */
    synchronized Optional<String> ofConnection(String connection) {
        String name = ofConnection.get(connection);
        Guest guest = name == null ? null : guests.get(name);
        if (guest == null || guest.claimed) {
            return Optional.empty();
        }
        guest.keepsConnection = true;
        return Optional.ofNullable(name);
    }

    /** A reset without a name made this session. */
    synchronized void made(String name, String address, String connection) {
        guests.put(name, new Guest(address, connection));
        lastOfAddress.put(address, name);
        ofConnection.put(connection, name);
    }

    /**
     * The session that a request on a new connection can only mean.
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
                    "several clients without cookies use this server, and the request does not say which session it is"
                            + " for; send the header X-Session-Id, put /sessions/NAME before the path, or use a client that"
                            + " keeps cookies, such as requests.Session or httpx.Client");
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
