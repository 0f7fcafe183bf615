package dev.guerdon.spark;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.jspecify.annotations.Nullable;

/**
 * Follows which executors there are, and tells when one is lost. It listens before the first can come: on YARN and Kubernetes, Spark has
 * not started before most of them are there.
 */
final class ExecutorWatch extends SparkListener implements AutoCloseable {

    /** A cluster that gives nothing for so long is worth a word. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** Whose context is being made; there is one at a time in a process. */
    private static volatile @Nullable ExecutorWatch starting;

    private final Consumer<String> notices;
    private final Map<String, Integer> cores = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * @param notices receives what a user should know
     */
    ExecutorWatch(Consumer<String> notices) {
        this.notices = notices;
    }

    /** Makes a context, and follows its executors. */
    SparkContext start(SparkConf conf) {
        starting = this;
        try {
            return new SparkContext(conf);
        } catch (Throwable e) {
            closed = true;
            throw e;
        } finally {
            starting = null;
        }
    }

    /** Listens to a context that is being made; {@link DriverRequestPlugin} says when Spark lets one do so before it starts its scheduler. */
    static void listen(SparkContext context) {
        ExecutorWatch executors = starting;
        if (executors != null) {
            context.addSparkListener(executors);
            if (!context.isLocal()) {
                Thread.ofVirtual()
                        .name("guerdon-spark-waiting")
                        .start(() -> executors.tellIfNoneCome(context.master()));
            }
        }
    }

    private void tellIfNoneCome(String master) {
        try {
            Thread.sleep(PATIENCE);
        } catch (InterruptedException e) {
            return;
        }
        if (!closed && cores.isEmpty()) {
            notices.accept(master + " has given no executor yet; has it free cores and memory, and can its machines"
                    + " reach this one?");
        }
    }

    /** Returns how many pieces can be done at once, as far as is known. */
    int slots(SparkContext context) {
        int all = context.isLocal()
                ? 0
                : cores.values().stream().mapToInt(Integer::intValue).sum();
        int coresPerTask = Math.max(1, context.getConf().getInt("spark.task.cpus", 1));
        return Math.max(1, (all > 0 ? all : context.defaultParallelism()) / coresPerTask);
    }

    @Override
    public void onExecutorAdded(SparkListenerExecutorAdded added) {
        cores.put(added.executorId(), added.executorInfo().totalCores());
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
        if (cores.remove(removed.executorId()) != null && !closed) {
            notices.accept("executor " + removed.executorId() + " was lost (" + firstLine(removed.reason())
                    + "); what it was doing is done again elsewhere");
        }
    }

    /** Returns the first line that says something, without its full stop. */
    static String firstLine(String text) {
        String line =
                text.strip().lines().findFirst().orElse("no reason is known").strip();
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }

    @Override
    public void close() {
        closed = true;
    }
}
