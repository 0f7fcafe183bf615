package dev.guerdon.cluster.rows;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.Metrics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Metrics of parts, and of all of them together. */
final class Sums {

    private Sums() {}

    /** Scores samples, and keeps nothing of them but the state of the metrics. */
    static byte[] of(RowPlan plan, Iterator<byte[]> samples) {
        List<Metrics> metrics = none(plan.rewards().size());
        Batches batches = new Batches(plan, samples);
        while (batches.hasNext()) {
            batches.each((sample, scores) -> {
                String group = group(sample);
                for (int i = 0; i < scores.size(); i++) {
                    metrics.get(i).add(scores.get(i), group);
                }
            });
        }
        return JsonCodec.write(metrics.stream().map(Metrics::saveWithGroups).toList())
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String group(@Nullable LineSample sample) {
        return sample == null ? "" : sample.groupId();
    }

    /** The figures of all parts, as {@code guerdon score --metrics} names them. */
    static Map<String, Object> figures(List<String> labels, List<byte[]> sums) {
        List<Metrics> all = none(labels.size());
        for (byte[] sum : sums) {
            List<Json> states = JsonCodec.read(sum, "the metrics of a part").asList();
            if (states.size() != labels.size()) {
                throw new GuerdonException(
                        "expected metrics of " + labels.size() + " rewards, found those of " + states.size());
            }
            for (int i = 0; i < states.size(); i++) {
                all.get(i).add(Metrics.restore(states.get(i)));
            }
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            String prefix = labels.size() == 1 ? "" : labels.get(i) + "/";
            all.get(i).toMap().forEach((name, value) -> figures.put(prefix + name, value));
        }
        return figures;
    }

    private static List<Metrics> none(int rewards) {
        List<Metrics> metrics = new ArrayList<>();
        for (int i = 0; i < rewards; i++) {
            metrics.add(new Metrics());
        }
        return metrics;
    }

    /** Receives a sample and its scores; the sample is null where it could not be read. */
    @FunctionalInterface
    interface Sink {
        void accept(@Nullable LineSample sample, List<Score> scores);
    }
}
