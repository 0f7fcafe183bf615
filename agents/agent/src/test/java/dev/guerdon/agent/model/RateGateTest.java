package dev.guerdon.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.agent.model.RateGate.Pace;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelException.Kind;
import dev.guerdon.api.agent.ModelWait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rate limits and pauses, on a clock that the test moves. */
class RateGateTest {

    private static final class Moved implements Pace {
        long now = 1_000_000_000_000L;
        final List<Duration> pauses = new ArrayList<>();

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void sleep(Duration duration) {
            now += duration.toNanos();
            pauses.add(duration);
        }

        double seconds() {
            return (now - 1_000_000_000_000L) / 1e9;
        }
    }

    private final Moved pace = new Moved();

    private void call(RateGate gate, long estimated, long used) throws InterruptedException {
        gate.enter(estimated, pause -> {});
        gate.leave(estimated, used);
    }

    @Test
    void requestsPerMinuteAreKept() throws InterruptedException {
        RateGate gate = new RateGate(10, 60, 0, pace);
        for (int i = 0; i < 66; i++) {
            call(gate, 1, 1);
        }
        assertThat(pace.seconds())
                .as("a tenth of a minute's worth at once, then one a second")
                .isCloseTo(60, within(0.01));
    }

    @Test
    void tokensPerMinuteAreSettledByWhatWasUsed() throws InterruptedException {
        RateGate gate = new RateGate(10, 0, 6_000, pace);
        call(gate, 100, 1_600);
        call(gate, 100, 100);
        assertThat(pace.seconds())
                .as("the debt of 1,000 tokens and 100 more, at 100 a second")
                .isCloseTo(11, within(0.01));
    }

    @Test
    void aRequestLargerThanTheBucketStillGoes() throws InterruptedException {
        RateGate gate = new RateGate(10, 0, 600, pace);
        call(gate, 5_000, 5_000);
        assertThat(pace.seconds()).isZero();
        call(gate, 60, 60);
        assertThat(pace.seconds()).isCloseTo(500, within(1.0));
    }

    @Test
    void aRateLimitOfOneCallHoldsBackTheOthers() throws InterruptedException {
        RateGate gate = new RateGate(10, 0, 0, pace);
        gate.closeFor(Duration.ofSeconds(9));
        call(gate, 1, 1);
        assertThat(pace.seconds()).isCloseTo(9, within(0.01));
    }

    private RetryingClient retries(double dice) {
        return new RetryingClient(6, Duration.ofSeconds(1), Duration.ofSeconds(10), pace, () -> dice);
    }

    @Test
    void pausesDoubleUpToALimit() {
        ModelException problem = new ModelException(Kind.SERVER_ERROR, "oops");
        assertThat(List.of(1, 2, 3, 4, 5))
                .extracting(made -> retries(0).pause(made, problem).toMillis())
                .containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 10_000L);
        assertThat(retries(1).pause(3, problem)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aPauseThatWasAskedForIsKept() {
        ModelException problem = new ModelException(Kind.RATE_LIMIT, "slow", Duration.ofSeconds(4));
        assertThat(retries(0).pause(1, problem)).isEqualTo(Duration.ofSeconds(4));
        assertThat(retries(1).pause(1, problem)).isEqualTo(Duration.ofMillis(4_400));
        ModelException longer = new ModelException(Kind.RATE_LIMIT, "slow", Duration.ofHours(4));
        assertThat(retries(0).pause(1, longer)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void everyPauseIsAnnouncedWithItsReason() {
        List<ModelWait> waits = new ArrayList<>();
        AtomicInteger tried = new AtomicInteger();
        String answer = retries(0)
                .call(
                        "m",
                        () -> {
                            if (tried.incrementAndGet() < 3) {
                                throw new ModelException(
                                        tried.get() == 1 ? Kind.RATE_LIMIT : Kind.TIMEOUT, "no", Duration.ofSeconds(4));
                            }
                            return "yes";
                        },
                        waits::add);
        assertThat(answer).isEqualTo("yes");
        assertThat(waits)
                .containsExactly(
                        new ModelWait(Duration.ofSeconds(4), "rate limited", 1, 5),
                        new ModelWait(Duration.ofSeconds(4), "no answer in time", 2, 5));
    }

    @Test
    void aWaitAtTheGateIsAnnounced() throws InterruptedException {
        RateGate gate = new RateGate(10, 0, 0, pace);
        gate.closeFor(Duration.ofSeconds(9));
        List<Duration> waits = new ArrayList<>();
        gate.enter(1, waits::add);
        assertThat(waits).containsExactly(Duration.ofSeconds(9));
    }

    @ParameterizedTest
    @EnumSource
    void onlyWhatMayPassIsTriedAgain(Kind kind) {
        AtomicInteger tried = new AtomicInteger();
        try {
            retries(0)
                    .call(
                            "m",
                            () -> {
                                tried.incrementAndGet();
                                throw new ModelException(kind, "no");
                            },
                            wait -> {});
        } catch (ModelException e) {
            assertThat(e.kind()).isEqualTo(kind);
        }
        boolean passes = kind == Kind.RATE_LIMIT || kind == Kind.TIMEOUT || kind == Kind.SERVER_ERROR;
        assertThat(tried).hasValue(passes ? 6 : 1);
    }

    @Test
    void theHeaderMayBeSecondsOrADate() {
        assertThat(ChatFailure.pause("3")).isEqualTo(Duration.ofSeconds(3));
        assertThat(ChatFailure.pause("0.25")).isEqualTo(Duration.ofMillis(250));
        assertThat(ChatFailure.pause("soon")).isZero();
        assertThat(ChatFailure.pause("-1")).isZero();
        assertThat(ChatFailure.pause("Wed, 21 Oct 2015 07:28:00 GMT")).isZero();
        String inAMinute = java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME.format(
                java.time.ZonedDateTime.now(java.time.ZoneOffset.UTC).plusSeconds(60));
        assertThat(ChatFailure.pause(inAMinute)).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(60));
    }
}
