package dev.guerdon.stdio;

/**
 * How much a client may ask for before it has answers.
 *
 * @param bytes of payloads
 * @param requests at once
 */
record Window(long bytes, int requests) {

    static final Window STANDARD = new Window(64L << 20, 4096);

    /** What is in flight. */
    static final class Use {
        private final Window window;
        private long bytes;
        private int requests;

        Use(Window window) {
            this.window = window;
        }

        /** Takes a request in. One that is larger than the window alone is taken where nothing else is in flight. */
        synchronized void enter(long size) {
            if (requests >= window.requests || (requests > 0 && bytes + size > window.bytes)) {
                throw new Refusal(
                        Refusal.BUSY,
                        "expected at most " + window.requests + " requests with " + window.bytes
                                + " bytes in flight, found " + requests + " with " + bytes + " and one more of " + size
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
}
