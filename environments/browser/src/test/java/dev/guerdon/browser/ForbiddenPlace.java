package dev.guerdon.browser;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** A place on this machine that agents have no business with; it notes whatever arrives, by TCP or UDP. */
final class ForbiddenPlace implements AutoCloseable {

    private final ServerSocket server;
    private final DatagramSocket datagrams;
    private final Set<String> arrived = new ConcurrentSkipListSet<>();

    ForbiddenPlace() throws IOException {
        InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        server = new ServerSocket(0, 100, here);
        datagrams = new DatagramSocket(0, here);
        Thread.ofPlatform().daemon().name("forbidden-tcp").start(this::accept);
        Thread.ofPlatform().daemon().name("forbidden-udp").start(this::receive);
    }

    int port() {
        return server.getLocalPort();
    }

    int udpPort() {
        return datagrams.getLocalPort();
    }

    /** The paths that were asked for, {@code (connected)} for a connection that asked for nothing, {@code (udp)} for datagrams. */
    Set<String> arrived() {
        return arrived;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Thread.ofVirtual().start(() -> answer(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void answer(Socket client) {
        try (client) {
            client.setSoTimeout(5_000);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
            String line = in.readLine();
            String[] words = line == null ? new String[0] : line.split(" ", -1);
            arrived.add(words.length > 1 ? words[1] : "(connected)");
            for (String header = line; header != null && !header.isEmpty(); ) {
                header = in.readLine();
            }
            client.getOutputStream()
                    .write(("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nAccess-Control-Allow-Origin: *\r\n"
                                    + "Content-Length: 6\r\nConnection: close\r\n\r\nsecret")
                            .getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            arrived.add("(connected)");
        }
    }

    private void receive() {
        byte[] buffer = new byte[2048];
        while (!datagrams.isClosed()) {
            try {
                datagrams.receive(new DatagramPacket(buffer, buffer.length));
                arrived.add("(udp)");
            } catch (IOException e) {
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        datagrams.close();
    }
}
