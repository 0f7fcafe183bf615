package dev.guerdon.lab.report;

import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A run with everything that a report says about it.
 *
 * @param number its place in the report, from 1
 * @param info what it is
 * @param metrics its key figures
 * @param effort what its episodes took together
 * @param interval where its average reward lies
 * @param tasks the mean reward of each task, in planned order
 * @param beside the mean of each reward that was kept beside, over the episodes that it scored; NaN if there is none
 * @param diagnosis why it lost reward
 * @param decision what became of it, where something decided
 * @param base the place of the run that it is compared with, 0 if there is none
 * @param versus it beside that run, where both can be compared
 */
record ReportedRun(
        int number,
        RunInfo info,
        KeyMetrics metrics,
        Episode.Effort effort,
        Optional<Interval> interval,
        Map<String, Double> tasks,
        Map<String, Double> beside,
        Diagnosis diagnosis,
        Optional<Decision> decision,
        int base,
        Optional<Versus> versus) {

    static final double LEVEL = 0.95;

    /** How much a task's reward must move to count as changed. */
    static final double MOVED = 0.005;

    /** Returns what its model calls used up. */
    Usage usage() {
        return effort.usage();
    }

    /** Returns what they cost; a dash where nothing was spent. */
    String cost() {
        if (usage().tokens() == 0) {
            return "–";
        }
        return usage().costKnown() ? String.format(Locale.ROOT, "$%.4f", usage().usd()) : "unknown";
    }

    double mean() {
        return metrics.averageReward();
    }

    /** Returns how many episodes were planned, or came about if that is not known. */
    int planned() {
        return Math.max(metrics.episodes(), info.planned().size() * info.repeat());
    }

    /** Its average, marked if it is one over a part of the tasks. */
    String average() {
        return DisplayFormat.reward(mean()) + (metrics.episodes() < planned() ? "*" : "");
    }

    /** Returns who acted: the agent and its model. */
    String subject() {
        return DisplayFormat.ends(info.agent(), 60) + " with " + DisplayFormat.ends(info.model(), 90);
    }

    /** Returns the reward that decides, and those kept beside it. */
    String rewards() {
        return info.besideRewards().isEmpty()
                ? info.reward()
                : info.reward() + " (beside it " + String.join(", ", info.besideRewards()) + ")";
    }

    /** Returns whether the change from this run to another one is a change to the agent, and can be told as one. */
    boolean isLike(ReportedRun other) {
        return info.isLike(other.info);
    }

    /** Its name and number, for sentences. */
    String title() {
        return "run " + number;
    }

    /** Returns what was tried, in the user's words, else in settings. */
    String focus() {
        if (decision.isPresent()) {
            return decision.get().change();
        }
        return info.note().isEmpty() ? settings() : info.note();
    }

    /** Returns what was changed against another run: another model before anything else. */
    String change(ReportedRun base) {
        return info.model().equals(base.info.model())
                ? focus()
                : "other model: " + DisplayFormat.ends(info.model(), 60);
    }

    private String settings() {
        String settings = info.settings().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(java.util.stream.Collectors.joining(" "));
        return settings.isEmpty() ? "–" : settings;
    }

    /** Returns whether its average was scored in the same way as that of another one, on the same tasks or on others. */
    boolean sharesReward(ReportedRun other) {
        return info.suite().equals(other.info.suite()) && info.reward().equals(other.info.reward());
    }

    /** Returns whether later runs do not build on it. */
    boolean rolledBack() {
        return decision.map(Decision::verdict)
                .filter(verdict -> verdict != Decision.Verdict.START && verdict != Decision.Verdict.KEPT)
                .isPresent();
    }

    /** Returns the commit, shortened; marked where the working tree had changes. */
    String commit() {
        return info.commit().isEmpty()
                ? "–"
                : info.commit().substring(0, Math.min(7, info.commit().length())) + (info.dirty() ? "*" : "");
    }
}
