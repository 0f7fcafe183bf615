package dev.guerdon.server.session;

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
                () -> "session " + made.incrementAndGet(),
                closed::add,
                new SessionTable.Limits(most, IDLE, () -> new GuerdonException("no room")),
                now::get);
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void aSessionIsMadeOnceAndFoundAgain() {
        try (SessionTable<String> table = table(2)) {
            assertThat(table.useExisting("a", session -> session)).isEmpty();
            assertThat(made).hasValue(0);
            assertThat(table.<String>use("a", session -> session)).isEqualTo("session 1");
            assertThat(table.<String>use("a", session -> session)).isEqualTo("session 1");
            assertThat(table.useExisting("a", session -> session)).contains("session 1");
            assertThat(table.<String>use("b", session -> session)).isEqualTo("session 2");
            assertThat(table.count()).isEqualTo(2);
        }
        assertThat(closed).containsExactlyInAnyOrder("session 1", "session 2");
    }

    @Test
    void anEndedSessionIsClosedAndMadeAnew() {
        try (SessionTable<String> table = table(2)) {
            table.use("a", session -> session);
            assertThat(table.end("a")).isTrue();
            assertThat(table.end("a")).isFalse();
            assertThat(closed).containsExactly("session 1");
            assertThat(table.<String>use("a", session -> session)).isEqualTo("session 2");
        }
    }

    @Test
    void whereAllAreInUseThereIsNoRoom() {
        try (SessionTable<String> table = table(1)) {
            table.use("a", session -> session);
            pass(IDLE.minusNanos(1));
            assertThatThrownBy(() -> table.use("b", session -> session)).hasMessage("no room");
            assertThat(table.count()).isEqualTo(1);
            assertThat(closed).isEmpty();
        }
    }

    @Test
    void theLongestIdleMakesRoom() {
        try (SessionTable<String> table = table(2)) {
            table.use("a", session -> session);
            table.use("b", session -> session);
            pass(Duration.ofSeconds(1));
            table.use("a", session -> session);
            pass(IDLE);
            table.use("c", session -> session);
            assertThat(closed).containsExactly("session 2");
            assertThat(table.useExisting("a", session -> session)).contains("session 1");
        }
    }

    @Test
    void aSessionInUseIsNotIdleHoweverLongItsRequestTakes() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                SessionTable<String> table = table(1)) {
            Future<String> slow = threads.submit(() -> table.use("a", session -> {
                entered.countDown();
                await(leave);
                return session;
            }));
            await(entered);
            pass(IDLE.multipliedBy(2));
            assertThatThrownBy(() -> table.use("b", session -> session)).hasMessage("no room");
            leave.countDown();
            assertThat(slow.get(30, TimeUnit.SECONDS)).isEqualTo("session 1");
        }
    }

    @Test
    void aSessionThatCannotBeMadeLeavesItsPlace() {
        AtomicBoolean broken = new AtomicBoolean(true);
        try (SessionTable<String> table = new SessionTable<>(
                () -> {
                    if (broken.get()) {
                        throw new GuerdonException("broken");
                    }
                    return "fine";
                },
                closed::add,
                new SessionTable.Limits(1, IDLE, () -> new GuerdonException("no room")),
                now::get)) {
            assertThatThrownBy(() -> table.use("a", session -> session)).hasMessage("broken");
            assertThat(table.count()).isZero();
            broken.set(false);
            assertThat(table.<String>use("b", session -> session)).isEqualTo("fine");
        }
    }

    @Test
    void aClosedTableMakesNoMoreSessions() {
        SessionTable<String> table = table(1);
        table.close();
        assertThatThrownBy(() -> table.use("a", session -> session)).hasMessageContaining("closing");
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
                    return table.use(name, session -> {
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
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                SessionTable<String> table = new SessionTable<>(
                        () -> {
                            if (made.getAndIncrement() == 0) {
                                making.countDown();
                                return slow.join();
                            }
                            return "quick";
                        },
                        closed::add,
                        new SessionTable.Limits(2, IDLE, () -> new GuerdonException("no room")))) {
            Future<String> first = threads.submit(() -> table.use("a", session -> session));
            await(making);
            assertThat(table.<String>use("b", session -> session)).isEqualTo("quick");
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
