package dev.guerdon.core.stdio;

import java.util.LinkedHashMap;
import java.util.Map;

/** How much a client may ask for before it has answers, and what it has asked for. */
final class FlowControlWindow {

    private final long mostBytes;
    private final int mostRequests;
    private long bytes;
    private int requests;

    /** The window of every engine. */
    FlowControlWindow() {
        this(64L << 20, 4096);
    }

    /**
     * @param mostBytes of payloads
     * @param mostRequests at once
     */
    FlowControlWindow(long mostBytes, int mostRequests) {
        this.mostBytes = mostBytes;
        this.mostRequests = mostRequests;
    }

    /** Returns the limits as the client gets them. */
    Map<String, Object> limits() {
        Map<String, Object> limits = new LinkedHashMap<>();
        limits.put("bytes", mostBytes);
        limits.put("requests", mostRequests);
        return limits;
    }

    /** Takes a request in. One that is larger than the window alone is taken where nothing else is in flight. */
    synchronized void enter(long size) {
        if (requests >= mostRequests || (requests > 0 && bytes + size > mostBytes)) {
            throw new RequestRefusal(
                    RequestRefusal.BUSY,
                    "expected at most " + mostRequests + " requests with " + mostBytes + " bytes in flight, found "
                            + requests
                            + " with " + bytes + " and one more of " + size
                            + " bytes; wait for answers, and ask again");
        }
        requests++;
        bytes += size;
    }

    synchronized void leave(long size) {
        requests--;
        bytes -= size;
    }

    synchronized int requests() {
        return requests;
    }

    synchronized long bytes() {
        return bytes;
    }
}
