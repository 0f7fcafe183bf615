package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OwnThreadTest {

    /** Interrupts every thread, as users' code can; loaded by a class loader of its own. */
    public static final class Hostile implements Runnable {
        @Override
        public void run() {
            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("guerdon-under-test"))
                    .forEach(Thread::interrupt);
        }
    }

    /** Loads the class again, as that of a user. */
    private static Runnable hostile() throws ReflectiveOperationException {
        String name = Hostile.class.getName();
        ClassLoader users = new ClassLoader(OwnThreadTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                if (!wanted.equals(name)) {
                    return super.loadClass(wanted, resolve);
                }
                try (InputStream in = OwnThreadTest.class.getResourceAsStream("OwnThreadTest$Hostile.class")) {
                    byte[] bytes = in.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        };
        Constructor<?> made = users.loadClass(name).getConstructor();
        return (Runnable) made.newInstance();
    }

    private static boolean interruptedBy(Runnable who) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread thread = OwnThread.start("guerdon-under-test", () -> {
            started.countDown();
            try {
                end.await();
                interrupted.set(Thread.currentThread().isInterrupted());
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
        });
        started.await();
        who.run();
        end.countDown();
        thread.join();
        return interrupted.get();
    }

    @Test
    void onlyOwnCodeInterruptsIt() throws Exception {
        Runnable hostile = hostile();
        assertThat(interruptedBy(hostile)).isFalse();
        assertThat(interruptedBy(() -> runInThread(hostile))).isFalse();
        assertThat(interruptedBy(new Hostile())).isTrue();
    }

    private static void runInThread(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anInterruptDuringUndisturbedWorkComesAfterwards() throws Exception {
        List<Boolean> flags = new ArrayList<>();
        Thread thread = OwnThread.start("guerdon-under-test", () -> {
            OwnThread.undisturbed(() -> {
                Thread.currentThread().interrupt();
                flags.add(Thread.currentThread().isInterrupted());
            });
            flags.add(Thread.currentThread().isInterrupted());
        });
        thread.join();
        assertThat(flags).containsExactly(false, true);
    }
}
