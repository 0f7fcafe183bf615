package dev.guerdon.server.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients take turns. */
@Timeout(60)
class FairGateTest {

    private static long soon() {
        return System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    }

    @Test
    void aClientWithMuchToDoLetsOthersInBetween() throws Exception {
        FairGate gate = new FairGate(1);
        assertThat(gate.enter("much", soon())).isTrue();
        List<String> order = new CopyOnWriteArrayList<>();
        List<Thread> threads = new CopyOnWriteArrayList<>();
        for (String client : List.of("much", "much", "much", "much", "little", "least")) {
            int before = gate.waiting();
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    gate.enter(client, soon());
                    order.add(client);
                    gate.leave();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
            while (gate.waiting() == before) {
                Thread.onSpinWait();
            }
        }
        gate.leave();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(order).containsExactly("much", "little", "least", "much", "much", "much");
    }

    @Test
    void whoComesTooLateLosesNoPlace() throws Exception {
        FairGate gate = new FairGate(1);
        assertThat(gate.enter("a", soon())).isTrue();
        assertThat(gate.enter("b", System.nanoTime())).isFalse();
        assertThat(gate.waiting()).isZero();
        gate.leave();
        assertThat(gate.enter("b", soon())).isTrue();
        gate.leave();
    }

    @Test
    @SuppressWarnings("ThreadPriorityCheck") // more turns, whatever the scheduler does
    void placesAreNeitherLostNorMadeByWaitersThatGiveUp() throws Exception {
        FairGate gate = new FairGate(3);
        List<Thread> threads = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 64; i++) {
            String client = "c" + i % 5;
            threads.add(Thread.ofVirtual().start(() -> {
                for (int j = 0; j < 500; j++) {
                    try {
                        if (gate.enter(client, System.nanoTime() + j % 7 * 1000L)) {
                            Thread.yield();
                            gate.leave();
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(gate.waiting()).isZero();
        for (int i = 0; i < 3; i++) {
            assertThat(gate.enter("last", System.nanoTime())).isTrue();
        }
        assertThat(gate.enter("last", System.nanoTime())).isFalse();
    }
}
