package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Bound;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.Difference;
import dev.guerdon.lab.spi.Comparison.Missing;
import dev.guerdon.lab.spi.Comparison.Subject;
import dev.guerdon.lab.spi.Comparison.TaskChange;
import dev.guerdon.lab.spi.Comparison.Versus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Comparisons for programs, as plain values; what is not known is null. */
@Experimental
public final class ComparisonJson {

    private ComparisonJson() {}

    /**
     * A comparison as one object.
     *
     * @param gates the gate of each candidate, in their order; empty where none was asked for
     */
    public static Map<String, @Nullable Object> of(Comparison comparison, List<Gate> gates) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("base", subject(comparison.base()));
        List<Object> candidates = new ArrayList<>();
        for (int i = 0; i < comparison.candidates().size(); i++) {
            Map<String, @Nullable Object> one = versus(comparison.candidates().get(i));
            if (!gates.isEmpty()) {
                one.put("gate", gates.get(i));
            }
            candidates.add(one);
        }
        out.put("candidates", candidates);
        out.put("options", comparison.options());
        if (!gates.isEmpty()) {
            out.put("passed", gates.stream().allMatch(Gate::passed));
        }
        return out;
    }

    private static Map<String, @Nullable Object> subject(Subject run) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("run", run.run());
        out.put("suite", run.info().suite());
        out.put("agent", run.info().agent());
        out.put("model", run.info().model());
        out.put("reward", run.info().reward());
        out.put("commit", run.info().origin().state());
        out.put("note", run.info().note());
        out.put("status", run.info().status().name().toLowerCase(Locale.ROOT));
        out.put("episodes", run.metrics().episodes());
        out.put("tasks", run.metrics().tasks());
        out.put("avg_reward", run.metrics().averageReward());
        out.put("standard_error", run.mean().standardError());
        out.put("interval", run.interval());
        out.put("completed", run.metrics().completed());
        out.put("truncated", run.metrics().truncated());
        out.put("perfect", run.metrics().perfect());
        out.put("zero", run.metrics().zero());
        out.put("avg_steps", run.metrics().averageSteps());
        out.put("error_rate", run.metrics().errorRate());
        out.put("unscored", run.metrics().unscored());
        out.put("pass_at", run.passAt());
        out.put("flaky", run.flaky());
        return out;
    }

    private static Map<String, @Nullable Object> versus(Versus versus) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>(subject(versus.candidate()));
        out.put("paired_tasks", versus.tasks());
        out.put("pairs", versus.pairs());
        out.put("base_mean", versus.baseMean());
        out.put("candidate_mean", versus.candidateMean());
        out.put("difference", difference(versus.difference()));
        out.put("counts", versus.counts());
        for (Change change : Change.values()) {
            if (change != Change.UNCHANGED) {
                // The flaky tasks of the run alone have the plain name.
                String name =
                        change == Change.FLAKY ? "flaky_pairs" : change.name().toLowerCase(Locale.ROOT);
                out.put(
                        name,
                        versus.changes(change).stream()
                                .map(ComparisonJson::task)
                                .toList());
            }
        }
        out.put("domains", versus.domains());
        out.put("config", versus.config());
        out.put("notices", versus.notices());
        out.put("summary", versus.summary());
        return out;
    }

    private static Map<String, @Nullable Object> difference(Difference difference) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("mean", difference.mean());
        out.put("standard_deviation", difference.standardDeviation());
        out.put("level", difference.bootstrap().level());
        out.put("interval", difference.interval());
        out.put("resamples", difference.bootstrap().resamples());
        out.put("p_value", difference.pValue());
        out.put("adjusted_p_value", difference.adjustedPValue());
        out.put("p_drop", difference.significance().pDrop());
        out.put("adjusted_p_drop", difference.significance().adjustedPDrop());
        out.put("exact", difference.significance().exact());
        out.put("permutations", difference.significance().permutations());
        out.put("differing_tasks", difference.differing());
        out.put("smallest_detectable", difference.sensitivity().smallestDetectable());
        out.put("tasks_needed", difference.sensitivity().tasksNeeded());
        out.put("missing", missing(difference.missing()));
        return out;
    }

    private static Map<String, @Nullable Object> missing(Missing missing) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("pairs", missing.pairs());
        out.put("base", missing.base());
        out.put("candidate", missing.candidate());
        if (!missing.isEmpty()) {
            out.put("range", missing.range());
            out.put("worst", bound(missing.worst()));
            out.put("best", bound(missing.best()));
            out.put("tasks", missing.tasks());
        }
        return out;
    }

    private static Map<String, @Nullable Object> bound(Bound bound) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("mean", bound.mean());
        out.put("adjusted_p_value", bound.pValue());
        out.put("adjusted_p_drop", bound.pDrop());
        return out;
    }

    private static Map<String, @Nullable Object> task(TaskChange one) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("task", one.task());
        out.put("domain", one.domain());
        out.put("base", one.base());
        out.put("candidate", one.candidate());
        out.put("difference", one.difference());
        out.put("repeats", one.repeats());
        return out;
    }
}
