package dev.guerdon.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Runs what descends into deeply nested values on a stack that is large enough for them. */
final class Deep {

    private static final int SHALLOW = 100;
    private static final long STACK_BYTES = 128L << 20;

    private Deep() {}

    /** How deep arrays and objects are nested in a value. */
    static int depth(@Nullable Object value) {
        int depth = 0;
        List<@Nullable Object> level = new ArrayList<>();
        level.add(value);
        while (!level.isEmpty()) {
            List<@Nullable Object> next = new ArrayList<>();
            for (Object one : level) {
                if (one instanceof List<?> list) {
                    next.addAll(list);
                } else if (one instanceof Map<?, ?> map) {
                    next.addAll(map.values());
                }
            }
            level = next;
            depth++;
        }
        return depth;
    }

    static <T> T call(int depth, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        if (depth <= SHALLOW) {
            task.run();
        } else {
            Thread thread = new Thread(null, task, "guerdon-deep-value", STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
        }
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
