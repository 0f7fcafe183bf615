package dev.guerdon.browser;

import dev.guerdon.browser.view.CdpValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sums up the steps of an experiment as BrowserGym's {@code summary_info.json} does, key by key. */
final class SummaryInfo {

    /** An error that ended an experiment. */
    record Failure(String message, String stackTrace) {}

    /**
     * Returns the summary.
     *
     * @param steps the steps from the reset on; none counts as one that failed
     * @param failure what ended the experiment, where that was an error
     */
    static Map<String, @Nullable Object> of(List<Map<String, @Nullable Object>> steps, @Nullable Failure failure) {
        Map<String, @Nullable Object> summary = new LinkedHashMap<>();
        summary.put("n_steps", Math.max(steps.size() - 1, 0));
        summary.put("cum_reward", sum(numbers(steps, "reward").toList()));
        summary.put(
                "cum_raw_reward",
                sum(numbers(steps, "raw_reward")
                        .filter(number -> number.doubleValue() != 0)
                        .toList()));
        putError(summary, steps, failure);
        putStats(summary, steps);
        summary.put("terminated", steps.isEmpty() ? null : steps.getLast().get("terminated"));
        summary.put("truncated", steps.isEmpty() ? null : steps.getLast().get("truncated"));
        return summary;
    }

    /** Adds the loop's error, or else the last one of the agent. */
    private static void putError(
            Map<String, @Nullable Object> summary,
            List<Map<String, @Nullable Object>> steps,
            @Nullable Failure failure) {
        Object message = failure == null ? null : failure.message();
        Object trace = failure == null ? null : failure.stackTrace();
        for (int i = steps.size() - 1; i >= 0 && message == null; i--) {
            Map<String, @Nullable Object> said = CdpValues.object(steps.get(i).get("agent_info"));
            message = said.get("err_msg");
            trace = message == null ? null : said.get("stack_trace");
        }
        summary.put("err_msg", message);
        summary.put("stack_trace", trace);
    }

    private static void putStats(Map<String, @Nullable Object> summary, List<Map<String, @Nullable Object>> steps) {
        summary.put("stats.cum_steps", Math.max(steps.size(), 1));
        Map<String, List<@Nullable Number>> columns = new LinkedHashMap<>();
        for (Map<String, @Nullable Object> step : steps) {
            CdpValues.object(step.get("stats"))
                    .forEach((key, value) -> columns.computeIfAbsent(key, k -> new ArrayList<>())
                            .add(value instanceof Number number ? number : null));
        }
        columns.forEach((key, values) -> {
            summary.put("stats.cum_" + key, total(values));
            summary.put("stats.max_" + key, largest(values));
        });
    }

    private static Stream<Number> numbers(List<Map<String, @Nullable Object>> steps, String name) {
        return steps.stream().map(step -> step.get(name) instanceof Number number ? number : 0);
    }

    private static Number sum(List<Number> numbers) {
        double sum = numbers.stream().mapToDouble(Number::doubleValue).reduce(0, Double::sum);
        return numbers.stream().allMatch(SummaryInfo::isWhole) ? (Number) (long) sum : sum;
    }

    private static boolean isWhole(@Nullable Number number) {
        return number instanceof Integer || number instanceof Long;
    }

    /** Returns the sum of what is a number. A column of whole numbers has a whole sum; what is missing counts as not a number. */
    private static Number total(List<@Nullable Number> values) {
        if (values.stream().allMatch(SummaryInfo::isWhole)) {
            return values.stream()
                    .mapToLong(value -> value == null ? 0 : value.longValue())
                    .sum();
        }
        double[] numbers = values.stream()
                .mapToDouble(value -> value == null || Double.isNaN(value.doubleValue()) ? 0 : value.doubleValue())
                .toArray();
        return pairwise(numbers, 0, numbers.length);
    }

    /** Returns the largest of what is a number; null where nothing is. */
    private static @Nullable Number largest(List<@Nullable Number> values) {
        Number largest = null;
        for (Number value : values) {
            if (value != null
                    && !Double.isNaN(value.doubleValue())
                    && (largest == null || value.doubleValue() > largest.doubleValue())) {
                largest = value;
            }
        }
        return largest == null || values.stream().allMatch(SummaryInfo::isWhole)
                ? largest
                : (Number) largest.doubleValue();
    }

    /** Adds in the order in which NumPy does, so that the last digits are the same. */
    private static double pairwise(double[] numbers, int from, int count) {
        if (count < 8) {
            double sum = 0;
            for (int i = from; i < from + count; i++) {
                sum += numbers[i];
            }
            return sum;
        }
        if (count > 128) {
            int half = count / 2 - count / 2 % 8;
            return pairwise(numbers, from, half) + pairwise(numbers, from + half, count - half);
        }
        double[] lanes = Arrays.copyOfRange(numbers, from, from + 8);
        int at = 8;
        for (; at < count - count % 8; at += 8) {
            for (int lane = 0; lane < 8; lane++) {
                lanes[lane] += numbers[from + at + lane];
            }
        }
        double sum = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
        for (; at < count; at++) {
            sum += numbers[from + at];
        }
        return sum;
    }
}
