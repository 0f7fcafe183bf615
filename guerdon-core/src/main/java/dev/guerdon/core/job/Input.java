package dev.guerdon.core.job;

import dev.guerdon.api.Internal;
import dev.guerdon.core.lines.LineBlock;
import dev.guerdon.core.lines.LineReader;
import dev.guerdon.core.lines.LineReader.LineTooLong;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The input of one run: what is scored next, and when nothing more is. Used by the thread that runs the job, but for {@link #endsBefore}. */
@Internal
public final class Input {

    /** How soon a result is written while the input pauses. */
    private static final Duration PAUSE = Duration.ofMillis(5);

    /** How soon a job that waits for input notices that it was cancelled. */
    private static final Duration IDLE = Duration.ofMillis(200);

    private final LineReader reader;
    private final long limit;
    private final Stop stop;
    private long read;
    private boolean begun;
    private volatile @Nullable LineBlock firstBlock;
    private @Nullable IOException failure;

    /**
     * @param in stands at {@code from}
     * @param lines how many were done before
     * @param limit the most lines in all
     */
    public Input(InputStream in, Place from, long lines, long limit, Stop stop) {
        this.reader = new LineReader(in, from.inputBytes(), from.nextLine(), from.hash());
        this.read = lines;
        this.limit = limit;
        this.stop = stop;
    }

    /** What comes next in an input. */
    sealed interface Next {

        /** Lines. */
        record Some(LineBlock block) implements Next {}

        /** A line that was too long to be read, and where the input goes on behind it. */
        record TooLong(LineTooLong line, Place behind) implements Next {}
    }

    /** The next lines, or null at the end, at the limit, or when the job was cancelled. */
    @Nullable
    Next next() {
        if (isOver() || read >= limit) {
            return null;
        }
        try {
            LineBlock block = reader.next(limit < Long.MAX_VALUE ? limit - read : limit);
            if (block == null) {
                return null;
            }
            if (limit < Long.MAX_VALUE) {
                read += block.lines();
            }
            return new Next.Some(block);
        } catch (LineTooLong e) {
            read++;
            return new Next.TooLong(e, new Place(reader.offset(), reader.lineNumber(), reader.hash()));
        } catch (IOException e) {
            failure = e;
            return null;
        }
    }

    /** Notes that the work on a line begins; without a block it is one that was too long. */
    void begin(@Nullable LineBlock block) {
        begun = true;
        if (firstBlock == null) {
            firstBlock = block;
        }
    }

    /** Whether nothing more is begun. */
    boolean isOver() {
        return stop.isCancelled() || (stop.isStopping() && begun);
    }

    boolean isStopping() {
        return stop.isStopping();
    }

    /** Whether the work on a block ends before this line of it; the first line of all is always done. */
    public boolean endsBefore(LineBlock block, int line) {
        return stop.isStopping() && (line > 0 || block != firstBlock);
    }

    /**
     * Whether to read on: true once there is input, false once the first result can be written while there is none. What was
     * written before is passed on, because nobody knows how long a pause will be.
     *
     * @param idle whether nothing is under way
     */
    boolean await(BooleanSupplier firstIsDone, boolean idle, Output<?> written) throws IOException {
        if (reader.awaitReady(Duration.ZERO)) {
            return true;
        }
        written.flush();
        while (!firstIsDone.getAsBoolean()) {
            if (stop.isCancelled() || stop.isStopping() || reader.awaitReady(idle ? IDLE : PAUSE)) {
                return true;
            }
        }
        return false;
    }

    /** Why the input could not be read to its end; null where it could. */
    public @Nullable IOException failure() {
        return failure;
    }

    /** The number of the line that would be read next. */
    public long lineNumber() {
        return reader.lineNumber();
    }
}
