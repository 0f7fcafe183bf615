package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Memory that runs out: the result of a reward is made of objects of its own, each call of which allocates, and the nth allocation of
 * a sample fails. Every n is tried, until a sample needs no more, so each place is hit that reaches the reward's objects.
 */
final class FailingAllocator implements Scenario {

    /** Counts the allocations of one sample down to the one that fails. */
    private record Heap(AtomicInteger left, Chaos chaos) {
        <T> T allocated(T made) {
            if (left.decrementAndGet() == 0) {
                chaos.injected("allocation");
                throw new OutOfMemoryError("injected");
            }
            return made;
        }
    }

    @Override
    public void step(Chaos chaos, Path folder) throws IOException {
        Registry registry = new Registry();
        int shape = chaos.below(4);
        registry.reward("allocates", sample -> {
            int nth = sample.field("nth").asInt();
            return result(new Heap(new AtomicInteger(nth), chaos), shape, nth);
        });
        int most = 60;
        StringBuilder in = new StringBuilder();
        for (int i = 0; i < most; i++) {
            in.append("{\"id\":").append(i).append(",\"nth\":").append(i).append("}\n");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder().threads(chaos.between(1, 3)).build()) {
            ScoreJob job = new ScoreJob(
                    List.of(registry.reward("allocates")), scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {});
            ScoreJob.Progress unused = job.run(
                    new ByteArrayInputStream(in.toString().getBytes(StandardCharsets.UTF_8)),
                    out,
                    ScoreJob.Progress.none(1));
        }
        String[] lines = out.toString(StandardCharsets.UTF_8).split("\n", -1);
        assertThat(lines).hasSize(most + 1);
        boolean enough = false;
        for (int i = 1; i < most; i++) {
            Json line = JsonCodec.read(lines[i], "output");
            assertThat(line.get("id").asInt()).isEqualTo(i);
            boolean scored = !line.get("reward").isNull();
            assertThat(scored || !enough)
                    .as("scored with fewer allocations than the %s that failed: %s", i, lines[i])
                    .isTrue();
            assertThat(scored || lines[i].contains("OutOfMemoryError"))
                    .as("the reason is told: %s", lines[i])
                    .isTrue();
            enough |= scored;
        }
        assertThat(enough).as("some sample has enough memory").isTrue();
    }

    private static Object result(Heap heap, int shape, int nth) {
        return switch (shape) {
            case 0 -> map(heap, Map.of("reward", 1.0, "nth", nth, "text", "x"));
            case 1 -> Map.of("reward", 1.0, "list", list(heap, List.of(1, "two", List.of(3))));
            case 2 -> Map.of("reward", 1.0, "map", map(heap, Map.of("a", list(heap, List.of(1)), "b", "c")));
            default -> new Result(1.0, heap, nth);
        };
    }

    /** A record whose accessors allocate. */
    @SuppressWarnings("UnusedMethod") // called through reflection
    private record Result(double reward, Heap heap, int count) {
        @Override
        public double reward() {
            return heap.allocated(reward);
        }

        @Override
        public int count() {
            return heap.allocated(count);
        }

        @Override
        public Heap heap() {
            return heap.allocated(heap);
        }

        @Override
        public String toString() {
            return heap.allocated("record");
        }
    }

    private static Map<String, Object> map(Heap heap, Map<String, Object> content) {
        return new AbstractMap<>() {
            @Override
            public Set<Entry<String, Object>> entrySet() {
                return heap.allocated(new AbstractSet<>() {
                    @Override
                    public Iterator<Entry<String, Object>> iterator() {
                        return FailingAllocator.iterator(
                                heap, content.entrySet().iterator());
                    }

                    @Override
                    public int size() {
                        return heap.allocated(content.size());
                    }
                });
            }
        };
    }

    private static List<Object> list(Heap heap, List<?> content) {
        return new AbstractList<>() {
            @Override
            public Object get(int index) {
                return heap.allocated(content.get(index));
            }

            @Override
            public int size() {
                return heap.allocated(content.size());
            }
        };
    }

    private static <T> Iterator<T> iterator(Heap heap, Iterator<T> content) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return heap.allocated(content.hasNext());
            }

            @Override
            public T next() {
                return heap.allocated(content.next());
            }
        };
    }
}
