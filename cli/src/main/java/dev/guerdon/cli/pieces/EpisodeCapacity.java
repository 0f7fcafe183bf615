package dev.guerdon.cli.pieces;

import dev.guerdon.cli.spi.Cluster;

/**
 * Number of episodes that are handed out.
 *
 * @param cluster the cluster; more machines may come while it works
 * @param parallel how many episodes at once on all machines; 0 for as many as its places take
 * @param load how many of them one place takes
 * @param size how many go into one piece
 */
record EpisodeCapacity(Cluster cluster, int parallel, Load load, PieceSize size) {

    /** Load that episodes put on the machine that plays them. */
    enum Load {
        /** They compute: a place takes one. */
        COMPUTING(1, 1),
        /** Unknown: a slot takes one, or as many as are asked for. */
        UNKNOWN(1, Integer.MAX_VALUE),
        /** They wait for a model: a slot takes several, or as many as are asked for. */
        WAITING(4, Integer.MAX_VALUE);

        private final int usual;
        private final int most;

        Load(int usual, int most) {
            this.usual = usual;
            this.most = most;
        }
    }

    private static final int AHEAD = 4;

    /** Returns how many pieces run at once, at least 1. */
    int slots() {
        return Math.max(1, cluster.slots());
    }

    /**
     * Returns how many episodes the next piece plays at once.
     *
     * @param pieces how many pieces are handed out
     * @param atOnce how many episodes those play at once
     * @return 0 if there is no room for a piece
     */
    int room(int pieces, int atOnce) {
        int slots = slots();
        int total = parallel > 0 ? parallel : slots * load.usual;
        int width = Math.min(load.most, Math.ceilDiv(total, slots));
        if (pieces < Math.min(total, slots)) {
            return Math.min(width, Math.max(0, total - atOnce));
        }
        // Short pieces lie ready, so that no place waits for the driver.
        return size.several() && parallel == 0 && pieces < slots + Math.ceilDiv(slots, AHEAD) ? width : 0;
    }

    /**
     * Number of episodes that go into one piece: so many that it takes about a second, since a lost process costs what it had at hand, and each
     * piece costs the driver some milliseconds. One for each place, until it is known how long an episode takes.
     */
    static final class PieceSize {

        /** How many pieces in a second the driver is asked to hand out at most. */
        private static final double MAX_PIECES_PER_SECOND = 50;

        private static final int MAX_EPISODES = 256;

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

        /** Returns how long a piece should take, in seconds. */
        static double goal(int slots) {
            return Math.max(1, slots / MAX_PIECES_PER_SECOND);
        }

        /** Returns how many episodes the next piece has. */
        synchronized int next(int slots, int atOnce) {
            if (!several || seconds < 0) {
                return atOnce;
            }
            double rounds = Math.max(1, Math.floor(goal(slots) / Math.max(seconds, 1e-9)));
            return atOnce * (int) Math.min(Math.max(1, MAX_EPISODES / atOnce), rounds);
        }
    }
}
