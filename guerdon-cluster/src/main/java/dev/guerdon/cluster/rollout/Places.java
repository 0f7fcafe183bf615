package dev.guerdon.cluster.rollout;

import dev.guerdon.cluster.spi.Cluster;

/**
 * How many episodes are handed out.
 *
 * @param cluster the cluster; more machines may come while it works
 * @param parallel how many episodes at once on all machines; 0 for as many as its places take
 * @param load how many of them one place takes
 * @param size how many go into one piece
 */
record Places(Cluster cluster, int parallel, Load load, PieceSize size) {

    /** What episodes ask of the place that plays them. */
    enum Load {
        /** They compute: a place takes one. */
        COMPUTING(1, 1),
        /** Who knows: a place takes one, or as many as somebody says. */
        UNKNOWN(1, Integer.MAX_VALUE),
        /** They wait for a model: a place takes several, or as many as somebody says. */
        WAITING(4, Integer.MAX_VALUE);

        private final int usual;
        private final int most;

        Load(int usual, int most) {
            this.usual = usual;
            this.most = most;
        }
    }

    private static final int AHEAD = 4;

    /** How many pieces run at once, at least 1. */
    int slots() {
        return Math.max(1, cluster.slots());
    }

    /**
     * How many episodes the next piece plays at once.
     *
     * @param pieces how many pieces are handed out
     * @param atOnce how many episodes those play at once
     * @return 0 where there is no room for a piece
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
}
