package dev.guerdon.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.guerdon.api.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Many instances of one environment at once, with two seeds in turn: each must play as it does alone. */
final class EnvironmentCrowd {

    private static final int MINUTES = 5;

    private final EnvironmentTck kit;

    EnvironmentCrowd(EnvironmentTck kit) {
        this.kit = kit;
    }

    private List<List<Object>> alone() throws Exception {
        List<List<Object>> alone = new ArrayList<>();
        for (long seed : List.of(kit.seed(), kit.seed() + 1)) {
            try (Environment environment = kit.open()) {
                alone.add(kit.play(environment, seed));
            }
        }
        return alone;
    }

    /** One thread takes the same step in every instance, then the next step. */
    void interleaved() throws Exception {
        List<List<Object>> alone = alone();
        List<Environment> all = new ArrayList<>();
        try {
            for (int i = 0; i < kit.concurrentInstances(); i++) {
                all.add(kit.open());
            }
            for (int number = 0; number <= kit.episode().size(); number++) {
                for (int i = 0; i < all.size(); i++) {
                    Object step = kit.comparable(
                            number == 0
                                    ? all.get(i).reset(kit.task(), kit.seed() + i % 2)
                                    : all.get(i).step(kit.episode().get(number - 1)));
                    int instance = i;
                    int of = number;
                    assertEquals(
                            alone.get(i % 2).get(number),
                            step,
                            () -> "step " + of + " of instance " + instance + " among " + all.size());
                }
            }
        } finally {
            all.forEach(Environment::close);
        }
    }

    /** Each instance has a thread, and all are reset before any goes on. */
    void concurrent() throws Exception {
        List<List<Object>> alone = alone();
        int count = kit.concurrentInstances();
        CountDownLatch allReset = new CountDownLatch(count);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<Object>>> played = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                long seed = kit.seed() + i % 2;
                played.add(threads.submit(() -> play(seed, allReset)));
            }
            for (int i = 0; i < count; i++) {
                assertEquals(
                        alone.get(i % 2), played.get(i).get(MINUTES, TimeUnit.MINUTES), "an instance among " + count);
            }
        }
    }

    private List<Object> play(long seed, CountDownLatch allReset) throws Exception {
        boolean reset = false;
        try (Environment environment = kit.open()) {
            List<Object> steps = new ArrayList<>();
            steps.add(kit.comparable(environment.reset(kit.task(), seed)));
            reset = true;
            allReset.countDown();
            assertTrue(allReset.await(MINUTES, TimeUnit.MINUTES), "all instances are reset in time");
            for (String action : kit.episode()) {
                steps.add(kit.comparable(environment.step(action)));
            }
            return steps;
        } finally {
            if (!reset) {
                allReset.countDown(); // the others must not wait for an instance that never came
            }
        }
    }
}
