package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.Metrics.FairSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FairSampleTest {

    private static final int MOST = 40;

    private int dropped;

    private FairSample<AtomicInteger> sample() {
        return new FairSample<>(MOST, AtomicInteger::new, value -> dropped += value.get());
    }

    private void count(FairSample<AtomicInteger> sample, String id, int times) {
        AtomicInteger counter = sample.of(id);
        if (counter == null) {
            dropped += times;
        } else {
            counter.addAndGet(times);
        }
    }

    private static Map<String, Integer> shown(FairSample<AtomicInteger> sample) {
        Map<String, Integer> out = new TreeMap<>();
        sample.all().forEach((id, counter) -> out.put(id, counter.get()));
        return out;
    }

    @Test
    void keepsTheSameIdsInAnyOrderAndPartsAndLosesNothingOfThem() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            List<String> ids = new ArrayList<>();
            Map<String, Integer> times = new TreeMap<>();
            for (int i = 0; i < 2000; i++) {
                // "Aa" and "BB" have one hash.
                String id = (random.nextBoolean() ? "Aa" : "BB") + random.nextInt(1 + random.nextInt(300));
                ids.add(id);
                times.merge(id, 1, Integer::sum);
            }
            dropped = 0;
            FairSample<AtomicInteger> whole = sample();
            ids.forEach(id -> count(whole, id, 1));
            Map<String, Integer> expected = shown(whole);
            int left = dropped;
            assertThat(expected).hasSize(MOST);
            assertThat(times).containsAllEntriesOf(expected);
            assertThat(left)
                    .isEqualTo(
                            2000 - expected.values().stream().mapToInt(n -> n).sum());

            Collections.shuffle(ids, random);
            dropped = 0;
            FairSample<AtomicInteger> merged = sample();
            for (int at = 0; at < ids.size(); ) {
                int end = Math.min(ids.size(), at + random.nextInt(900));
                FairSample<AtomicInteger> part = sample();
                ids.subList(at, end).forEach(id -> count(part, id, 1));
                shown(part).forEach((id, number) -> count(merged, id, number));
                at = end;
            }
            assertThat(shown(merged)).as("seed %s", seed).isEqualTo(expected);
            assertThat(dropped).isEqualTo(left);
        }
    }

    @Test
    void keepsAllWhereTheyAreNotTooMany() {
        FairSample<AtomicInteger> sample = sample();
        assertThat(sample.isEmpty()).isTrue();
        for (int i = 0; i < MOST; i++) {
            count(sample, "id-" + i, 2);
        }
        assertThat(shown(sample))
                .hasSize(MOST)
                .allSatisfy((id, number) -> assertThat(number).isEqualTo(2));
        assertThat(dropped).isZero();
    }

    @Test
    void sampleOfNumberedIdsIsFair() {
        FairSample<AtomicInteger> sample = new FairSample<>(1000, AtomicInteger::new, value -> {});
        for (int i = 0; i < 10_000; i++) {
            sample.of("task-%05d".formatted(i));
        }
        assertThat(sample.all().keySet())
                .filteredOn(id -> id.compareTo("task-05000") < 0)
                .hasSizeBetween(400, 600);
    }
}
