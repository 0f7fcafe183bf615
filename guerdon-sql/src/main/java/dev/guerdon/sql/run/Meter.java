package dev.guerdon.sql.run;

import java.lang.management.ManagementFactory;
import org.sqlite.ProgressHandler;

/**
 * Counts the instructions of a statement, and stops it at a limit of them, of memory or of time.
 *
 * <p>SQLite calls it each {@value #EACH} instructions. The count decides in the same way on every machine; memory and time are
 * nets below it, for statements that do much in one instruction.
 */
final class Meter extends ProgressHandler {

    static final int EACH = 1_000;

    private static final long MEMORY = 512L << 20;
    private static final int MEMORY_EACH = 4;
    private static final long NANOS = 30_000_000_000L;

    private final long calls;
    private final long memory = committed();
    private final long started = System.nanoTime();
    private long count;
    private String reached = "";

    Meter(long steps) {
        this.calls = steps / EACH;
    }

    /** The limit that stopped the statement, empty where none did. */
    String reached() {
        return reached;
    }

    @Override
    protected int progress() {
        if (++count > calls) {
            reached = "the statement takes more than " + calls * EACH + " steps";
        } else if (count % MEMORY_EACH == 0 && committed() - memory > MEMORY) {
            reached = "the statement takes more than " + (MEMORY >> 20) + " MB";
        } else if (System.nanoTime() - started > NANOS) {
            reached = "the statement takes more than " + NANOS / 1_000_000_000 + " seconds";
        }
        return reached.isEmpty() ? 0 : 1;
    }

    /** SQLite's memory is not the Java heap: it shows in what the process has been given. */
    private static long committed() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getCommittedVirtualMemorySize()
                : 0;
    }
}
