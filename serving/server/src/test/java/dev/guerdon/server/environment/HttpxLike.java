package dev.guerdon.server.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.GuerdonServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The requests of AgentFly's clients, byte for byte as httpx.AsyncClient sends them: one connection, its headers, its cookies. Java's own
 * client refuses some of their addresses.
 */
final class HttpxLike implements AutoCloseable {

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]+)");
    private static final Pattern COOKIE = Pattern.compile("(?i)\r\nset-cookie: *([^=]+)=([^;\r]*)");

    private final Socket socket;
    private final int port;
    private final Map<String, String> cookies = new LinkedHashMap<>();

    HttpxLike(GuerdonServer server) throws IOException {
        this.port = server.port();
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(60_000);
    }

    record Answer(int status, String body) {
        Json json() {
            return JsonCodec.read(body, "the answer");
        }
    }

    Answer get(String target) throws IOException {
        return send("GET", target, "");
    }

    Answer post(String target, String json) throws IOException {
        return send("POST", target, json);
    }

    private Answer send(String method, String target, String json) throws IOException {
        StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nAccept: */*\r\nAccept-Encoding: gzip, deflate\r\nConnection: keep-alive\r\n"
                + "User-Agent: python-httpx/0.28.1\r\n");
        if (!cookies.isEmpty()) {
            request.append("Cookie: ");
            cookies.forEach((name, value) -> request.append(name).append('=').append(value));
            request.append("\r\n");
        }
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        if (method.equals("POST")) {
            request.append("Content-Length: ").append(body.length).append("\r\n");
            if (body.length > 0) {
                request.append("Content-Type: application/json\r\n");
            }
        }
        request.append("\r\n");
        socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().write(body);
        socket.getOutputStream().flush();
        return answer(socket.getInputStream());
    }

    private Answer answer(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            assertThat(c).as("the connection ended after: %s", head).isNotNegative();
            head.append((char) c);
        }
        Matcher cookie = COOKIE.matcher(head);
        while (cookie.find()) {
            cookies.put(cookie.group(1), cookie.group(2));
        }
        Matcher length = LENGTH.matcher(head);
        byte[] body = length.find() ? in.readNBytes(Integer.parseInt(length.group(1))) : new byte[0];
        return new Answer(
                Integer.parseInt(head.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length())),
                new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
