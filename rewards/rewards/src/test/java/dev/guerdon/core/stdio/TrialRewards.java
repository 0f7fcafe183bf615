package dev.guerdon.core.stdio;

import dev.guerdon.api.Field;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Rewards that wait, never return, print, or return much. */
final class TrialRewards {

    static final AtomicInteger LARGE = new AtomicInteger();

    /** Lets calls of {@code stuck_reward} return. */
    static volatile CountDownLatch release = new CountDownLatch(1);

    private TrialRewards() {}

    /** Computes until it is released, whoever interrupts it. */
    @Reward("stuck_reward")
    static double stuck(@Field("stuck") boolean stuck) {
        CountDownLatch until = release;
        while (stuck && until.getCount() > 0) {
            Thread.onSpinWait();
            Thread.interrupted();
            pause(until);
        }
        return 1;
    }

    /** So that a busy machine is not kept busier. */
    private static void pause(CountDownLatch until) {
        try {
            var unused = until.await(1, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // It means nothing to this reward.
        }
    }

    @Reward(value = "waiting_reward", work = Reward.Work.WAIT)
    static double waiting(@Field("stuck") boolean stuck) {
        return stuck(stuck);
    }

    @Reward("printing_reward")
    static double printing() {
        System.out.println("printed by a reward");
        System.out.flush();
        System.out.close();
        System.err.println("printed, too");
        return 0.5;
    }

    @Reward("large_reward")
    static RewardResult large(@Field("characters") int characters) {
        LARGE.incrementAndGet();
        return new RewardResult(1, Map.of("text", "x".repeat(characters)));
    }
}
