package dev.guerdon.server.http;

import dev.guerdon.api.Internal;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.http.ServerRequest;

/** Identity of a client: the name of the token that it showed, its certificate, or the address that it came from. */
@Internal
public final class ClientIdentity {

    private static final String KEY = ClientIdentity.class.getName();

    private ClientIdentity() {}

    static void name(ServerRequest request, String name) {
        request.context().register(KEY, name);
    }

    public static String of(ServerRequest request) {
        return request.context().get(KEY, String.class).orElseGet(() -> at(request.remotePeer()));
    }

    /** Returns whether both are one client. Those without a token are told apart by nothing but what they know, such as a session's name. */
    public static boolean isSame(String client, String other) {
        return client.equals(other) || (isNameless(client) && isNameless(other));
    }

    private static boolean isNameless(String client) {
        return client.startsWith("address ");
    }

    /** Returns the client at an address that showed no name. */
    static String at(PeerInfo peer) {
        return peer.tlsPrincipal()
                .map(principal -> "certificate " + principal.getName())
                .orElseGet(() -> "address " + peer.host());
    }
}
