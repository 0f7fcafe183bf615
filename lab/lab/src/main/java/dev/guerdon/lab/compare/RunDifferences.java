package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.run.RunPrompts.PromptChange;
import dev.guerdon.lab.spi.Comparison.ConfigChange;
import dev.guerdon.lab.spi.Comparison.Counts;
import dev.guerdon.lab.spi.Comparison.Subject;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Differences between two runs besides their rewards, and what makes a comparison less than it seems. */
@Internal
public final class RunDifferences {

    /** The options once more, and hashes: of the tasks, which a notice tells, and of tasks and agent together in older runs. */
    private static final Set<String> NO_CONFIGURATION = Set.of("options", RunInfo.TASKS, "suite_fingerprint");

    /** Before the file of a section of the prompt, whose whole text is the value. */
    public static final String SECTION = "prompt.";

    private RunDifferences() {}

    /** Returns what was asked for and where it ran, as far as it is not the same. */
    public static List<ConfigChange> config(RunInfo base, RunInfo candidate) {
        Map<String, String> one = flat(base);
        Map<String, String> other = flat(candidate);
        Set<String> names = new LinkedHashSet<>(one.keySet());
        names.addAll(other.keySet());
        List<ConfigChange> changes = new ArrayList<>();
        for (String name : names) {
            String before = one.getOrDefault(name, "");
            String after = other.getOrDefault(name, "");
            if (!before.equals(after)) {
                changes.add(new ConfigChange(name, before, after));
            }
        }
        for (PromptChange.OfSection change : PromptChange.between(base, candidate)) {
            changes.add(new ConfigChange(SECTION + change.name(), change.before(), change.after()));
        }
        return changes;
    }

    /** Returns what was asked for and where it ran, by name. */
    public static Map<String, String> flat(RunInfo info) {
        Map<String, String> out = new LinkedHashMap<>();
        out.put("suite", info.suite());
        out.put("agent", info.agent());
        out.put("model", info.model());
        out.put("reward", info.reward());
        info.settings().forEach((name, value) -> out.put("settings." + name, value));
        out.put("max_steps", Integer.toString(info.maxSteps()));
        out.put("repeat", Integer.toString(info.repeat()));
        out.put("seed", Long.toString(info.seed()));
        out.put("commit", info.origin().state());
        // The options and parts of a run are its configuration once more, in greater detail than a reader wants here.
        info.provenance().forEach((name, value) -> {
            if (!NO_CONFIGURATION.contains(name)) {
                flatten(name, value, out);
            }
        });
        return out;
    }

    /** Returns whether tasks of the same names are other tasks now. */
    private static boolean tasksChanged(RunInfo base, RunInfo candidate) {
        Object before = base.provenance().get(RunInfo.TASKS);
        Object after = candidate.provenance().get(RunInfo.TASKS);
        return before != null
                && after != null
                && !before.equals(after)
                && base.planned().equals(candidate.planned());
    }

    private static void flatten(String name, @Nullable Object value, Map<String, String> out) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> flatten(name + "." + key, inner, out));
        } else if (value != null && !(value instanceof List)) {
            out.put(name, String.valueOf(value));
        }
    }

    /** Returns what resuming a run would do; nothing where it came from elsewhere. */
    private static String resume(Subject run, String effect) {
        return run.info().imported() ? "" : "; 'guerdon run --resume " + run.run() + effect;
    }

    public static List<String> notices(Subject base, Subject candidate, TaskPairing tasks, Counts counts) {
        List<String> notices = new ArrayList<>();
        for (Subject run : List.of(base, candidate)) {
            if (run.info().status() != RunInfo.Status.COMPLETE) {
                notices.add(run.run() + " is not complete ("
                        + run.info().status().name().toLowerCase(Locale.ROOT) + "): "
                        + DisplayFormat.count(run.metrics().episodes()) + " of " + DisplayFormat.count(run.planned())
                        + " planned episodes" + resume(run, "' goes on with it"));
            }
        }
        if (!base.info().suite().equals(candidate.info().suite())) {
            notices.add("the runs are of different suites, '" + base.info().suite() + "' and '"
                    + candidate.info().suite() + "'; only the tasks they share are compared");
        }
        if (tasksChanged(base.info(), candidate.info())) {
            notices.add(
                    "tasks of the suite '" + base.info().suite()
                            + "' were changed between the runs, though their ids are the same; the difference may come from that");
        }
        if (!base.info().model().equals(candidate.info().model())) {
            notices.add("the runs are of different models, "
                    + base.info().model() + " and " + candidate.info().model()
                    + ": this compares the models, and shows nothing of a change to the agent");
        } else if (!base.info().agent().equals(candidate.info().agent())) {
            notices.add("the runs are of different agents, " + base.info().agent() + " and "
                    + candidate.info().agent());
        }
        if (!base.info().reward().equals(candidate.info().reward())) {
            notices.add("the runs were scored with different rewards, "
                    + base.info().reward() + " and " + candidate.info().reward()
                    + "; the difference may come from that");
        }
        if (counts.onlyInBase() + counts.onlyInCandidate() > 0) {
            notices.add(DisplayFormat.times(counts.onlyInBase(), "task") + " only in the base and "
                    + DisplayFormat.times(counts.onlyInCandidate(), "task") + " only in the candidate are left out");
        }
        int unpaired = tasks.unpaired();
        if (unpaired > 0) {
            notices.add(DisplayFormat.times(unpaired, "repeat") + " without a partner in the other run "
                    + (unpaired == 1 ? "is" : "are") + " left out");
        }
        for (Subject run : List.of(base, candidate)) {
            if (run.metrics().unscored() > 0) {
                notices.add(DisplayFormat.count(run.metrics().unscored()) + " of "
                        + DisplayFormat.times(run.metrics().episodes(), "episode") + " of " + run.run()
                        + " have no score and are missing from its average"
                        + resume(run, "' runs those again that failed"));
            }
        }
        return notices;
    }
}
