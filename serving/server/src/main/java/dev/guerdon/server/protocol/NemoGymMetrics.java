package dev.guerdon.server.protocol;

import dev.guerdon.server.http.JsonMembers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sums up rows that have their rewards: by task and all together, without those that are masked. */
final class NemoGymMetrics {

    private static final String TASK = "_ng_task_index";
    private static final String ROLLOUT = "_ng_rollout_index";
    private static final String MASKED = "mask_sample";

    static Map<String, @Nullable Object> of(List<Map<String, @Nullable Object>> rows) {
        List<Map<String, @Nullable Object>> measured = rows.stream()
                .filter(row -> !Boolean.TRUE.equals(row.get(MASKED)))
                .toList();
        Map<String, Object> coverage = coverage(rows, measured);
        TreeMap<Long, List<Map<String, @Nullable Object>>> tasks = new TreeMap<>();
        measured.forEach(row -> tasks.computeIfAbsent(index(row, TASK), any -> new ArrayList<>())
                .add(row));
        List<Map<String, Object>> groups = new ArrayList<>();
        tasks.forEach((task, group) -> {
            Map<String, Object> metrics = new LinkedHashMap<>(statistics(group));
            metrics.put(TASK, task);
            groups.add(metrics);
        });
        Map<String, Object> all = new LinkedHashMap<>(statistics(measured));
        all.putAll(coverage);
        if (!measured.isEmpty()) {
            all.put(
                    "num_repeats",
                    rows.stream().map(row -> index(row, ROLLOUT)).distinct().count());
        }
        Map<String, Object> headlines = new LinkedHashMap<>();
        all.forEach((name, value) -> {
            if (name.startsWith("mean/") || coverage.containsKey(name)) {
                headlines.put(name, value);
            }
        });
        return new JsonMembers()
                .with("group_level_metrics", groups)
                .with("agent_metrics", all)
                .with("key_metrics", headlines);
    }

    private static long index(Map<String, @Nullable Object> row, String name) {
        return row.get(name) instanceof Number number ? number.longValue() : 0;
    }

    /** Returns how much of what was run the other figures are of; nothing if that is everything. */
    private static Map<String, Object> coverage(
            List<Map<String, @Nullable Object>> rows, List<Map<String, @Nullable Object>> measured) {
        if (rows.size() == measured.size()) {
            return Map.of();
        }
        Set<Long> tasks = new LinkedHashSet<>();
        rows.forEach(row -> tasks.add(index(row, TASK)));
        Set<Long> measuredTasks = new LinkedHashSet<>();
        measured.forEach(row -> measuredTasks.add(index(row, TASK)));
        return new JsonMembers()
                .with("coverage/measured_rollouts", measured.size())
                .with("coverage/masked_rollouts", rows.size() - measured.size())
                .with("coverage/measured_tasks", measuredTasks.size())
                .with("coverage/fully_masked_tasks", tasks.size() - measuredTasks.size());
    }

    /** Returns mean, extremes, median and deviation of every number that rows have under a name. */
    private static Map<String, Object> statistics(List<Map<String, @Nullable Object>> rows) {
        Map<String, List<Double>> columns = new LinkedHashMap<>();
        for (Map<String, @Nullable Object> row : rows) {
            row.forEach((name, value) -> {
                if (!name.startsWith("_") && !name.equals(MASKED)) {
                    switch (value) {
                        case Boolean truth -> column(columns, name).add(truth ? 1.0 : 0.0);
                        case Number number
                        when Double.isFinite(number.doubleValue()) ->
                            column(columns, name).add(number.doubleValue());
                        case null, default -> {}
                    }
                }
            });
        }
        Map<String, Object> out = new LinkedHashMap<>();
        columns.forEach((name, values) -> {
            double[] sorted =
                    values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            double mean = values.stream().mapToDouble(Double::doubleValue).sum() / sorted.length;
            out.put("mean/" + name, mean);
            out.put("max/" + name, sorted[sorted.length - 1]);
            out.put("min/" + name, sorted[0]);
            out.put("median/" + name, (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2);
            out.put("std/" + name, deviation(sorted, mean));
        });
        return out;
    }

    private static List<Double> column(Map<String, List<Double>> columns, String name) {
        return columns.computeIfAbsent(name, any -> new ArrayList<>());
    }

    /** Returns the deviation of a sample, as the original has it; 0 for one value. */
    private static double deviation(double[] values, double mean) {
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
    }
}
