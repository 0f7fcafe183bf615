package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.JsonCodec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTest {

    private record Sample(Score score, String group) {}

    private static List<Sample> samples(Random random) {
        List<Sample> out = new ArrayList<>();
        int count = random.nextInt(200);
        int scale = random.nextInt(4) == 0 ? 600 : 0;
        for (int i = 0; i < count; i++) {
            String group = random.nextInt(5) == 0 ? "" : "task " + random.nextInt(12);
            if (random.nextInt(10) == 0) {
                Score.Reason[] reasons = Score.Reason.values();
                out.add(new Sample(new Score.Unscored(reasons[random.nextInt(reasons.length)], "no"), group));
                continue;
            }
            double reward = random.nextInt(3) == 0 ? 1 : (double) random.nextInt(9) / (9 + random.nextInt(5));
            Map<String, Object> extras = new LinkedHashMap<>();
            extras.put("f1", reward * random.nextDouble());
            extras.put("ok", random.nextBoolean());
            if (random.nextBoolean()) {
                extras.put(
                        "extra " + random.nextInt(5),
                        Math.scalb(random.nextGaussian(), random.nextInt(1 + scale) - scale / 2));
            }
            extras.put("note", "text");
            out.add(new Sample(
                    new Score.Scored(
                            new RewardResult(random.nextInt(scale + 20) > 20 ? reward * 1e200 : reward, extras)),
                    group));
        }
        return out;
    }

    private static Metrics of(List<Sample> samples) {
        Metrics metrics = new Metrics();
        samples.forEach(sample -> metrics.add(sample.score, sample.group));
        return metrics;
    }

    private static Metrics sent(Metrics metrics) {
        return Metrics.restore(JsonCodec.read(JsonCodec.write(metrics.saveWithGroups()), "state"));
    }

    private static Metrics inParts(List<Sample> samples, Random random) {
        List<Metrics> parts = new ArrayList<>(List.of(new Metrics()));
        for (int at = 0; at < samples.size(); ) {
            int end = Math.min(samples.size(), at + random.nextInt(20));
            parts.add(of(samples.subList(at, end)));
            at = end;
        }
        while (parts.size() > 1) {
            Metrics one = parts.remove(random.nextInt(parts.size()));
            Metrics other = parts.remove(random.nextInt(parts.size()));
            one.add(random.nextBoolean() ? sent(other) : other);
            parts.add(random.nextBoolean() ? sent(one) : one);
        }
        return parts.getFirst();
    }

    @Test
    void figuresAreTheSameToTheLastBitInAnyOrderAndParts() {
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            List<Sample> samples = samples(random);
            Map<String, Object> expected = of(samples).toMap();
            Collections.shuffle(samples, random);
            Map<String, Object> figures = inParts(samples, random).toMap();
            assertThat(figures).as("seed %s", seed).isEqualTo(expected);
            assertThat(figures.keySet()).containsExactlyElementsOf(expected.keySet());
            assertThat(JsonCodec.write(figures)).doesNotContain("null");
        }
    }

    @Test
    @Tag("slow")
    void ofTooManyGroupsTheSameAreKeptInAnyOrderAndParts() {
        List<String> ids = new ArrayList<>(
                IntStream.range(0, 290_000).mapToObj(i -> "task-" + i).toList());
        Metrics forwards = new Metrics();
        ids.forEach(id -> forwards.addToGroup(id, 1.0 / (1 + id.length()) + id.hashCode() * 0x1p-40));
        Collections.reverse(ids);
        Metrics first = new Metrics();
        Metrics second = new Metrics();
        for (int i = 0; i < ids.size(); i++) {
            String id = ids.get(i);
            (i % 7 == 0 ? first : second).addToGroup(id, 1.0 / (1 + id.length()) + id.hashCode() * 0x1p-40);
        }
        first.add(second);
        assertThat(first.toMap())
                .containsEntry("group/count", 250_000L)
                .containsEntry("group/left_out", 40_000L)
                .isEqualTo(forwards.toMap());
        assertThat(sent(first).toMap()).isEqualTo(forwards.toMap());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"rewards\":[],\"extras\":{},\"unscored\":{}}",
                "{\"rewards\":[0],\"extras\":{},\"unscored\":{\"BORED\":1}}",
                "{\"rewards\":[0],\"extras\":{\"x\":[1,1,0,1]},\"unscored\":{}}",
                "{\"rewards\":[0],\"extras\":{},\"unscored\":{},\"groups\":{\"a\":[]}}"
            })
    void whatIsNoStateIsRefused(String state) {
        assertThatThrownBy(() -> Metrics.restore(JsonCodec.read(state, "state")))
                .isInstanceOf(GuerdonException.class);
    }
}
