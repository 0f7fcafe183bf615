package dev.guerdon.benchmarks;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Task;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What many ScienceWorld environments hold in memory, and what they leave behind. */
final class ScienceworldMemory {

    private static final double GIGABYTE = 1024;
    private static final int STEPS = 5;

    private final EnvironmentProvider provider;
    private final List<Task> tasks;

    ScienceworldMemory(EnvironmentProvider provider, List<Task> tasks) {
        this.provider = provider;
        this.tasks = tasks;
    }

    void many(PrintStream out, int count) {
        double before = usedMebibytes();
        List<Environment> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Environment environment = provider.open(Map.of());
            environment.reset(tasks.get(i % tasks.size()));
            for (int step = 0; step < STEPS; step++) {
                environment.step("wait1");
            }
            all.add(environment);
        }
        double with = usedMebibytes();
        all.forEach(Environment::close);
        all.clear();
        double after = usedMebibytes();
        out.printf(
                "%d environments at once: %.2f MiB each; the whole process %.0f MiB (heap, classes and code), %s 1 GB; after closing all"
                        + " %.1f MiB remain of %.0f%n",
                count,
                (with - before) / count,
                with,
                with < GIGABYTE ? "within" : "more than",
                after - before,
                with - before);
    }

    /** Opens, plays a little and closes, again and again. */
    void cycles(PrintStream out, int count) {
        cycle(0);
        double before = usedMebibytes();
        int classes = ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            cycle(i);
        }
        double milliseconds = (System.nanoTime() - start) / 1e6 / count;
        out.printf(
                "%d times opened, reset, one step, closed: %.0f ms each; grown by %.1f MiB, %d classes, %d threads%n",
                count,
                milliseconds,
                usedMebibytes() - before,
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount() - classes,
                ManagementFactory.getThreadMXBean().getThreadCount() - threads);
    }

    private void cycle(int number) {
        try (Environment environment = provider.open(Map.of("queries", "none"))) {
            environment.reset(tasks.get(number % tasks.size()));
            environment.step("wait1");
        }
    }

    /** What is in use after a full collection: heap, class metadata and compiled code. */
    private static double usedMebibytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        long other = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.NON_HEAP)
                .filter(pool -> !pool.getName().equals("Compressed Class Space")) // part of Metaspace
                .map(MemoryPoolMXBean::getUsage)
                .mapToLong(usage -> usage == null ? 0 : usage.getUsed())
                .sum();
        return (ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + other) / (double) (1 << 20);
    }
}
