package dev.guerdon.server.http;

import java.util.BitSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes of a connection before the HTTP library does, and finds the first one that no two readers of HTTP would understand
 * alike.
 *
 * <p>The library takes the first of two lengths, takes a length beside chunks, and lets everything after an unknown transfer encoding
 * pass as the next request. With a proxy in front that reads the same bytes in another way, a client could put a request into the
 * connection that was not checked. So requests are read strictly here: one host, one length or chunks, CR LF at the end of every line, once
 * what may be there once, and a path that can only be read in one way.
 *
 * <p>Bytes may come in any portions. Not safe for many threads; a connection has one.
 */
final class RequestGuard {

    /** A request's first line may hold an address of 64 KiB. */
    static final int LONGEST_ADDRESS = 64 << 10;

    static final int LARGEST_HEAD = 64 << 10;
    private static final int MOST_HEADERS = 200;
    private static final int LONGEST_METHOD = 32;
    private static final int LONGEST_CHUNK_SIZE = 7;
    private static final int LONGEST_LENGTH = 18;
    private static final String VERSION = "HTTP/1.1";

    /** Headers that may appear once. A reader that takes only the first of two would let the second pass. */
    private static final Set<String> SINGLE_HEADERS =
            Set.of(("authorization content-encoding content-type expect mcp-protocol-version mcp-session-id "
                            + "origin sec-fetch-site sec-websocket-key sec-websocket-version x-api-key x-session-id")
                    .split(" "));

    /** The characters of a method or of a header's name. */
    private static final BitSet TOKEN = new BitSet(0x80);

    static {
        TOKEN.set('0', '9' + 1);
        TOKEN.set('a', 'z' + 1);
        TOKEN.set('A', 'Z' + 1);
        "!#$%&'*+-.^_`|~".chars().forEach(TOKEN::set);
    }

    private static final String OWN_HEADERS = "x-guerdon-";

    /** Heads up to this size need no share of the memory for large ones. */
    static final int SMALL_HEAD = 8 << 10;

    /** Time that a head may take from its first byte to its last: who sends it slower keeps a connection, and does nothing with it. */
    static final long HEAD_NANOS = 30_000_000_000L;

    /** Time that a body may take. */
    static final long BODY_NANOS = 600_000_000_000L;

    /**
     * Refusal of a request.
     *
     * @param status the HTTP status to answer with
     * @param detail what was expected and found
     */
    record Refusal(int status, String detail) {}

    private enum State {
        REQUEST_LINE,
        HEADER,
        BODY,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        LAST_CHUNK_END
    }

    private final LongSupplier clock;
    private final boolean lenientPaths;
    private final Semaphore largeHeads;
    private boolean isLarge;
    private State state = State.REQUEST_LINE;
    private final StringBuilder line = new StringBuilder();
    private boolean afterReturn;
    private long left;
    private long began;
    private boolean idle = true;
    private int headBytes;
    private int headers;
    private int hosts;
    private String method = "";
    private final Set<String> singles = new HashSet<>();
    private String host = "";
    private @Nullable String authority;
    private long length = -1;
    private boolean chunked;
    private @Nullable Refusal refusal;

    /**
     * A guard of one connection.
     *
     * @param lenientPaths whether paths may have any form, because they carry texts
     * @param largeHeads how many heads of all connections may be larger than {@value #SMALL_HEAD} bytes at once
     */
    RequestGuard(LongSupplier clock, boolean lenientPaths, Semaphore largeHeads) {
        this.clock = clock;
        this.lenientPaths = lenientPaths;
        this.largeHeads = largeHeads;
    }

    /**
     * Reads the next bytes, to the end of a request and no further. After the first fault it reads nothing more.
     *
     * @return where it stopped: at the end of the bytes, of a request, or behind the byte that is wrong
     */
    int read(byte[] bytes, int from) {
        int at = from;
        while (at < bytes.length && refusal == null && (at == from || !idle)) {
            at = next(bytes, at);
        }
        if (refusal == null && !idle && clock.getAsLong() - began > (inHead() ? HEAD_NANOS : BODY_NANOS)) {
            refuse(408, "the request took too long to arrive; send it in one piece");
        }
        return at;
    }

    /** Gives back what the connection holds; it reads nothing more. */
    void close() {
        if (isLarge) {
            isLarge = false;
            largeHeads.release();
        }
    }

    /** Returns what is wrong, once something is. */
    @Nullable
    Refusal refusal() {
        return refusal;
    }

    /** Returns whether the next byte begins a request. */
    boolean isBetweenRequests() {
        return idle && refusal == null;
    }

    /** Returns whether a body has begun and is not over. */
    boolean isInBody() {
        return !idle && !inHead();
    }

    private boolean inHead() {
        return state == State.REQUEST_LINE || state == State.HEADER;
    }

    private int next(byte[] bytes, int at) {
        if (idle) {
            idle = false;
            began = clock.getAsLong();
        }
        if (state == State.BODY || state == State.CHUNK) {
            int taken = (int) Math.min(left, bytes.length - at);
            left -= taken;
            if (left == 0) {
                if (state == State.BODY) {
                    begin();
                } else {
                    state = State.CHUNK_END;
                }
            }
            return at + taken;
        }
        character((char) (bytes[at] & 0xff));
        return at + 1;
    }

    private void character(char c) {
        if (inHead() && ++headBytes > LONGEST_ADDRESS + LARGEST_HEAD) {
            refuse(431, "the headers have more than " + LARGEST_HEAD + " bytes");
        } else if (headBytes > SMALL_HEAD && !hasRoom()) {
            refuse(503, "too many requests with long headers arrive at once; try again, or send shorter ones");
        } else if (afterReturn) {
            afterReturn = false;
            if (c == '\n') {
                endOfLine();
            } else {
                refuse(400, "a carriage return without a line feed in " + place());
            }
        } else if (c == '\r') {
            afterReturn = true;
        } else if (c == '\n') {
            refuse(400, "a line feed without a carriage return in " + place());
        } else if (c == 0x7f || (c < ' ' && !(c == '\t' && state == State.HEADER))) {
            refuse(400, "a control character in " + place());
        } else {
            line.append(c);
            checkLength();
        }
    }

    private boolean hasRoom() {
        if (!isLarge) {
            isLarge = largeHeads.tryAcquire();
        }
        return isLarge;
    }

    private String place() {
        return switch (state) {
            case REQUEST_LINE -> "the first line of the request";
            case HEADER -> "the headers";
            case BODY, CHUNK_SIZE, CHUNK, CHUNK_END, LAST_CHUNK_END -> "the chunks of the body";
        };
    }

    private void checkLength() {
        switch (state) {
            case REQUEST_LINE -> {
                if (line.length() > LONGEST_ADDRESS + LONGEST_METHOD + VERSION.length() + 2) {
                    refuse(414, "the address has more than " + LONGEST_ADDRESS + " bytes; send long texts in a body");
                }
            }
            case HEADER -> {
                if (line.length() > LARGEST_HEAD) {
                    refuse(431, "a header has more than " + LARGEST_HEAD + " bytes");
                }
            }
            case CHUNK_SIZE -> {
                if (line.length() > LONGEST_CHUNK_SIZE) {
                    refuse(400, "the size of a chunk must be 1 to " + LONGEST_CHUNK_SIZE + " hexadecimal digits alone");
                }
            }
            case CHUNK_END, LAST_CHUNK_END ->
                refuse(400, "a chunk is longer than its size says, or has a trailer, which is not supported");
            case BODY, CHUNK -> {}
        }
    }

    private void endOfLine() {
        String text = line.toString();
        line.setLength(0);
        switch (state) {
            case REQUEST_LINE -> requestLine(text);
            case HEADER -> {
                if (text.isEmpty()) {
                    endOfHead();
                } else {
                    header(text);
                }
            }
            case CHUNK_SIZE -> chunkSize(text);
            case CHUNK_END -> state = State.CHUNK_SIZE;
            case LAST_CHUNK_END -> begin();
            case BODY, CHUNK -> {}
        }
    }

    private void requestLine(String text) {
        String[] words = text.split(" ", -1);
        if (words.length != 3 || !isToken(words[0]) || words[0].length() > LONGEST_METHOD || words[1].isEmpty()) {
            refuse(
                    400,
                    "the first line of a request must be a method, an address and a version, one blank between them");
        } else if (!words[2].equals(VERSION)) {
            boolean version = words[2].matches("HTTP/[0-9]\\.[0-9]");
            refuse(version ? 505 : 400, "expected " + VERSION + ", found " + (version ? words[2] : "something else"));
        } else if (words[1].length() > LONGEST_ADDRESS) {
            refuse(414, "the address has more than " + LONGEST_ADDRESS + " bytes; send long texts in a body");
        } else {
            method = words[0];
            state = State.HEADER;
            target(words[1]);
        }
    }

    /** Reads an address: a path; a scheme and host before it must be those of the Host header. */
    private void target(String target) {
        String lower = target.substring(0, Math.min(8, target.length())).toLowerCase(Locale.ROOT);
        if (lower.startsWith("http://") || lower.startsWith("https://")) {
            int from = target.indexOf("//") + 2;
            int to = from;
            while (to < target.length() && "/?#".indexOf(target.charAt(to)) < 0) {
                to++;
            }
            authority = target.substring(from, to);
            path(target.substring(to));
        } else if (target.startsWith("/")) {
            path(target);
        } else if (!(target.equals("*") && method.equals("OPTIONS"))) {
            refuse(400, "the address must be a path such as /health");
        }
    }

    private void path(String target) {
        int query = target.indexOf('?');
        if (!lenientPaths && !isPlain(query < 0 ? target : target.substring(0, query))) {
            refuse(404, "there is nothing at this path; write it without '..', '//', ';' and control characters");
        }
    }

    private void header(String text) {
        int colon = text.indexOf(':');
        if (text.charAt(0) == ' ' || text.charAt(0) == '\t') {
            refuse(400, "a header goes on in the next line; put it into one");
        } else if (colon < 0 || !isToken(text.substring(0, colon))) {
            refuse(400, "a header must be a name and a colon, without a blank before the colon");
        } else if (++headers > MOST_HEADERS) {
            refuse(431, "there are more than " + MOST_HEADERS + " headers");
        } else {
            String value = text.substring(colon + 1).strip();
            String name = text.substring(0, colon).toLowerCase(Locale.ROOT);
            switch (name) {
                case "host" -> {
                    hosts++;
                    host = value;
                }
                case "content-length" -> length(value);
                case "transfer-encoding" -> {
                    // The library takes nothing but this very word for chunks.
                    if (chunked || !value.equals("chunked")) {
                        refuse(400, "the only transfer encoding is 'chunked', in lower case and once");
                    }
                    chunked = true;
                }
                default -> {
                    if ((SINGLE_HEADERS.contains(name) || name.startsWith(OWN_HEADERS)) && !singles.add(name)) {
                        refuse(400, "there are two headers '" + name + "'; send one");
                    }
                }
            }
        }
    }

    private void length(String value) {
        if (length >= 0) {
            refuse(400, "there are two Content-Length headers");
        } else if (value.isEmpty()
                || value.length() > LONGEST_LENGTH
                || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            refuse(400, "Content-Length must be a number of at most " + LONGEST_LENGTH + " digits");
        } else {
            length = Long.parseLong(value);
        }
    }

    private void endOfHead() {
        if (hosts != 1 || host.isEmpty()) {
            refuse(400, "expected one Host header, found " + (hosts == 1 ? "an empty one" : hosts));
        } else if (authority != null && !authority.equalsIgnoreCase(host)) {
            refuse(400, "the address names another host than the Host header");
        } else if (chunked && length >= 0) {
            refuse(400, "there are both Content-Length and Transfer-Encoding; send one of them");
        } else if (method.equals("HEAD") && (chunked || length > 0)) {
            refuse(400, "a HEAD request has no body; send it with GET, or without");
        } else if (chunked) {
            state = State.CHUNK_SIZE;
        } else if (length > 0) {
            left = length;
            state = State.BODY;
        } else {
            begin();
        }
    }

    private void chunkSize(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80)) {
            refuse(400, "the size of a chunk must be 1 to " + LONGEST_CHUNK_SIZE + " hexadecimal digits alone");
            return;
        }
        left = Integer.parseInt(text, 16);
        state = left == 0 ? State.LAST_CHUNK_END : State.CHUNK;
    }

    /** Prepares for the next request. */
    private void begin() {
        state = State.REQUEST_LINE;
        idle = true;
        close();
        singles.clear();
        headBytes = 0;
        headers = 0;
        hosts = 0;
        host = "";
        authority = null;
        length = -1;
        chunked = false;
    }

    private void refuse(int status, String detail) {
        if (refusal == null) {
            close();
            refusal = new Refusal(status, detail);
        }
    }

    private static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!TOKEN.get(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /**
     * Returns whether a path, as it was sent, has nothing that some reader leaves out, splits or resolves: an empty part, a parameter
     * after {@code ;}, an encoded slash, a backslash, a control character, or {@code .} and {@code ..}, plain or encoded.
     */
    static boolean isPlain(String path) {
        if (path.contains("//")
                || path.chars().anyMatch(c -> c == ';' || c == '\\' || c == '#' || c <= ' ' || c > '~')) {
            return false;
        }
        StringBuilder decoded = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '%') {
                if (i + 2 >= path.length()
                        || !HexFormat.isHexDigit(path.charAt(i + 1))
                        || !HexFormat.isHexDigit(path.charAt(i + 2))) {
                    return false;
                }
                c = (char) HexFormat.fromHexDigits(path, i + 1, i + 3);
                i += 2;
                // The library splits a path after it has decoded it.
                if (c < ' ' || c == 0x7f || c == '/' || c == '\\') {
                    return false;
                }
            }
            decoded.append(c);
        }
        for (String part : decoded.toString().split("/", -1)) {
            if (part.equals(".") || part.equals("..")) {
                return false;
            }
        }
        return true;
    }
}
