package dev.guerdon.browser;

import dev.guerdon.browser.FetchException.Kind;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One GET over a connection that is there already: HTTP/1.1, one answer, then closed. */
final class HttpExchange {

    private static final int MAX_HEAD = 64 * 1024;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})(?: .*)?");
    private static final Pattern CHARSET = Pattern.compile("charset=\"?([A-Za-z0-9._-]+)", Pattern.CASE_INSENSITIVE);

    /**
     * An answer.
     *
     * @param location where it redirects to, if it does
     */
    record Answer(int status, String contentType, String text, Optional<String> location) {}

    private final InputStream in;
    private final WebAddress address;
    private final int maxBytes;
    private int headLeft = MAX_HEAD;

    private HttpExchange(InputStream in, WebAddress address, int maxBytes) {
        this.in = in;
        this.address = address;
        this.maxBytes = maxBytes;
    }

    static Answer get(Socket socket, WebAddress address, String accept, int maxBytes) throws IOException {
        String request = "GET " + address.target() + " HTTP/1.1\r\nHost: " + address.authority() + "\r\nAccept: "
                + accept.replaceAll("[\\r\\n]", " ")
                + "\r\nAccept-Encoding: identity\r\nUser-Agent: guerdon\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return new HttpExchange(new BufferedInputStream(socket.getInputStream()), address, maxBytes).answer();
    }

    private Answer answer() throws IOException {
        int status = 100;
        Map<String, String> headers = Map.of();
        while (status / 100 == 1) {
            status = status();
            headers = headers();
        }
        boolean redirect = status / 100 == 3 && status != 304 && headers.containsKey("location");
        if (redirect) {
            return new Answer(status, "", "", Optional.ofNullable(headers.get("location")));
        }
        String encoding = headers.getOrDefault("content-encoding", "identity");
        if (!encoding.equalsIgnoreCase("identity")) {
            throw wrong("a body that is not compressed, as asked for, but it is " + encoding);
        }
        byte[] body = status == 204 || status == 304 ? new byte[0] : body(headers);
        String contentType = headers.getOrDefault("content-type", "");
        return new Answer(status, contentType, new String(body, charset(contentType)), Optional.empty());
    }

    private static Charset charset(String contentType) {
        Matcher named = CHARSET.matcher(contentType);
        try {
            return named.find() ? Charset.forName(named.group(1)) : StandardCharsets.UTF_8;
        } catch (IllegalArgumentException e) {
            return StandardCharsets.UTF_8;
        }
    }

    private int status() throws IOException {
        String line = line();
        Matcher status = STATUS.matcher(line);
        if (!status.matches()) {
            throw wrong("a status line");
        }
        return Integer.parseInt(status.group(1));
    }

    private Map<String, String> headers() throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.putIfAbsent(
                        line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        return headers;
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (headers.getOrDefault("transfer-encoding", "")
                .toLowerCase(Locale.ROOT)
                .contains("chunked")) {
            for (long size = chunkSize(); size > 0; size = chunkSize()) {
                copy(out, size);
                line();
            }
            return out.toByteArray();
        }
        String length = headers.get("content-length");
        if (length == null) {
            untilEnd(out);
        } else {
            copy(out, number(length, 10));
        }
        return out.toByteArray();
    }

    private long chunkSize() throws IOException {
        String line = line();
        int extension = line.indexOf(';');
        return number((extension < 0 ? line : line.substring(0, extension)).strip(), 16);
    }

    private long number(String text, int radix) {
        try {
            long number = text.startsWith("+") ? -1 : Long.parseLong(text, radix);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw wrong("a length");
        }
        throw wrong("a length");
    }

    private void copy(ByteArrayOutputStream out, long size) throws IOException {
        if (size > maxBytes - out.size()) {
            throw tooLarge();
        }
        byte[] bytes = in.readNBytes((int) size);
        if (bytes.length < size) {
            throw new EOFException("the answer ended early");
        }
        out.writeBytes(bytes);
    }

    private void untilEnd(ByteArrayOutputStream out) throws IOException {
        byte[] buffer = new byte[8192];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            if (read > maxBytes - out.size()) {
                throw tooLarge();
            }
            out.write(buffer, 0, read);
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int c = in.read();
            if (c < 0) {
                throw new EOFException("the answer ended early");
            }
            if (--headLeft < 0) {
                throw wrong("a head of at most " + MAX_HEAD + " bytes");
            }
            if (c == '\n') {
                int length = line.length();
                return length > 0 && line.charAt(length - 1) == '\r' ? line.substring(0, length - 1) : line.toString();
            }
            line.append((char) c);
        }
    }

    private FetchException wrong(String expected) {
        return new FetchException(
                Kind.ANSWER, "expected from " + address.authority() + " " + expected + " in its answer");
    }

    private FetchException tooLarge() {
        return new FetchException(
                Kind.TOO_LARGE,
                "the answer of " + address + " is larger than " + maxBytes + " bytes; ask for a smaller part of it");
    }
}
