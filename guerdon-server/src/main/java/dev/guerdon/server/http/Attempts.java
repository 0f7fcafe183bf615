package dev.guerdon.server.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counts the wrong tokens of each address, so that nobody tries many. Who shows a right one is let in all the same. */
final class Attempts {

    /** How many may be wrong within a minute. */
    static final int MOST = 20;

    private static final int MOST_ADDRESSES = 10_000;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier clock;
    private final Map<String, Count> counts = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Count> eldest) {
            return size() > MOST_ADDRESSES;
        }
    };

    private record Count(long since, int wrong) {}

    Attempts(LongSupplier clock) {
        this.clock = clock;
    }

    /** Counts a wrong token; gives the seconds until the next may be tried, 0 where that is now. */
    synchronized int wrong(String address) {
        long now = clock.getAsLong();
        Count before = counts.get(address);
        Count count = before == null || now - before.since > MINUTE
                ? new Count(now, 1)
                : new Count(before.since, Math.min(before.wrong + 1, MOST + 1));
        counts.put(address, count);
        return count.wrong <= MOST ? 0 : (int) TimeUnit.NANOSECONDS.toSeconds(MINUTE - (now - count.since)) + 1;
    }
}
