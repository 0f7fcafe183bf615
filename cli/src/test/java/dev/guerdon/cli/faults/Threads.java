package dev.guerdon.cli.faults;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The threads of this process, and those that should not be there any more. */
final class Threads {

    /** Threads that the JDK keeps for itself. */
    private static final List<String> OF_THE_JDK = List.of(
            "ForkJoinPool",
            "VirtualThread",
            "process reaper",
            "Common-Cleaner",
            "Cleaner-",
            "Attach",
            "RMI",
            "Keep-Alive");

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private final Set<Thread> before;

    private Threads(Set<Thread> before) {
        this.before = before;
    }

    static Threads now() {
        return new Threads(all());
    }

    private static Set<Thread> all() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] found = new Thread[root.activeCount() * 2 + 16];
        return new HashSet<>(Arrays.asList(found).subList(0, root.enumerate(found)));
    }

    /**
     * Waits until the threads that were started since have ended, for a generous time.
     *
     * @param idle whether threads may stay that wait in a pool for work; they end when none comes
     */
    void assertNoneLeft(boolean idle) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            Set<Thread> left = newcomers();
            if (idle) {
                left.removeIf(Threads::isIdle);
            }
            if (left.isEmpty()) {
                return;
            }
            if (System.nanoTime() - start > PATIENCE) {
                throw new AssertionError("threads left behind:\n"
                        + left.stream().map(Threads::describe).collect(Collectors.joining("\n")));
            }
            for (Thread thread : left) {
                thread.join(10);
            }
        }
    }

    private Set<Thread> newcomers() {
        Set<Thread> now = all();
        now.removeAll(before);
        now.removeIf(thread -> !thread.isAlive()
                || OF_THE_JDK.stream().anyMatch(name -> thread.getName().startsWith(name)));
        return now;
    }

    private static boolean isIdle(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(ThreadPoolExecutor.class.getName())
                        && frame.getMethodName().equals("getTask"));
    }

    /** What all threads do, for a step that does not end. */
    static String dump() {
        return all().stream().filter(Objects::nonNull).map(Threads::describe).collect(Collectors.joining("\n"));
    }

    private static String describe(Thread thread) {
        return "  " + thread.getName() + " (" + thread.getState() + ")\n"
                + Arrays.stream(thread.getStackTrace())
                        .limit(25)
                        .map(frame -> "      at " + frame)
                        .collect(Collectors.joining("\n"));
    }
}
