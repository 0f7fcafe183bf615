package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * End of this process, asked for by Ctrl-C, by a request to terminate or by the end of its main program: it stops
 * taking work, then saves what was done, then closes what it holds. All of it in this order, whatever asked first; what fails does not
 * keep the rest from being done.
 *
 * <p>Hooks that users' code added run at the same time. In a process that is all Guerdon's, they have some seconds after that; then the
 * process ends.
 */
@Internal
public final class ProcessShutdown {

    /** The order of the end. */
    public enum Phase {
        /** Takes no more work; waits, for a bounded time, for what must not be cut in half. */
        STOP,
        /** Writes down how far the work is. */
        SAVE,
        /** Closes environments, browsers and other processes. */
        CLOSE
    }

    private static final ProcessShutdown PROCESS = new ProcessShutdown();

    /** Time that closing environments and browsers may take, which runs users' code. */
    private static final Duration CLOSING = Duration.ofSeconds(10);

    /** Time that the hooks of others may take when Guerdon has done what it had to do. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final Map<Phase, Set<Step>> steps = new EnumMap<>(Phase.class);
    private final ReentrantLock running = new ReentrantLock();
    private boolean hooked;
    private boolean begun;

    /** Ends the process, if it is all Guerdon's; null elsewhere. */
    private volatile @Nullable Owner owner;

    private volatile OptionalInt code = OptionalInt.empty();

    /**
     * Response of a process that is all Guerdon's to users' code that ends it.
     *
     * @param code the exit code
     * @param notice says so to the user
     */
    private record Owner(int code, Runnable notice) {}

    ProcessShutdown() {
        for (Phase phase : Phase.values()) {
            steps.put(phase, new LinkedHashSet<>());
        }
    }

    /** Something to do at the end, until it is taken back. */
    public static final class Step {

        private final ProcessShutdown shutdown;
        private final Phase phase;
        private final String name;
        private final Runnable work;

        private Step(ProcessShutdown shutdown, Phase phase, String name, Runnable work) {
            this.shutdown = shutdown;
            this.phase = phase;
            this.name = name;
            this.work = work;
        }

        /** Takes it back; false if it was taken back before, or the end has begun, which does it or did it already. */
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
     * Says that this process is all Guerdon's, so that it ends although users' code may hold up its end.
     *
     * @param strayCode the exit code if users' code ends the process
     * @param notice informs the user of that
     */
    public static void own(int strayCode, Runnable notice) {
        PROCESS.owner = new Owner(strayCode, notice);
        PROCESS.hook();
    }

    /** Ends this process: runs the steps and exits, whatever users' code does about it. Does not return. */
    public static void end(int code) {
        PROCESS.code = OptionalInt.of(code);
        PROCESS.run();
        haltAfter(GRACE, code);
        System.exit(code);
    }

    /**
     * Ends this process: runs the steps and exits. Returns at once; a step that hangs does not keep the process alive for longer than
     * the patience.
     */
    public static void exit(int code, Duration patience) {
        PROCESS.code = OptionalInt.of(code);
        haltAfter(patience, code);
        OwnThread.start("guerdon-exit", () -> System.exit(code));
    }

    /**
     * Lets this process ignore Ctrl-C, which a terminal sends to every process of its group; processes that it starts inherit that. Java's class
     * for signals is in a module that a runtime may lack, and that a compiler warns of; so it is looked up by name.
     */
    public static void ignoreInterrupts() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ignoring = handler.getField("SIG_IGN").get(null);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("INT"), ignoring);
        } catch (ReflectiveOperationException | RuntimeException e) {
            System.getLogger(ProcessShutdown.class.getName())
                    .log(
                            System.Logger.Level.DEBUG,
                            "Ctrl-C is not ignored: this Java runtime lacks the module jdk.unsupported",
                            e);
        }
    }

    private static void haltAfter(Duration patience, int code) {
        OwnThread.start("guerdon-exit-limit", () -> {
            try {
                TimeUnit.NANOSECONDS.sleep(patience.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(code);
        });
    }

    /** One hook for all: hooks of their own would run at the same time, in no order. */
    private synchronized void hook() {
        if (hooked || begun) {
            return;
        }
        hooked = true;
        try {
            Runtime.getRuntime().addShutdownHook(new OwnThread("guerdon-shutdown", this::endProcess));
        } catch (IllegalStateException e) {
            begun = true;
        }
    }

    private void endProcess() {
        Owner own = owner;
        if (own == null) {
            run();
            return;
        }
        if (code.isEmpty()) {
            code = signalled();
        }
        if (code.isPresent()) {
            run();
            haltAfter(GRACE, code.getAsInt());
        } else {
            code = OptionalInt.of(own.code);
            own.notice.run();
            run();
            Runtime.getRuntime().halt(own.code); // the code that users' code chose says nothing of the work
        }
    }

    /** Returns the exit code of a process that a signal ends, or empty if none does. The JDK handles each in a thread of its own. */
    private static OptionalInt signalled() {
        Map<String, Integer> codes = Map.of("SIGHUP handler", 129, "SIGINT handler", 130, "SIGTERM handler", 143);
        for (Map.Entry<Thread, StackTraceElement[]> each :
                Thread.getAllStackTraces().entrySet()) {
            Integer signal = codes.get(each.getKey().getName());
            for (StackTraceElement frame : each.getValue()) {
                if (signal != null && frame.getClassName().startsWith("java.lang.Terminator")) {
                    return OptionalInt.of(signal);
                }
            }
        }
        return OptionalInt.empty();
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

    /** Does everything, in order; within a phase what was added last comes first. Who comes second waits until all is done. */
    void run() {
        running.lock();
        try {
            runAll();
        } finally {
            running.unlock();
        }
    }

    private void runAll() {
        for (Phase phase : Phase.values()) {
            if (phase == Phase.CLOSE && owner != null) {
                haltAfter(CLOSING, code.orElse(1));
            }
            for (Step step : take(phase)) {
                try {
                    step.work.run();
                } catch (Throwable e) {
                    System.getLogger(ProcessShutdown.class.getName())
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
