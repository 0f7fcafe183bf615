package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import java.lang.StackWalker.StackFrame;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Daemon thread that users' code in the same process cannot interrupt.
 *
 * <p>Users' code can find every platform thread. An interrupt makes the thread give up what it waits for, and closes the channel that it reads
 * or writes. So an interrupt counts only if Guerdon or a library of it asks for it, or the thread itself. Users' code is what comes from a class
 * loader that is neither Guerdon's nor above that.
 */
@Internal
public class OwnThread extends Thread {

    private static final StackWalker STACK = StackWalker.getInstance(
            Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES));

    private final Object lock = new Object();
    private boolean undisturbed;
    private boolean interruptedMeanwhile;

    /** Makes a daemon thread that is not started yet. */
    @SuppressWarnings("this-escape") // what is called is final
    public OwnThread(String name, Runnable work) {
        super(null, work, name, 0, false);
        setDaemon(true);
    }

    /** Starts a daemon thread. */
    public static Thread start(String name, Runnable work) {
        Thread thread = new OwnThread(name, work);
        thread.start();
        return thread;
    }

    /** Returns a factory of daemon threads, numbered from 1. */
    public static ThreadFactory factory(String name) {
        AtomicLong number = new AtomicLong();
        return work -> new OwnThread(name + "-" + number.incrementAndGet(), work);
    }

    /** Does something in the current thread that no interrupt may cut in half; an interrupt meanwhile comes afterwards. */
    public static void undisturbed(Runnable work) {
        boolean interrupted = Thread.interrupted();
        if (!(Thread.currentThread() instanceof OwnThread own)) {
            work.run();
        } else {
            own.disturb(false);
            try {
                work.run();
            } finally {
                interrupted |= own.disturb(true);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean disturb(boolean allowed) {
        synchronized (lock) {
            boolean interrupted = interruptedMeanwhile;
            undisturbed = !allowed;
            interruptedMeanwhile = false;
            return interrupted;
        }
    }

    @Override
    public void interrupt() {
        if (!equals(Thread.currentThread()) && isAskedByUser()) {
            return;
        }
        synchronized (lock) {
            if (undisturbed) {
                interruptedMeanwhile = true;
            } else {
                super.interrupt();
            }
        }
    }

    /** Returns whether users' code is the first caller that is not the JDK. */
    private static boolean isAskedByUser() {
        return STACK.walk(frames -> frames.map(StackFrame::getDeclaringClass)
                .filter(type -> !OwnThread.class.isAssignableFrom(type))
                .map(Class::getClassLoader)
                .filter(Objects::nonNull)
                .filter(loader -> !loader.equals(ClassLoader.getPlatformClassLoader()))
                .findFirst()
                .map(loader -> !isOwn(loader))
                .orElse(false));
    }

    private static boolean isOwn(ClassLoader loader) {
        for (ClassLoader own = OwnThread.class.getClassLoader(); own != null; own = own.getParent()) {
            if (own.equals(loader)) {
                return true;
            }
        }
        return false;
    }
}
