package dev.guerdon.cli.run;

import dev.guerdon.agent.spi.ModelWait;
import dev.guerdon.base.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The episodes that are under way: how many steps each has taken, and what it waits for. */
final class InFlight {

    /** An episode that has been silent for longer shows for how long. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private record Flight(int steps, long since, @Nullable ModelWait pause) {}

    private final Map<String, Flight> flights = new LinkedHashMap<>();

    void started(String id, long now) {
        flights.put(id, new Flight(0, now, null));
    }

    void turned(String id, int steps, long now) {
        flights.computeIfPresent(id, (key, flight) -> new Flight(steps, now, null));
    }

    void waiting(String id, ModelWait wait, long now) {
        flights.computeIfPresent(id, (key, flight) -> new Flight(flight.steps, now, wait));
    }

    void ended(String id) {
        flights.remove(id);
    }

    /** What the line at the bottom of a terminal says: waits first, because they explain why nothing moves. */
    String text(long now) {
        StringBuilder waits = new StringBuilder();
        StringBuilder steps = new StringBuilder();
        int waiting = 0;
        for (Map.Entry<String, Flight> entry : flights.entrySet()) {
            Flight flight = entry.getValue();
            Duration silent = Duration.ofSeconds((now - flight.since) / 1_000_000_000L);
            ModelWait wait = flight.pause;
            if (wait != null && silent.compareTo(wait.pause()) < 0) {
                waiting++;
                if (waiting == 1) {
                    waits.append("  ").append(words(wait.pause().minus(silent), wait));
                }
            }
            steps.append("  ").append(name(entry.getKey())).append(':').append(flight.steps);
            if (silent.compareTo(SILENCE) >= 0) {
                steps.append(" (").append(Durations.format(silent)).append(')');
            }
        }
        if (waiting > 1) {
            waits.append(", and ").append(waiting - 1).append(" more");
        }
        return plain(waits.append(steps).toString());
    }

    /** {@code waiting 12 s for the model: rate limited, retry 2 of 5}. */
    static String words(Duration left, ModelWait wait) {
        long seconds = Math.max(1, (left.toMillis() + 999) / 1000);
        return "waiting " + seconds + " s for the model: " + wait.reason()
                + (wait.retry() == 0 ? "" : ", retry " + wait.retry() + " of " + wait.retries());
    }

    /** The task of an episode, with the number of its repeat only from the second on. */
    static String name(String id) {
        return plain(id.endsWith("#0") ? id.substring(0, id.length() - 2) : id);
    }

    /** Without what would move the cursor: a task's id is data. */
    static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }
}
