package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.model.RateGate.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits that many processes share, on a clock that the test moves. */
class SharedLimitsTest {

    private static final class Moved implements Pace {
        long now = 1_000_000_000_000L;

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void sleep(Duration duration) {
            throw new AssertionError("shared limits never wait");
        }
    }

    private final Moved pace = new Moved();
    private final Object one = new Object();
    private final Object two = new Object();

    private SharedLimits limits(String options) {
        return SharedLimits.of("openai:m?" + options, pace).orElseThrow();
    }

    /** Something that happens to a process: it asks for a call, or a call of it ends. */
    private record Event(long at, Object process, int call, boolean ends) {}

    /**
     * Plays processes for some minutes: they ask again as soon as they may, make calls of random length, are lost in the middle, and others come.
     *
     * @return when calls were let through
     */
    private List<Long> play(SharedLimits limits, int processes, int minutes, int mostAtOnce, Random dice) {
        PriorityQueue<Event> events = new PriorityQueue<>((a, b) -> Long.compare(a.at, b.at));
        long end = pace.now + Duration.ofMinutes(minutes).toNanos();
        for (int i = 0; i < processes; i++) {
            events.add(new Event(pace.now, new Object(), 0, false));
        }
        List<Long> let = new ArrayList<>();
        int underWay = 0;
        int calls = 0;
        while (true) {
            Event event = events.remove();
            if (event.at > end) {
                return let;
            }
            pace.now = event.at;
            if (event.ends) {
                limits.leave(event.process, "try", "call " + event.call, 10, 10);
                underWay--;
                events.add(new Event(pace.now, event.process, 0, false));
                continue;
            }
            Duration wait = limits.tryEnter(event.process, "try", "call " + ++calls, 10);
            if (!wait.isZero()) {
                events.add(new Event(pace.now + wait.toNanos() + dice.nextInt(100_000_000), event.process, 0, false));
            } else {
                let.add(pace.now);
                assertThat(++underWay).isLessThanOrEqualTo(mostAtOnce);
                if (dice.nextInt(5) == 0) { // lost in the middle of its call; another one comes
                    limits.release(event.process);
                    underWay--;
                    events.add(new Event(pace.now + dice.nextInt(1_000_000_000), new Object(), 0, false));
                } else {
                    events.add(new Event(pace.now + dice.nextLong(2_000_000_000), event.process, calls, true));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 4, 20", "7, 1, 10", "60, 1, 10", "60, 8, 10", "60, 200, 10", "3000, 200, 3", "10, 1000, 5"})
    void noMinuteHasMoreThanTheLimitAndATenthHoweverManyProcessesComeAndGo(int perMinute, int processes, int minutes) {
        Random dice = new Random(perMinute * 1_000L + processes);
        List<Long> let = play(limits("rpm=" + perMinute), processes, minutes, Integer.MAX_VALUE, dice);
        long minute = Duration.ofMinutes(1).toNanos();
        double most = perMinute + Math.max(1, perMinute / 10.0);
        int from = 0;
        for (int i = 0; i < let.size(); i++) {
            while (let.get(i) - let.get(from) > minute) {
                from++;
            }
            assertThat(i - from + 1.0).isLessThanOrEqualTo(most + 1e-6);
        }
        assertThat(let.size())
                .as("nor is the limit left unused")
                .isGreaterThan((int) (0.8 * Math.min(perMinute, processes * 20) * minutes) - 1);
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "3, 50", "16, 4"})
    void noMoreCallsAreUnderWayThanTheLimit(int atOnce, int processes) {
        List<Long> let = play(limits("concurrency=" + atOnce), processes, 3, atOnce, new Random(7));
        assertThat(let).hasSizeGreaterThan(100);
    }

    @Test
    void tokensOfAllAreCountedAndSettled() {
        SharedLimits limits = limits("tpm=6000");
        assertThat(limits.tryEnter(one, "try", "a", 100)).isZero();
        limits.leave(one, "try", "a", 100, 1_600);
        assertThat(limits.tryEnter(two, "try", "a", 100))
                .as("the debt of 1,000 tokens and 100 more, at 100 a second")
                .isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void whatALostProcessWasAllowedStillCounts() {
        SharedLimits limits = limits("rpm=10");
        assertThat(limits.tryEnter(one, "try", "a", 1)).isZero();
        limits.release(one);
        assertThat(limits.tryEnter(two, "try", "a", 1)).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void anotherAttemptTakesThePlacesOfTheOneBefore() {
        SharedLimits limits = limits("concurrency=1");
        assertThat(limits.tryEnter(one, "first", "a", 1)).isZero();
        assertThat(limits.tryEnter(two, "first", "a", 1)).isPositive();
        assertThat(limits.tryEnter(one, "second", "a", 1)).isZero();
        limits.leave(one, "first", "a", 1, 1);
        assertThat(limits.tryEnter(two, "first", "a", 1))
                .as("the end of a call that was given up frees nothing")
                .isPositive();
        limits.leave(one, "second", "a", 1, 1);
        assertThat(limits.tryEnter(two, "first", "a", 1)).isZero();
    }

    @Test
    void aCallWhoseAnswerWasLostIsCountedOnceWhenItAsksAgain() {
        SharedLimits limits = limits("concurrency=1");
        assertThat(limits.tryEnter(one, "try", "a", 1)).isZero();
        assertThat(limits.tryEnter(one, "try", "a", 1)).isZero();
        limits.leave(one, "try", "a", 1, 1);
        limits.leave(one, "try", "a", 1, 1);
        assertThat(limits.tryEnter(one, "try", "b", 1)).isZero();
        assertThat(limits.tryEnter(two, "try", "a", 1))
                .as("ended twice, freed once")
                .isPositive();
    }

    @Test
    void aPauseThatOneWasAskedForIsKeptByAll() {
        SharedLimits limits = limits("rpm=6000");
        limits.closeFor(Duration.ofSeconds(9));
        assertThat(limits.tryEnter(two, "try", "a", 1)).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void aModelWithoutLimitsSharesNone() {
        assertThat(SharedLimits.of("openai:m?temperature=0")).isEmpty();
        assertThat(SharedLimits.of(ModelFactory.NONE)).isEmpty();
        assertThat(SharedLimits.of("policy:anything")).isEmpty();
        assertThat(SharedLimits.of("cli:claude?concurrency=2")).isPresent();
    }
}
