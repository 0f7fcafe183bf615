package dev.guerdon.core.dispatch;

import dev.guerdon.core.Isolation;
import java.nio.file.Path;
import java.time.Duration;

/** Pieces in worker processes. */
class WorkerDispatchTest extends DispatchContract {

    @Override
    protected Dispatch open(Path source, Duration deadline) {
        return new JobDispatch(source, deadline, Isolation.FOREIGN);
    }

    @Override
    protected long mostAhead() {
        return 16 << 20;
    }
}
