package dev.guerdon.core.job;

import dev.guerdon.api.Internal;
import dev.guerdon.core.lines.LineBlock;
import dev.guerdon.core.lines.LineReader.LineTooLong;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Takes the scores of a job, in the order of the lines and in the thread that runs the job.
 *
 * @param <E> the scores of some lines
 */
@Internal
public interface Output<E extends Encoded> {

    /** What stands in the place of a line that was too long to be read. */
    E tooLong(LineTooLong line);

    /**
     * Writes scores.
     *
     * @param block has the lines that were scored; none where one was too long
     * @param from the first of them
     * @param behind where the input goes on
     */
    void write(E scores, @Nullable LineBlock block, int from, Place behind) throws IOException;

    /** Passes on what was written. */
    void flush() throws IOException;
}
