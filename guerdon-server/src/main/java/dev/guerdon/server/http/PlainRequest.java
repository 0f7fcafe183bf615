package dev.guerdon.server.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A request of the plainest form: {@code POST} of JSON with a length, every line ended by CR LF, and no header that asks for anything.
 *
 * <p>What it does not understand it does not take: the strict reader and the library look at it then. So it need not know all of HTTP, but
 * must take nothing that these would refuse.
 *
 * @param path the path
 * @param bodyFrom where the body begins
 * @param length how long it is
 * @param host the Host header
 * @param authorization the Authorization header, empty for none
 * @param key the X-API-Key header, empty for none
 * @param keepAlive whether the client goes on with this connection
 */
record PlainRequest(
        String path, int bodyFrom, int length, String host, String authorization, String key, boolean keepAlive) {

    private static final byte[] START = "POST /".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] VERSION = " HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_PATH = 256;
    private static final int LONGEST_HEAD = 4096;
    private static final int MOST_HEADERS = 40;

    /** Reads a head; null where it is not complete or not of the plainest form. */
    static @Nullable PlainRequest read(byte[] bytes, int from, int to) {
        if (!startsWith(bytes, from, to, START)) {
            return null;
        }
        int at = from + START.length;
        int most = Math.min(to, at + LONGEST_PATH);
        while (at < most && isPath(bytes[at])) {
            at++;
        }
        if (!startsWith(bytes, at, to, VERSION)) {
            return null;
        }
        String path = ascii(bytes, from + 5, at);
        return new Reader(bytes, Math.min(to, from + LONGEST_HEAD)).head(path, at + VERSION.length);
    }

    private static boolean startsWith(byte[] bytes, int from, int to, byte[] prefix) {
        if (to - from < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (bytes[from + i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPath(byte c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '/'
                || c == '_'
                || c == '-';
    }

    private static String ascii(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Reads the headers of one request. */
    private static final class Reader {
        private final byte[] bytes;
        private final int end;
        private @Nullable String host;
        private @Nullable String authorization;
        private @Nullable String key;
        private @Nullable String connection;
        private @Nullable String type;
        private int length = -1;

        Reader(byte[] bytes, int end) {
            this.bytes = bytes;
            this.end = end;
        }

        @Nullable
        PlainRequest head(String path, int start) {
            int at = start;
            for (int count = 0; count <= MOST_HEADERS; count++) {
                if (at + 1 < end && bytes[at] == '\r' && bytes[at + 1] == '\n') {
                    return done(path, at + 2);
                }
                at = header(at);
                if (at < 0) {
                    return null;
                }
            }
            return null;
        }

        private @Nullable PlainRequest done(String path, int bodyFrom) {
            if (host == null || host.isEmpty() || length < 0 || type == null || !type.equals("application/json")) {
                return null;
            }
            boolean close = "close".equals(connection);
            return new PlainRequest(
                    path,
                    bodyFrom,
                    length,
                    host,
                    authorization == null ? "" : authorization,
                    key == null ? "" : key,
                    !close);
        }

        /** Reads one header; gives where the next begins, or -1. */
        private int header(int start) {
            int colon = start;
            while (colon < end && isName(bytes[colon])) {
                colon++;
            }
            if (colon == start || colon + 1 >= end || bytes[colon] != ':') {
                return -1;
            }
            int from = colon + 1;
            int to = from;
            while (to < end && bytes[to] >= ' ' && bytes[to] < 0x7f) {
                to++;
            }
            if (to + 1 >= end || bytes[to] != '\r' || bytes[to + 1] != '\n') {
                return -1;
            }
            return take(start, colon, from, to) ? to + 2 : -1;
        }

        private static boolean isName(byte c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
        }

        /** Takes a header where it is one that means nothing unusual. Each that counts may be there once. */
        private boolean take(int nameFrom, int nameTo, int from, int to) {
            switch (nameTo - nameFrom) {
                case 4 -> {
                    if (is(nameFrom, "host")) {
                        boolean first = host == null;
                        host = value(from, to);
                        return first;
                    }
                }
                case 6 -> {
                    return !is(nameFrom, "origin") && !is(nameFrom, "expect");
                }
                case 7 -> {
                    return !is(nameFrom, "upgrade") && !is(nameFrom, "trailer");
                }
                case 9 -> {
                    if (is(nameFrom, "x-api-key")) {
                        boolean first = key == null;
                        key = value(from, to);
                        return first;
                    }
                }
                case 10 -> {
                    if (is(nameFrom, "connection")) {
                        boolean first = connection == null;
                        connection = value(from, to);
                        return first && (connection.equals("close") || connection.equalsIgnoreCase("keep-alive"));
                    }
                }
                case 12 -> {
                    if (is(nameFrom, "content-type")) {
                        boolean first = type == null;
                        type = value(from, to);
                        return first;
                    }
                }
                case 13 -> {
                    if (is(nameFrom, "authorization")) {
                        boolean first = authorization == null;
                        authorization = value(from, to);
                        return first;
                    }
                }
                case 14 -> {
                    if (is(nameFrom, "content-length")) {
                        return length < 0 && length(value(from, to));
                    }
                    return !is(nameFrom, "sec-fetch-site") && !is(nameFrom, "http2-settings");
                }
                case 16 -> {
                    return !is(nameFrom, "content-encoding");
                }
                case 17 -> {
                    return !is(nameFrom, "transfer-encoding");
                }
                default -> {}
            }
            return true;
        }

        private boolean length(String text) {
            if (text.isEmpty() || text.length() > 6) {
                return false;
            }
            int number = 0;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c < '0' || c > '9') {
                    return false;
                }
                number = number * 10 + c - '0';
            }
            length = number;
            return true;
        }

        private boolean is(int from, String lower) {
            for (int i = 0; i < lower.length(); i++) {
                byte c = bytes[from + i];
                if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != lower.charAt(i)) {
                    return false;
                }
            }
            return true;
        }

        private String value(int from, int to) {
            int start = from;
            int stop = to;
            while (start < stop && bytes[start] == ' ') {
                start++;
            }
            while (stop > start && bytes[stop - 1] == ' ') {
                stop--;
            }
            return ascii(bytes, start, stop);
        }
    }
}
