package dev.guerdon.server.http;

import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes of a connection before the HTTP library does, and finds the first one that no two readers of HTTP would understand
 * alike.
 *
 * <p>The library takes the first of two lengths, takes a length beside chunks, and lets everything after an unknown transfer encoding
 * pass as the next request. With a proxy in front that reads the same bytes in another way, a client could put a request into the
 * connection that nobody checked. So requests are read strictly here: one host, one length or chunks, CR LF at the end of every line.
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

    /** How long a head may take from its first byte to its last: who sends it slower keeps a connection, and does nothing with it. */
    static final long HEAD_NANOS = 30_000_000_000L;

    /** How long a body may take. */
    static final long BODY_NANOS = 600_000_000_000L;

    /**
     * What is wrong with a request.
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
    private State state = State.REQUEST_LINE;
    private final StringBuilder line = new StringBuilder();
    private boolean afterReturn;
    private long left;
    private long began;
    private boolean idle = true;
    private int headBytes;
    private int headers;
    private int hosts;
    private String host = "";
    private @Nullable String authority;
    private long length = -1;
    private boolean chunked;
    private @Nullable Refusal refusal;
    private int endOfSound;

    RequestGuard(LongSupplier clock) {
        this.clock = clock;
    }

    /** Reads the next bytes. After the first fault it reads nothing more. */
    void read(byte[] bytes) {
        endOfSound = bytes.length;
        for (int i = 0; i < bytes.length && refusal == null; ) {
            i = next(bytes, i);
            if (refusal != null) {
                endOfSound = Math.min(i, bytes.length);
            }
        }
        if (refusal == null && !idle && clock.getAsLong() - began > (inHead() ? HEAD_NANOS : BODY_NANOS)) {
            refuse(408, "the request took too long to arrive; send it in one piece");
        }
    }

    /** How many of the bytes that were read last come before the fault. */
    int sound() {
        return endOfSound;
    }

    /** What is wrong, once something is. */
    @Nullable
    Refusal refusal() {
        return refusal;
    }

    /** Whether the next byte begins a request. */
    boolean isBetweenRequests() {
        return idle && refusal == null;
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
            target(words[0], words[1]);
            state = State.HEADER;
        }
    }

    /** An address is a path; with a scheme and host before it, these must be those of the Host header. */
    private void target(String method, String target) {
        String lower = target.substring(0, Math.min(8, target.length())).toLowerCase(Locale.ROOT);
        if (lower.startsWith("http://") || lower.startsWith("https://")) {
            int from = target.indexOf("//") + 2;
            int to = from;
            while (to < target.length() && "/?#".indexOf(target.charAt(to)) < 0) {
                to++;
            }
            authority = target.substring(from, to);
        } else if (!target.startsWith("/") && !(target.equals("*") && method.equals("OPTIONS"))) {
            refuse(400, "the address must be a path such as /health");
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
            switch (text.substring(0, colon).toLowerCase(Locale.ROOT)) {
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
                default -> {}
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

    /** The next byte begins the next request. */
    private void begin() {
        state = State.REQUEST_LINE;
        idle = true;
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
            refusal = new Refusal(status, detail);
        }
    }

    private static boolean isToken(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(c -> (c >= '0' && c <= '9')
                                || (c >= 'a' && c <= 'z')
                                || (c >= 'A' && c <= 'Z')
                                || "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
    }
}
