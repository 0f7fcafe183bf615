package dev.guerdon.core;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Rolls dice by the seed up to the task's {@code goal}; fails in all the ways that an action asks for. */
final class Dice implements Environment {

    static final Task TASK = Task.of("dice", "Roll.", Map.of("goal", 20));

    /** Counts what is open, and what hangs until it is let go. */
    static final class House {
        final AtomicInteger open = new AtomicInteger();
        final AtomicInteger opened = new AtomicInteger();
        final CountDownLatch fiveClosed = new CountDownLatch(5);
        final CountDownLatch hanging = new CountDownLatch(1);
        final CountDownLatch letGo = new CountDownLatch(1);

        Dice dice() {
            open.incrementAndGet();
            opened.incrementAndGet();
            return new Dice(this);
        }
    }

    private final House house;
    private Random random = new Random(0);
    private int goal;
    private int total;
    private boolean closed;
    private @Nullable Step last;

    private Dice(House house) {
        this.house = house;
    }

    @Override
    public Step reset(Task task, long seed) {
        goal = task.field("goal")
                .orElseThrow(() -> new GuerdonException("no task '" + task.id() + "'"))
                .asInt();
        random = new Random(seed);
        total = 0;
        last = new Step(Observation.of("seed " + seed + ", goal " + goal), 0, false, Map.of("score", 0));
        return last;
    }

    @Override
    @SuppressWarnings("NullAway") // one of the ways to fail
    public Step step(String action) {
        Step before = last;
        if (before == null) {
            throw new GuerdonException("reset first");
        }
        Optional<Step> refusal = before.refusal(action, longestAction());
        if (refusal.isPresent()) {
            return refusal.get();
        }
        switch (action) {
            case "throw" -> throw new IllegalStateException("the table fell over");
            case "overflow" -> throw new StackOverflowError();
            case "nothing" -> {
                return null;
            }
            case "hang" -> hang();
            default -> {}
        }
        int eyes = random.nextInt(6) + 1;
        total += eyes;
        last = new Step(Observation.of("rolled " + eyes), eyes, total >= goal, Map.of("score", total));
        return last;
    }

    private void hang() {
        house.hanging.countDown();
        try {
            house.letGo.await();
        } catch (InterruptedException e) {
            throw new GuerdonException("interrupted", e);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            house.open.decrementAndGet();
            house.fiveClosed.countDown();
        }
    }
}
