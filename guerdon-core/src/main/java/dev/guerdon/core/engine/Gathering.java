package dev.guerdon.core.engine;

import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonBuffer;
import java.util.concurrent.TimeUnit;

/**
 * The lines that answer a batch, on their way out: in any order, together where they are ready together.
 *
 * <p>Lines wait for others to travel with until there are many of them, until {@link #tick} finds that they have waited long enough, or
 * until they are the last. Safe for use by many threads.
 */
@Internal
public final class Gathering {

    /** Where the lines go. */
    public interface Answers {

        /**
         * Takes lines, in order, without waiting for anyone.
         *
         * @param last whether these are the last of the batch
         */
        void put(JsonBuffer lines, boolean last);

        /** Sends what was put. May wait for whoever reads it. */
        void send();

        /** Lets another thread send what was put. Waits for nobody. */
        void sendSoon();

        /** Waits until whoever reads has caught up. */
        void awaitRoom();
    }

    /** So many bytes are sent without waiting for more. */
    static final int FULL = 64 << 10;

    /** No line waits longer than this for others. */
    static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Answers answers;
    private JsonBuffer pending = new JsonBuffer(512);
    private long since;
    private int left;

    /**
     * @param size how many lines there will be, at least 1
     */
    public Gathering(int size, Answers answers) {
        this.left = size;
        this.answers = answers;
    }

    /** Takes lines, and sends them where it is time to. The buffer is empty then. */
    public void add(JsonBuffer lines, int count) {
        if (take(lines, count)) {
            answers.send();
        }
    }

    /** As {@link #add}, for a thread that must not wait for whoever reads. */
    public void addSoon(JsonBuffer lines, int count) {
        if (take(lines, count)) {
            answers.sendSoon();
        }
    }

    /** Takes lines; true where something is to be sent. */
    private boolean take(JsonBuffer lines, int count) {
        if (count == 0) {
            return false;
        }
        boolean sends;
        synchronized (this) {
            left -= count;
            JsonBuffer out = lines;
            if (pending.size() > 0) {
                pending.append(lines);
                out = pending;
            } else if (left > 0 && lines.size() < FULL) {
                since = System.nanoTime();
                pending.append(lines);
            }
            sends = left == 0 || out.size() >= FULL;
            if (sends) {
                put(out);
            }
        }
        lines.cutTo(0);
        return sends;
    }

    private void put(JsonBuffer out) {
        answers.put(out, left == 0);
        pending.cutTo(0);
    }

    /** Sends lines that have waited long enough. */
    public void tick(long now) {
        synchronized (this) {
            if (pending.size() == 0 || now - since < LONGEST_NANOS) {
                return;
            }
            put(pending);
        }
        answers.sendSoon();
    }

    public void awaitRoom() {
        answers.awaitRoom();
    }
}
