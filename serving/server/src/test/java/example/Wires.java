package example;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A WebSocket's client that can send whatever a well-behaved one does not. */
public final class Wires implements AutoCloseable {

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    /** The first line of the server's answer to the request. */
    public final String status;

    /** How the server ended the connection; 0 before. */
    public int closeCode;

    /** What the server said at the end. */
    public String closeReason = "";

    public Wires(int port, String path, String... headers) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(30_000);
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
        StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost:" + port
                + "\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        out.write(request.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        status = line();
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.startsWith("Sec-WebSocket-Accept")) {
                // The value that RFC 6455 has for this key.
                if (!line.endsWith("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")) {
                    throw new IOException("wrong answer to the key: " + line);
                }
            }
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    /** Sends a frame. */
    public void frame(int first, byte[] payload) throws IOException {
        out.write(bytes(first, payload));
        out.flush();
    }

    /** A masked frame. */
    public static byte[] bytes(int first, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 14);
        frame.put((byte) first);
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else if (payload.length < 65_536) {
            frame.put((byte) 0xfe).putShort((short) payload.length);
        } else {
            frame.put((byte) 0xff).putLong(payload.length);
        }
        byte[] mask = {1, 2, 3, 4};
        frame.put(mask);
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (payload[i] ^ mask[i & 3]));
        }
        byte[] all = new byte[frame.flip().limit()];
        frame.get(all);
        return all;
    }

    public void raw(byte... bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    public Wires text(String message) throws IOException {
        frame(0x81, message.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** The next message, after the pings; null where the server ended the connection. */
    public String next() throws IOException {
        while (true) {
            int first = in.read();
            if (first < 0) {
                return null;
            }
            int length = in.read();
            long size = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
            byte[] payload = in.readNBytes((int) size);
            switch (first & 0x0f) {
                case 1 -> {
                    return new String(payload, StandardCharsets.UTF_8);
                }
                case 8 -> {
                    closeCode =
                            payload.length < 2 ? -1 : ByteBuffer.wrap(payload).getShort() & 0xffff;
                    closeReason = payload.length < 2
                            ? ""
                            : new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8);
                    return null;
                }
                case 10 -> {
                    return "pong " + new String(payload, StandardCharsets.UTF_8);
                }
                default -> {}
            }
        }
    }

    /** Sends a message and reads its answer. */
    public Json ask(String message) throws IOException {
        String answer = text(message).next();
        if (answer == null) {
            throw new IOException("the connection ended: " + closeCode + " " + closeReason);
        }
        return JsonCodec.read(answer, "the answer");
    }

    /** Ends the connection without a word. */
    public void tear() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
