package dev.guerdon.cluster.rollout;

/**
 * How many episodes go into one piece: so many that it takes about a second, since a lost process costs what it had at hand, and each
 * piece costs the driver some milliseconds. One for each place, until it is known how long an episode takes.
 */
final class PieceSize {

    /** How many pieces in a second the driver is asked to hand out at most. */
    private static final double MOST_PIECES_A_SECOND = 50;

    private static final int MOST_EPISODES = 256;

    /** How much the last piece counts against all before it. */
    private static final double FRESH = 0.5;

    private final boolean several;
    private double seconds = -1;

    /**
     * @param several whether a piece may have more episodes than are played at once; not where each of them costs money
     */
    PieceSize(boolean several) {
        this.several = several;
    }

    boolean several() {
        return several;
    }

    /** Counts a piece that was played. */
    synchronized void add(int episodes, int atOnce, double took) {
        if (episodes > 0) {
            double each = took * Math.min(atOnce, episodes) / episodes;
            seconds = seconds < 0 ? each : FRESH * each + (1 - FRESH) * seconds;
        }
    }

    /** How long a piece should take, in seconds. */
    static double goal(int slots) {
        return Math.max(1, slots / MOST_PIECES_A_SECOND);
    }

    /** How many episodes the next piece has. */
    synchronized int next(int slots, int atOnce) {
        if (!several || seconds < 0) {
            return atOnce;
        }
        double rounds = Math.max(1, Math.floor(goal(slots) / Math.max(seconds, 1e-9)));
        return atOnce * (int) Math.min(Math.max(1, MOST_EPISODES / atOnce), rounds);
    }
}
