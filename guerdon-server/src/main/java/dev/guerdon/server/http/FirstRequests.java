package dev.guerdon.server.http;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A few requests that a server sends to itself before anybody else does.
 *
 * <p>Classes are loaded while they are answered. Where many clients are the first at once, their virtual threads wait for each other's
 * classes, which they cannot do without a carrier; the pool makes one for each, and keeps far more than there are processors.
 */
@Internal
public final class FirstRequests {

    private static final int PATIENCE_MILLIS = 5_000;
    private static final String BODY = "{\"final_response\":\"\"}";

    private FirstRequests() {}

    /** Sends them; whatever fails is of no matter. */
    public static void send(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(host), port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            String head = " HTTP/1.1\r\nHost: localhost:" + port + "\r\n";
            // A path that takes no POST: nothing is counted as a request for scores.
            String requests = "GET /healthz" + head + "\r\n" + "POST /healthz" + head
                    + "Content-Type: application/json\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY
                    + "GET /healthz" + head + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            System.getLogger(FirstRequests.class.getName())
                    .log(System.Logger.Level.DEBUG, "the server could not send itself a request", e);
        }
    }
}
