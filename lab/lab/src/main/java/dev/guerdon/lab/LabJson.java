package dev.guerdon.lab;

import dev.guerdon.agent.TurnJson;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.MessageWriter;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Bound;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.Difference;
import dev.guerdon.lab.spi.Comparison.Missing;
import dev.guerdon.lab.spi.Comparison.Subject;
import dev.guerdon.lab.spi.Comparison.TaskChange;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Diagnosis.Diagnosed;
import dev.guerdon.lab.spi.Diagnosis.Total;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Episodes, diagnoses and comparisons for programs, as plain values; what is not known is null. */
@Experimental
public final class LabJson {

    private LabJson() {}

    /** Returns what is known of the episode as a whole. */
    public static Map<String, @Nullable Object> of(Episode episode) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("task", episode.task());
        out.put("repeat", episode.repeat());
        out.put("seed", episode.seed());
        out.put("domain", episode.domain());
        switch (episode.score()) {
            case Score.Scored scored -> {
                out.put("reward", scored.result().reward());
                out.put("extras", scored.result().extras());
            }
            case Score.Unscored unscored -> {
                out.put("reward", null);
                out.put("unscored", unscored);
            }
        }
        out.put("finish", episode.finish().word());
        out.put("ending", episode.finish().kind().word());
        out.put(
                "limit",
                episode.finish().limit().isEmpty() ? null : episode.finish().limit());
        out.put("completed", episode.completed());
        out.put("steps", episode.steps());
        out.put("answer", episode.answer());
        out.put("gold", episode.gold());
        out.put("error", episode.error());
        out.put("usage", TurnJson.of(episode.usage()));
        out.put("retries", episode.retries());
        out.put("waited_seconds", episode.waited().toNanos() / 1e9);
        out.put("started", episode.started().toString());
        out.put("seconds", episode.duration().toNanos() / 1e9);
        return out;
    }

    /** Returns the same with what happened in it: the task, the turns, what was said, where the files are. */
    public static Map<String, @Nullable Object> of(Episode episode, EpisodeDetail detail) {
        Map<String, @Nullable Object> out = of(episode);
        out.put("task_detail", MessageWriter.task(detail.task()));
        out.put("turns", detail.turns().stream().map(TurnJson::of).toList());
        out.put(
                "trajectory",
                detail.trajectory().segments().stream()
                        .map(MessageWriter::messages)
                        .toList());
        out.put("metrics", detail.trajectory().metrics());
        out.put("artifacts", detail.artifacts().map(Object::toString));
        return out;
    }

    /** Returns a diagnosis. Steps are counted from 1, as {@code guerdon show} does. */
    public static Map<String, @Nullable Object> of(Diagnosis diagnosis) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("run", diagnosis.run());
        out.put("losing", diagnosis.losing());
        out.put("examined", diagnosis.episodes().size());
        out.put("lost", diagnosis.lost());
        out.put("totals", diagnosis.totals().stream().map(LabJson::of).toList());
        out.put("episodes", diagnosis.episodes().stream().map(LabJson::of).toList());
        return out;
    }

    private static Map<String, @Nullable Object> of(Total total) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("class", total.kind());
        out.put("episodes", total.episodes());
        out.put("lost", total.lost());
        out.put("recoverable", total.recoverable());
        out.put("remedy", total.remedy());
        return out;
    }

    private static Map<String, @Nullable Object> of(Diagnosed one) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("task", one.episode().task());
        out.put("repeat", one.episode().repeat());
        out.put("reward", one.episode().scored() ? one.episode().reward() : null);
        out.put("lost", one.lost());
        out.put("class", one.main().kind());
        out.put("answer", one.episode().answer());
        out.put("gold", one.episode().gold());
        out.put("finding", of(one.main()));
        out.put("others", one.others().stream().map(LabJson::of).toList());
        return out;
    }

    private static Map<String, @Nullable Object> of(Finding finding) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("class", finding.kind());
        out.put("summary", finding.summary());
        out.put("confidence", finding.confidence());
        out.put("evidence", finding.evidence().stream().map(LabJson::of).toList());
        finding.counterfactual().ifPresent(other -> {
            Map<String, @Nullable Object> would = new LinkedHashMap<>();
            would.put("score", other.score());
            would.put("answer", other.answer());
            would.put("at_most", other.bound());
            out.put("counterfactual", would);
        });
        return out;
    }

    private static Map<String, @Nullable Object> of(Finding.Evidence evidence) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        if (evidence.step().isPresent()) {
            out.put("step", evidence.step().getAsInt() + 1);
        }
        out.put("text", evidence.text());
        return out;
    }

    /**
     * Returns a comparison as one object.
     *
     * @param gates the gate of each candidate, in their order; empty if none was asked for
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
                out.put(name, versus.changes(change).stream().map(LabJson::task).toList());
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
