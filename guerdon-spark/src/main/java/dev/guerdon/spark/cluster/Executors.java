package dev.guerdon.spark.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;

/** Follows which executors there are, and tells when one is lost. */
final class Executors extends SparkListener implements AutoCloseable {

    /** A cluster that gives nothing for so long is worth a word. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final SparkContext context;
    private final Consumer<String> notices;
    private final Map<String, Integer> cores = new ConcurrentHashMap<>();
    private final int coresPerTask;
    private volatile boolean closed;

    Executors(SparkContext context, Consumer<String> notices) {
        this.context = context;
        this.notices = notices;
        this.coresPerTask = Math.max(1, context.getConf().getInt("spark.task.cpus", 1));
        context.addSparkListener(this);
        if (!context.isLocal()) {
            Thread.ofVirtual().name("guerdon-spark-waiting").start(this::tellIfNoneCome);
        }
    }

    private void tellIfNoneCome() {
        try {
            Thread.sleep(PATIENCE);
        } catch (InterruptedException e) {
            return;
        }
        if (!closed && cores.isEmpty() && alive() == 0) {
            notices.accept(context.master() + " has given no executor yet; has it free cores and memory, and can its"
                    + " machines reach this one?");
        }
    }

    /** How many executors the scheduler knows; the driver is among them. */
    private int alive() {
        return context.statusTracker().getExecutorInfos().length - 1;
    }

    int slots() {
        int all = context.isLocal()
                ? context.defaultParallelism()
                : cores.values().stream().mapToInt(Integer::intValue).sum();
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

    private static String firstLine(String text) {
        String line = text.lines().findFirst().orElse("").strip();
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }

    @Override
    public void close() {
        closed = true;
    }
}
