package dev.guerdon.core.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.boundary.CodeFault.FaultException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a resource does when it is started, reset, asked or closed, its place in the pool is free afterwards. */
@Timeout(60)
class HostileResourceTest {

    private static final int PLACES = 1;
    private static final int TIMES = PLACES + 1;
    private static final Duration SHORT = Duration.ofSeconds(1);

    private CountDownLatch over = new CountDownLatch(1);
    private final AtomicInteger closed = new AtomicInteger();

    enum Deed {
        ERROR,
        SNEAKY,
        BLOCKS
    }

    enum When {
        MAKE,
        START,
        RESET,
        STATUS,
        CLOSE
    }

    @BeforeEach
    void begin() {
        over = new CountDownLatch(1);
    }

    @AfterEach
    void end() {
        over.countDown();
    }

    private final class Hostile implements Resource {
        private final Deed deed;
        private final When when;

        Hostile(Deed deed, When when) {
            this.deed = deed;
            this.when = when;
            act(When.MAKE);
        }

        private void act(When now) {
            if (now == when) {
                switch (deed) {
                    case ERROR -> throw new AssertionError("on purpose");
                    case SNEAKY -> HostileResourceTest.<RuntimeException>sneaky(new IOException("on purpose"));
                    case BLOCKS -> block();
                }
            }
        }

        @Override
        public void start() {
            act(When.START);
        }

        @Override
        public void reset() {
            act(When.RESET);
        }

        @Override
        public Status status() {
            act(When.STATUS);
            return Status.READY;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
            act(When.CLOSE);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private void block() {
        boolean waits = true;
        while (waits) {
            try {
                over.await();
                waits = false;
            } catch (InterruptedException e) {
                // Ignores it on purpose.
            }
        }
    }

    private ResourcePool<Hostile> pool(Deed deed, When when) {
        // What does not block must not need the deadline, and must not miss it on a busy machine.
        boolean atTheEnd = when == When.STATUS || when == When.CLOSE;
        return new ResourcePool<>(
                ResourceSpec.local("hostile", Hostile.class, PLACES, () -> new Hostile(deed, when)),
                Duration.ofSeconds(20),
                deed == Deed.BLOCKS && !atTheEnd ? SHORT : Duration.ofMinutes(10),
                deed == Deed.BLOCKS && atTheEnd ? SHORT : Duration.ofMinutes(10));
    }

    /** Each in a pool and a thread of its own, so that what blocks waits for its deadline beside the others. */
    private static void atOnce(Consumer<When> check, When... moments) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(moments.length)) {
            List<Callable<Object>> checks = new ArrayList<>();
            for (When when : moments) {
                checks.add(Executors.callable(() -> check.accept(when)));
            }
            for (Future<Object> checked : threads.invokeAll(checks)) {
                checked.get();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Deed.class)
    void aResourceThatFailsToStartLeavesItsPlace(Deed deed) throws Exception {
        Consumer<When> check = when -> {
            ResourcePool<Hostile> pool = pool(deed, when);
            for (int i = 0; i < TIMES; i++) {
                assertThatThrownBy(() -> pool.acquire(false, "r"))
                        .isInstanceOf(UnscoredException.class)
                        .hasMessageContaining("'hostile' could not be started")
                        .hasMessageContaining(deed == Deed.BLOCKS ? "took longer than 1s" : "on purpose");
            }
            assertThat(pool.counts()).isEqualTo(new ResourcePool.Counts(0, 0, 0, 0, TIMES));
        };
        atOnce(check, When.MAKE, When.START);
    }

    @ParameterizedTest
    @EnumSource(Deed.class)
    void aResourceThatFailsLaterLeavesItsPlace(Deed deed) throws Exception {
        Consumer<When> check = when -> {
            ResourcePool<Hostile> pool = pool(deed, when);
            for (int i = 0; i < TIMES; i++) {
                pool.release(pool.acquire(when == When.CLOSE, "r"), when != When.CLOSE);
            }
            assertThat(pool.counts().acquired()).isZero();
            assertThat(pool.counts().failures()).as(when.name()).isGreaterThanOrEqualTo(TIMES - 1);
            pool.close();
        };
        atOnce(check, When.RESET, When.STATUS, When.CLOSE);
    }

    @ParameterizedTest
    @EnumSource(Deed.class)
    void aPreparationThatFailsLeavesThePlace(Deed deed) {
        ResourcePool<Hostile> pool = pool(deed, When.RESET);
        for (int i = 0; i < TIMES; i++) {
            Hostile held = pool.acquire(true, "r");
            assertThatThrownBy(() -> pool.prepare(held, resource -> resource.act(When.RESET)))
                    .isInstanceOf(FaultException.class)
                    .satisfies(e -> assertThat(((FaultException) e).fault().text())
                            .contains(deed == Deed.BLOCKS ? "took longer than 1s" : "on purpose"));
            pool.release(held, false);
        }
        assertThat(pool.counts().acquired()).isZero();
    }

    @Test
    void aResourceThatComesToLifeTooLateIsClosed() throws InterruptedException {
        ResourcePool<Hostile> pool = pool(Deed.BLOCKS, When.START);
        assertThatThrownBy(() -> pool.acquire(true, "r")).hasMessageContaining("took longer than 1s");
        assertThat(closed).hasValue(0);
        over.countDown();
        while (closed.get() == 0) {
            Thread.sleep(5);
        }
    }
}
