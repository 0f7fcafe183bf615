package dev.guerdon.browser.network;

import dev.guerdon.browser.network.ProxySession.Upstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.hc.core5.io.Closer;
import org.jspecify.annotations.Nullable;

/**
 * Connects to what the rules allow, directly or through the user's own proxy.
 *
 * @param upstream the user's proxy; null for none
 */
record RuledDialer(@Nullable Upstream upstream) {

    private static final int CONNECT_MILLIS = 15_000;
    private static final int ANSWER_MILLIS = 30_000;

    /**
     * A connection.
     *
     * @param toProxy whether a proxy is at the other end, which takes whole addresses in plain HTTP
     */
    record Line(Socket socket, boolean toProxy) {}

    /**
     * Connects to a host.
     *
     * @param addresses where the host is, as judged; empty if it was not looked up
     * @param host the host as the browser wrote it
     * @param tunnel whether bytes are passed on unread
     * @throws IOException with a sentence that the page shows
     */
    Line dial(List<InetAddress> addresses, String host, int port, boolean tunnel) throws IOException {
        Upstream proxy = upstream;
        if (proxy == null) {
            return new Line(connected(addresses, host, port), false);
        }
        Socket socket;
        try {
            socket = connected(List.of(InetAddress.getAllByName(proxy.host())), proxy.host(), proxy.port());
        } catch (IOException e) {
            throw new IOException("The proxy " + proxy + " did not answer", e);
        }
        boolean pinned = proxy.lookup() == Upstream.Lookup.HERE && !addresses.isEmpty();
        if (!tunnel && !pinned) {
            return new Line(socket, true);
        }
        try {
            askForTunnel(socket, proxy, pinned ? literal(addresses.getFirst()) : host, port);
            return new Line(socket, false);
        } catch (IOException e) {
            Closer.closeQuietly(socket);
            throw e;
        }
    }

    /** Returns the headers that the user's proxy wants with a request in plain HTTP. */
    Optional<String> authorization() {
        String value = upstream == null ? null : upstream.authorization();
        return value == null ? Optional.empty() : Optional.of("Proxy-Authorization: " + value);
    }

    private static void askForTunnel(Socket socket, Upstream proxy, String host, int port) throws IOException {
        String target = host + ":" + port;
        String credentials =
                proxy.authorization() == null ? "" : "Proxy-Authorization: " + proxy.authorization() + "\r\n";
        socket.setSoTimeout(ANSWER_MILLIS);
        socket.getOutputStream()
                .write(("CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n" + credentials + "\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        // Unbuffered: what comes behind the head belongs to the tunnel.
        HttpHead answer = HttpHead.read(socket.getInputStream())
                .orElseThrow(() -> new IOException("The proxy " + proxy + " closed without an answer"));
        List<String> words = answer.words();
        if (words.size() < 2 || !words.get(1).startsWith("2")) {
            throw new IOException("The proxy " + proxy + " refused a tunnel to " + target + " ("
                    + String.join(" ", words.subList(Math.min(1, words.size()), words.size()))
                    + "); where it wants names, set proxy-lookup=proxy");
        }
        socket.setSoTimeout(0);
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        return text.indexOf(':') >= 0 ? "[" + text + "]" : text;
    }

    private static Socket connected(List<InetAddress> addresses, String host, int port) throws IOException {
        for (InetAddress address : addresses) {
            Socket socket = new Socket();
            try {
                socket.setTcpNoDelay(true);
                socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
                return socket;
            } catch (IOException e) {
                Closer.closeQuietly(socket);
            }
        }
        throw new IOException(host + ":" + port + " did not answer");
    }
}
