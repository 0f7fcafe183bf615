package dev.guerdon.viewer.live;

import dev.guerdon.api.Internal;
import java.util.List;

/**
 * A run under way, in words.
 *
 * @param done how many episodes are finished
 * @param planned how many there are to be
 * @param mean the mean reward so far
 * @param left how long it will take, in words; empty where nobody can tell
 * @param mode {@code running}, {@code paused} or {@code stopping}
 * @param steerable whether it can be paused and stopped from here
 * @param flights the episodes under way
 */
@Internal
public record LiveView(
        int done, long planned, String mean, String left, String mode, boolean steerable, List<Flight> flights) {

    /**
     * An episode under way.
     *
     * @param picture where its last screenshot is; empty where it has none
     */
    public record Flight(String task, int repeat, int steps, String time, String action, String picture) {}

    public LiveView {
        flights = List.copyOf(flights);
    }

    /** How far it is, from 0 to 1000. */
    public int permille() {
        return planned == 0 ? 0 : (int) Math.min(1000, 1000L * done / planned);
    }

    /** One sentence for those who listen. */
    public String sentence() {
        return done + " of " + planned + " episodes are finished, mean reward " + mean
                + (mode.equals("running") ? "" : ", " + mode) + (left.isEmpty() ? "" : ", about " + left + " left");
    }
}
