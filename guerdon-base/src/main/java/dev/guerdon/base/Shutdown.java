package dev.guerdon.base;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What this process does when it is asked to end, by Ctrl-C, by a request to terminate or by the end of its main program: it stops
 * taking work, then saves what was done, then closes what it holds. All of it in this order, whoever asked first; what fails does not
 * keep the rest from being done.
 */
@Internal
public final class Shutdown {

    /** The order of the end. */
    public enum Phase {
        /** Takes no more work; waits, for a bounded time, for what must not be cut in half. */
        STOP,
        /** Writes down how far the work is. */
        SAVE,
        /** Closes environments, browsers and other processes. */
        CLOSE
    }

    private static final Shutdown PROCESS = new Shutdown();

    private final Map<Phase, Set<Step>> steps = new EnumMap<>(Phase.class);
    private boolean hooked;
    private boolean begun;

    Shutdown() {
        for (Phase phase : Phase.values()) {
            steps.put(phase, new LinkedHashSet<>());
        }
    }

    /** Something to do at the end, until it is taken back. */
    public static final class Step {

        private final Shutdown shutdown;
        private final Phase phase;
        private final String name;
        private final Runnable work;

        private Step(Shutdown shutdown, Phase phase, String name, Runnable work) {
            this.shutdown = shutdown;
            this.phase = phase;
            this.name = name;
            this.work = work;
        }

        /** Takes it back; false where it was taken back before, or the end has begun, which does it or did it already. */
        public boolean cancel() {
            return shutdown.remove(this);
        }
    }

    /**
     * Adds something to do at the end of this process.
     *
     * @param name names it in the log, should it fail
     */
    public static Step at(Phase phase, String name, Runnable work) {
        PROCESS.hook();
        return PROCESS.add(phase, name, work);
    }

    /**
     * Ends this process: runs the steps and exits. Returns at once; a step that hangs does not keep the process alive for longer than
     * the patience.
     */
    public static void exit(int code, java.time.Duration patience) {
        Thread.ofPlatform().daemon().name("guerdon-exit-limit").start(() -> {
            try {
                TimeUnit.NANOSECONDS.sleep(patience.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(code);
        });
        Thread.ofPlatform().daemon().name("guerdon-exit").start(() -> System.exit(code));
    }

    /** One hook for all: hooks of their own would run at the same time, in no order. */
    private synchronized void hook() {
        if (hooked || begun) {
            return;
        }
        hooked = true;
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(this::run, "guerdon-shutdown"));
        } catch (IllegalStateException e) {
            begun = true;
        }
    }

    synchronized Step add(Phase phase, String name, Runnable work) {
        Step step = new Step(this, phase, name, work);
        set(phase).add(step);
        return step;
    }

    private synchronized boolean remove(Step step) {
        return !begun && set(step.phase).remove(step);
    }

    private Set<Step> set(Phase phase) {
        return steps.computeIfAbsent(phase, key -> new LinkedHashSet<>());
    }

    /** Does everything, in order; within a phase what was added last comes first. */
    void run() {
        for (Phase phase : Phase.values()) {
            for (Step step : take(phase)) {
                try {
                    step.work.run();
                } catch (Throwable e) {
                    System.getLogger(Shutdown.class.getName())
                            .log(System.Logger.Level.WARNING, "at the end, '" + step.name + "' failed", e);
                }
            }
        }
    }

    private synchronized List<Step> take(Phase phase) {
        begun = true;
        List<Step> all = new ArrayList<>(set(phase)).reversed();
        set(phase).clear();
        return all;
    }
}
