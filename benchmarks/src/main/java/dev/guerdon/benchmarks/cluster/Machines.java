package dev.guerdon.benchmarks.cluster;

/**
 * The machines of a cluster, all of one kind.
 *
 * @param count how many, without the driver's
 * @param slots pieces that one machine works on at once: its cores, or for rollouts the episodes at once
 * @param speed of one slot while all slots of its machine are busy, against the core that was measured
 * @param startSeconds from the request for an executor until it takes its first piece
 * @param warmupSeconds work that a fresh executor does once, spread over its slots: the JVM compiles its hot methods
 * @param bytesPerSecond that one machine reads and writes at most
 * @param storeBytesPerSecond that all machines together read and write at most
 * @param failuresPerHour of one machine; a failure takes the executor with the pieces that run there
 * @param slowShare of the machines that are slow, from 0 to 1
 * @param slowFactor how many times slower these are
 * @param price of one machine for an hour
 */
record Machines(
        int count,
        int slots,
        double speed,
        double startSeconds,
        double warmupSeconds,
        double bytesPerSecond,
        double storeBytesPerSecond,
        double failuresPerHour,
        double slowShare,
        double slowFactor,
        double price) {

    Machines {
        require(count > 0 && slots > 0, "a cluster needs at least one machine with one slot");
        require(
                speed > 0 && bytesPerSecond > 0 && storeBytesPerSecond > 0,
                "speeds and bandwidths must be greater than 0");
        require(startSeconds >= 0 && warmupSeconds >= 0, "times must not be negative");
        require(failuresPerHour >= 0 && price >= 0, "failures and prices must not be negative");
        require(
                slowShare >= 0 && slowShare <= 1 && slowFactor >= 1,
                "slow machines: a share from 0 to 1, a factor of at least 1");
    }

    /** Machines that start at once, never fail, and read as fast as they like. */
    static Machines ideal(int count, int slots) {
        double noLimit = Double.POSITIVE_INFINITY;
        return new Machines(count, slots, 1, 0, 0, noLimit, noLimit, 0, 0, 1, 0);
    }

    Machines starting(double seconds, double warmup) {
        return new Machines(
                count,
                slots,
                speed,
                seconds,
                warmup,
                bytesPerSecond,
                storeBytesPerSecond,
                failuresPerHour,
                slowShare,
                slowFactor,
                price);
    }

    Machines reading(double each, double all) {
        return new Machines(
                count,
                slots,
                speed,
                startSeconds,
                warmupSeconds,
                each,
                all,
                failuresPerHour,
                slowShare,
                slowFactor,
                price);
    }

    Machines failing(double perHour) {
        return new Machines(
                count,
                slots,
                speed,
                startSeconds,
                warmupSeconds,
                bytesPerSecond,
                storeBytesPerSecond,
                perHour,
                slowShare,
                slowFactor,
                price);
    }

    Machines slow(double share, double factor) {
        return new Machines(
                count,
                slots,
                speed,
                startSeconds,
                warmupSeconds,
                bytesPerSecond,
                storeBytesPerSecond,
                failuresPerHour,
                share,
                factor,
                price);
    }

    Machines atSpeed(double perSlot) {
        return new Machines(
                count,
                slots,
                perSlot,
                startSeconds,
                warmupSeconds,
                bytesPerSecond,
                storeBytesPerSecond,
                failuresPerHour,
                slowShare,
                slowFactor,
                price);
    }

    int allSlots() {
        return Math.multiplyExact(count, slots);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
