package dev.guerdon.server.scoring;

import dev.guerdon.server.http.ServeException;
import java.util.HashMap;
import java.util.Map;

/**
 * Limit of the samples and bytes that the server works on, with room for others next to a client that sends too much.
 *
 * <p>A client alone may fill the whole of it but for a quarter; who comes then finds room. A request that is larger than all of it goes
 * in alone.
 */
final class ScoreAdmission {

    private final long mostSamples;
    private final long mostBytes;
    private final Map<String, long[]> clients = new HashMap<>();
    private long samples;
    private long bytes;
    private long refused;

    ScoreAdmission(long mostSamples, long mostBytes) {
        this.mostSamples = mostSamples;
        this.mostBytes = mostBytes;
    }

    /** Returns whether these limits are others than its own. */
    boolean isOther(long ofSamples, long ofBytes) {
        return ofSamples != mostSamples || ofBytes != mostBytes;
    }

    /**
     * Takes on a request; to be given back with {@link Share#close}.
     *
     * @throws ServeException 429 where this client has too much under way already, 503 where all together have
     */
    synchronized Share take(String client, int count, long size) {
        if (count == 0) {
            return new Share(this, client, 0, 0);
        }
        long[] own = clients.computeIfAbsent(client, any -> new long[2]);
        if (own[0] > 0 && (own[0] + count > mostSamples * 3 / 4 || own[1] + size > mostBytes * 3 / 4)) {
            refused++;
            throw new ServeException(
                            429,
                            "too_many_requests",
                            "this client has " + own[0] + " samples with " + own[1] + " bytes under way, and may have "
                                    + mostSamples * 3 / 4 + " with " + mostBytes * 3 / 4
                                    + "; wait for their answers, then send this again")
                    .retryAfter(1);
        }
        if (samples > 0 && (samples + count > mostSamples || bytes + size > mostBytes)) {
            refused++;
            if (own[0] == 0) {
                clients.remove(client);
            }
            throw new ServeException(
                            503,
                            "busy",
                            "the server has " + samples + " samples with " + bytes + " bytes under way, and takes "
                                    + mostSamples + " with " + mostBytes + "; send this again later")
                    .retryAfter(2);
        }
        own[0] += count;
        own[1] += size;
        samples += count;
        bytes += size;
        return new Share(this, client, count, size);
    }

    private synchronized void giveBack(Share share) {
        samples -= share.samples;
        bytes -= share.bytes;
        long[] own = clients.get(share.client);
        if (own != null) {
            own[0] -= share.samples;
            own[1] -= share.bytes;
            if (own[0] == 0) {
                clients.remove(share.client);
            }
        }
    }

    synchronized long samples() {
        return samples;
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized long refused() {
        return refused;
    }

    /** Share that one request has taken. */
    record Share(ScoreAdmission of, String client, int samples, long bytes) implements AutoCloseable {

        @Override
        public void close() {
            if (samples > 0) {
                of.giveBack(this);
            }
        }
    }
}
