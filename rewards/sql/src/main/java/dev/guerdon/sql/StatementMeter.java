package dev.guerdon.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sqlite.ProgressHandler;

/**
 * Counts the instructions of a statement, and stops it at a limit of them, of memory or of time.
 *
 * <p>SQLite calls it each {@value #EACH} instructions. The count decides in the same way on every machine; memory and time are
 * nets below it, for statements that do much in one instruction.
 */
final class StatementMeter extends ProgressHandler {

    static final int EACH = 100;

    private static final long MEMORY = 256L << 20;
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";
    private static final long NANOS = 30_000_000_000L;

    /** Between two measurements: too short to fill the memory, long enough to cost little. */
    private static final long MEASURE_NANOS = 20_000_000L;

    private final long calls;
    private final long memory = outsideOfTheHeap();
    private final long started = System.nanoTime();
    private long count;
    private long measured;
    private String reached = "";

    StatementMeter(long steps) {
        this.calls = steps / EACH;
    }

    /** Returns the limit that stopped the statement, empty if none did. */
    String reached() {
        return reached;
    }

    @Override
    protected int progress() {
        long nanos = System.nanoTime() - started;
        if (++count > calls) {
            reached = "the statement takes more than " + calls * EACH + " steps";
        } else if (isTooLarge(nanos)) {
            reached = "the statement takes more than " + (MEMORY >> 20) + " MB";
        } else if (nanos > NANOS) {
            reached = "the statement takes more than " + NANOS / 1_000_000_000 + " seconds";
        }
        return reached.isEmpty() ? 0 : 1;
    }

    private boolean isTooLarge(long nanos) {
        if (nanos - measured < MEASURE_NANOS) {
            return false;
        }
        measured = nanos;
        return outsideOfTheHeap() - memory > MEMORY;
    }

    /** SQLite's memory is not the Java heap: it shows in what the process holds beside it. Linux tells; elsewhere it is 0. */
    private static long outsideOfTheHeap() {
        try {
            String status = Files.readString(STATUS, StandardCharsets.ISO_8859_1);
            int line = status.indexOf(RESIDENT);
            String amount = status.substring(line + RESIDENT.length(), status.indexOf("kB", line))
                    .strip();
            return (Long.parseLong(amount) << 10) - Runtime.getRuntime().totalMemory();
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }
}
