package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Calls something again and again until it is closed, so that a clock goes on while nothing else happens. */
@Internal
public final class Ticker implements AutoCloseable {

    private final CountDownLatch end = new CountDownLatch(1);

    public Ticker(Duration period, Runnable tick) {
        Thread.ofPlatform().name("guerdon-clock").daemon().start(() -> {
            try {
                while (!end.await(period.toMillis(), TimeUnit.MILLISECONDS)) {
                    tick.run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void close() {
        end.countDown();
    }
}
