package dev.guerdon.cli.faults;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The time as Guerdon sees it in a process with the {@link ClockAgent}.
 *
 * <p>The wall clock can jump to and fro, as one does that somebody sets. The other one can leap ahead, as after a pause of the machine,
 * but never goes back. Both tell the truth until they are told otherwise.
 */
public final class JumpingClock {

    private static final AtomicLong LEAPT = new AtomicLong();
    private static final AtomicLong CALLS = new AtomicLong();
    private static final LongAdder JUMPS = new LongAdder();
    private static volatile long wallSeed;
    private static volatile long leap;

    private JumpingClock() {}

    /** Lets the wall clock jump by up to a year at every look, from a seed; 0 ends that. */
    static void jump(long seed) {
        wallSeed = seed;
    }

    /** Lets each look at the steady clock find it so much later; 0 ends that. */
    static void leap(long nanos) {
        leap = nanos;
    }

    /** Lets the steady clock leap once, as after a pause of the machine. */
    static void sleep(long nanos) {
        JUMPS.increment();
        LEAPT.addAndGet(nanos);
    }

    /** How often a clock has jumped since the last time somebody asked. */
    static long jumps() {
        return JUMPS.sumThenReset();
    }

    private static long wallOffset() {
        if (wallSeed == 0) {
            return 0;
        }
        JUMPS.increment();
        long mixed = (wallSeed + CALLS.incrementAndGet()) * 0x9E3779B97F4A7C15L;
        return (mixed >> 16) % TimeUnit.DAYS.toMillis(365);
    }

    public static long nanoTime() {
        if (leap == 0) {
            return System.nanoTime() + LEAPT.get();
        }
        JUMPS.increment();
        return System.nanoTime() + LEAPT.addAndGet(leap);
    }

    public static long currentTimeMillis() {
        return System.currentTimeMillis() + wallOffset();
    }

    public static Instant instant() {
        return Instant.ofEpochMilli(currentTimeMillis());
    }

    public static LocalDateTime dateTime(ZoneId zone) {
        return LocalDateTime.ofInstant(instant(), zone);
    }
}
