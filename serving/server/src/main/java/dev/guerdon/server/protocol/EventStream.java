package dev.guerdon.server.protocol;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Events of an answer that is sent piece by piece (server-sent events). */
final class EventStream implements AutoCloseable {

    /** The most characters of the data of one event. */
    static final int CHUNK = 4096;

    private final OutputStream out;
    private boolean gone;

    EventStream(ServerResponse response) {
        response.header(HeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
        response.header(HeaderNames.CACHE_CONTROL, "no-cache");
        response.header(HeaderNames.create("X-Accel-Buffering"), "no");
        this.out = response.outputStream();
    }

    /** Sends an event; data has no line ends. */
    void send(String event, String data) {
        write("event: " + event + "\ndata: " + data + "\n\n");
    }

    /** Shows the client that the server still works on it, and finds out whether the client is still there. */
    void beat() {
        write(": ping\n\n");
    }

    /** Sends a JSON text in chunks; the last one is the end. */
    void sendInChunks(String json) {
        List<String> chunks = chunks(json);
        for (int i = 0; i < chunks.size(); i++) {
            send(i == chunks.size() - 1 ? "end" : "chunk", chunks.get(i));
        }
    }

    /**
     * A JSON text without blanks between its tokens, cut into chunks.
     *
     * <p>Clients strip white space in front of an event's data. In such a text it can only be a part of a string, if it is written
     * as an escape instead, so that no chunk begins with any. No character outside of the first plane is cut in two.
     */
    static List<String> chunks(String json) {
        List<String> chunks = new ArrayList<>();
        int from = 0;
        while (from < json.length()) {
            String start = isBlank(json.charAt(from)) ? escaped(json.charAt(from)) : "";
            int begin = from + (start.isEmpty() ? 0 : 1);
            int end = Math.min(json.length(), begin + CHUNK - start.length());
            if (end < json.length() && Character.isHighSurrogate(json.charAt(end - 1))) {
                end--;
            }
            chunks.add(start + json.substring(begin, end));
            from = end;
        }
        return chunks;
    }

    private static boolean isBlank(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
    }

    private static String escaped(char c) {
        return String.format(Locale.ROOT, "\\u%04x", (int) c);
    }

    private void write(String text) {
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException | UncheckedIOException e) {
            gone = true;
            throw gone(e);
        }
    }

    @Override
    public void close() {
        if (gone) {
            return;
        }
        try {
            out.close();
        } catch (IOException | UncheckedIOException e) {
            throw gone(e);
        }
    }

    /** Ends the connection without a word: nobody is there to read one, and it is nothing for the log. */
    private static CloseConnectionException gone(Exception e) {
        return new CloseConnectionException("the client of a stream of events is gone", e);
    }
}
