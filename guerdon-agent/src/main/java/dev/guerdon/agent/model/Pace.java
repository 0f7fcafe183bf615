package dev.guerdon.agent.model;

import dev.guerdon.api.Internal;
import java.time.Duration;

/** Time as the retries and rate limits see it, so that their tests need not wait. */
@Internal
public interface Pace {

    Pace REAL = new Pace() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
        }
    };

    long nanos();

    void sleep(Duration duration) throws InterruptedException;
}
