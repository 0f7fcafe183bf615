package dev.guerdon.browser.network;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.ContentLengthInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;

/**
 * The first line and the headers of a request or an answer.
 *
 * @param first the first line
 * @param headers the headers as they came, without line ends
 */
record HttpHead(String first, List<String> headers) {

    /** Chromium accepts addresses of 2 MB; longer heads are not read. */
    private static final int MOST_BYTES = 256 << 10;

    private static final int LONGEST_CHUNK_HEAD = 8_192;

    /** Headers that are about one connection, and not passed on. */
    private static final Set<String> HOP = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization",
            "proxy-authenticate",
            "te",
            "upgrade");

    HttpHead {
        headers = List.copyOf(headers);
    }

    /** Reads a head; empty where the other side closed before it said anything. */
    static Optional<HttpHead> read(InputStream in) throws IOException {
        List<String> lines = new ArrayList<>();
        ByteArrayOutputStream line = new ByteArrayOutputStream(128);
        for (int read = 0; ; read++) {
            int next = in.read();
            if (next < 0) {
                if (read == 0) {
                    return Optional.empty();
                }
                throw new IOException("the connection was closed in the middle of the headers");
            }
            if (read > MOST_BYTES) {
                throw new IOException("the headers are longer than " + MOST_BYTES + " bytes");
            }
            if (next != '\n') {
                line.write(next);
                continue;
            }
            String text = line.toString(StandardCharsets.ISO_8859_1);
            line.reset();
            String stripped = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            if (!stripped.isEmpty()) {
                lines.add(stripped);
            } else if (!lines.isEmpty()) {
                return Optional.of(new HttpHead(lines.getFirst(), lines.subList(1, lines.size())));
            }
        }
    }

    /** Returns the words of the first line. */
    List<String> words() {
        return Arrays.asList(first.split(" ", -1));
    }

    /** Returns the value of a header, if it is there. */
    Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> nameOf(header).equals(name))
                .map(header -> header.substring(header.indexOf(':') + 1).strip())
                .findFirst();
    }

    /** Returns the same headers behind another first line, for a connection that ends with this exchange. */
    HttpHead forOneExchange(String newFirst) {
        List<String> kept = new ArrayList<>(headers);
        kept.removeIf(header -> HOP.contains(nameOf(header)));
        kept.add("Connection: close");
        return new HttpHead(newFirst, kept);
    }

    /** Returns the same with another header, if there is one. */
    HttpHead with(Optional<String> header) {
        List<String> more = new ArrayList<>(headers);
        header.ifPresent(more::add);
        return new HttpHead(first, more);
    }

    /** Returns whether this answer is only a word in between, such as 100 or 103, and another will follow. */
    boolean isInterim() {
        List<String> words = words();
        return words.size() > 1 && words.get(1).length() == 3 && words.get(1).startsWith("1");
    }

    boolean isChunked() {
        return header("transfer-encoding")
                .map(value -> value.toLowerCase(Locale.ROOT).contains("chunked"))
                .orElse(false);
    }

    /** Returns the length of the body that the head tells; -1 where it tells none. */
    long length() throws IOException {
        try {
            return Long.parseLong(header("content-length").orElse("-1"));
        } catch (NumberFormatException e) {
            throw new IOException("Content-Length is no number", e);
        }
    }

    /**
     * Returns the body behind this head, without the framing of its transfer.
     *
     * @param otherwise the body if the head tells neither chunks nor a length
     */
    InputStream body(InputStream in, InputStream otherwise) throws IOException {
        SessionInputBufferImpl buffer = new SessionInputBufferImpl(16 << 10, LONGEST_CHUNK_HEAD);
        if (isChunked()) {
            return new ChunkedInputStream(buffer, in);
        }
        return length() >= 0 ? new ContentLengthInputStream(buffer, in, length()) : otherwise;
    }

    void write(OutputStream out) throws IOException {
        StringBuilder text = new StringBuilder(first).append("\r\n");
        headers.forEach(header -> text.append(header).append("\r\n"));
        out.write(text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    static String nameOf(String header) {
        int colon = header.indexOf(':');
        return colon < 0 ? "" : header.substring(0, colon).strip().toLowerCase(Locale.ROOT);
    }
}
