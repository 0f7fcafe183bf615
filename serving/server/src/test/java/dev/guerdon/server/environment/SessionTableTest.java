package dev.guerdon.server.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SessionTableTest {

    private static final Duration IDLE = Duration.ofMinutes(10);

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final AtomicInteger made = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> closed = new ConcurrentLinkedQueue<>();

    private SessionTable<String> table(int most) {
        return new SessionTable<>(
                (name, session) -> closed.add(session), limits(most, Duration.ofSeconds(30)), now::get);
    }

    private static SessionTable.Limits limits(int most, Duration patience) {
        return new SessionTable.Limits(
                most,
                IDLE,
                patience,
                name -> name.startsWith("guest"),
                () -> new GuerdonException("no room"),
                () -> new GuerdonException("busy"));
    }

    private String make() {
        return "session " + made.incrementAndGet();
    }

    private String use(SessionTable<String> table, String name) {
        return table.use(name, this::make, session -> session);
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void aSessionIsMadeOnceAndFoundAgain() {
        try (SessionTable<String> table = table(2)) {
            assertThat(table.useExisting("a", session -> session)).isEmpty();
            assertThat(made).hasValue(0);
            assertThat(use(table, "a")).isEqualTo("session 1");
            assertThat(use(table, "a")).isEqualTo("session 1");
            assertThat(table.useExisting("a", session -> session)).contains("session 1");
            assertThat(use(table, "b")).isEqualTo("session 2");
            assertThat(table.count()).isEqualTo(2);
        }
        assertThat(closed).containsExactlyInAnyOrder("session 1", "session 2");
    }

    @Test
    void anEndedSessionIsClosedAndMadeAnew() {
        try (SessionTable<String> table = table(2)) {
            use(table, "a");
            assertThat(table.end("a")).isTrue();
            assertThat(table.end("a")).isFalse();
            assertThat(closed).containsExactly("session 1");
            assertThat(use(table, "a")).isEqualTo("session 2");
        }
    }

    @Test
    void whereAllAreInUseThereIsNoRoom() {
        try (SessionTable<String> table = table(1)) {
            use(table, "a");
            pass(IDLE.minusNanos(1));
            assertThatThrownBy(() -> use(table, "b")).hasMessage("no room");
            assertThat(table.count()).isEqualTo(1);
            assertThat(closed).isEmpty();
        }
    }

    @Test
    void sessionsThatNobodyUsesEndByTheClockAlone() {
        try (SessionTable<String> table = table(10)) {
            use(table, "a");
            use(table, "b");
            pass(Duration.ofSeconds(1));
            use(table, "a");
            pass(IDLE.minusSeconds(1));
            assertThat(table.expire()).isEqualTo(1);
            assertThat(closed).containsExactly("session 2");
            assertThat(table.count()).isEqualTo(1);
            assertThat(table.useExisting("a", session -> session)).contains("session 1");
        }
    }

    @Test
    void anExpiredSessionIsUnknownEvenBeforeAnybodySweeps() {
        try (SessionTable<String> table = table(10)) {
            use(table, "a");
            pass(IDLE);
            assertThat(table.useExisting("a", session -> session)).isEmpty();
            assertThat(closed).containsExactly("session 1");
            assertThat(use(table, "a")).isEqualTo("session 2");
            pass(IDLE);
            assertThat(table.end("a")).isFalse();
        }
    }

    @Test
    void whereThereIsNoRoomAGuestMakesSome() {
        try (SessionTable<String> table = table(2)) {
            use(table, "guest 1");
            use(table, "b");
            use(table, "c");
            assertThat(closed).containsExactly("session 1");
            assertThatThrownBy(() -> use(table, "d")).hasMessage("no room");
        }
    }

    @Test
    void endingASessionDoesNotWaitForTheRequestThatUsesIt() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                SessionTable<String> table = table(2)) {
            Future<String> slow = threads.submit(() -> table.use("a", this::make, session -> {
                entered.countDown();
                await(leave);
                assertThat(closed).as("nobody closes it under the request").isEmpty();
                return session;
            }));
            await(entered);
            assertThat(table.end("a")).isTrue();
            assertThat(use(table, "a")).as("the name is free again").isEqualTo("session 2");
            leave.countDown();
            assertThat(slow.get(30, TimeUnit.SECONDS)).isEqualTo("session 1");
            assertThat(closed).containsExactly("session 1");
        }
    }

    @Test
    void whoWaitsTooLongIsTold() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                SessionTable<String> table = new SessionTable<>(
                        (name, session) -> closed.add(session), limits(2, Duration.ofMillis(20)), now::get)) {
            Future<String> slow = threads.submit(() -> table.use("a", this::make, session -> {
                entered.countDown();
                await(leave);
                return session;
            }));
            await(entered);
            assertThatThrownBy(() -> use(table, "a")).hasMessage("busy");
            leave.countDown();
            assertThat(slow.get(30, TimeUnit.SECONDS)).isEqualTo("session 1");
        }
    }

    @Test
    void aSessionInUseIsNotIdleHoweverLongItsRequestTakes() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                SessionTable<String> table = table(1)) {
            Future<String> slow = threads.submit(() -> table.use("a", this::make, session -> {
                entered.countDown();
                await(leave);
                return session;
            }));
            await(entered);
            pass(IDLE.multipliedBy(2));
            assertThatThrownBy(() -> use(table, "b")).hasMessage("no room");
            leave.countDown();
            assertThat(slow.get(30, TimeUnit.SECONDS)).isEqualTo("session 1");
        }
    }

    @Test
    void aSessionThatCannotBeMadeLeavesItsPlace() {
        AtomicBoolean broken = new AtomicBoolean(true);
        Supplier<String> maker = () -> {
            if (broken.get()) {
                throw new GuerdonException("broken");
            }
            return "fine";
        };
        try (SessionTable<String> table = table(1)) {
            assertThatThrownBy(() -> table.use("a", maker, session -> session)).hasMessage("broken");
            assertThat(table.count()).isZero();
            broken.set(false);
            assertThat(table.<String>use("b", maker, session -> session)).isEqualTo("fine");
        }
    }

    @Test
    void aClosedTableMakesNoMoreSessions() {
        SessionTable<String> table = table(1);
        table.close();
        assertThatThrownBy(() -> use(table, "a")).hasMessageContaining("closing");
        table.close();
        assertThat(made).hasValue(0);
    }

    @Test
    void requestsOfASessionHappenOneAfterTheOther() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                SessionTable<String> table = table(4)) {
            for (int i = 0; i < 500; i++) {
                String name = "s" + i % 4;
                int number = i;
                all.add(threads.submit(() -> {
                    if (number % 50 == 49) {
                        return table.end(name);
                    }
                    return table.use(name, this::make, session -> {
                        if (name.equals("s0")) {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            Thread.onSpinWait();
                            inside.decrementAndGet();
                        }
                        return session;
                    });
                }));
            }
            for (Future<?> each : all) {
                each.get(30, TimeUnit.SECONDS);
            }
        }
        assertThat(most).hasValue(1);
        assertThat(closed).hasSize(made.get()).doesNotHaveDuplicates();
    }

    @Test
    void makingOneSessionDoesNotHoldUpAnother() throws Exception {
        CountDownLatch making = new CountDownLatch(1);
        CompletableFuture<String> slow = new CompletableFuture<>();
        Supplier<String> maker = () -> {
            if (made.getAndIncrement() == 0) {
                making.countDown();
                return slow.join();
            }
            return "quick";
        };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                SessionTable<String> table = table(2)) {
            Future<String> first = threads.submit(() -> table.use("a", maker, session -> session));
            await(making);
            assertThat(table.<String>use("b", maker, session -> session)).isEqualTo("quick");
            slow.complete("slow");
            assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("slow");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
