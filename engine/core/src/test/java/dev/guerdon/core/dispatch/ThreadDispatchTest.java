package dev.guerdon.core.dispatch;

import dev.guerdon.core.Isolation;
import java.nio.file.Path;
import java.time.Duration;

/** Pieces on the threads of this process. */
class ThreadDispatchTest extends DispatchContract {

    @Override
    protected Dispatch open(Path source, Duration deadline) {
        return new JobDispatch(source, deadline, Isolation.NONE);
    }

    @Override
    protected String losing() {
        return "spin";
    }

    @Override
    protected long mostAhead() {
        return 16 << 20;
    }
}
