package dev.guerdon.lab.session;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Suite.TaskSelection;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tasks of a session by their ids, divided once by its seed.
 *
 * @param train the tasks whose episodes proposers see, and on which changes are tried first; none where changes are listed in the plan
 * @param tried the tasks on which changes are tested, in the order in which they are looked at; proposers learn no more of them than what
 *     was kept
 * @param apart the ids of the tasks that no change sees before the end
 * @param clusters the cluster of each task, where the plan names clusters
 */
@Internal
public record TaskSplit(List<String> train, List<String> tried, List<String> apart, Map<String, String> clusters) {

    /** A division without clusters. */
    public TaskSplit(List<String> train, List<String> tried, List<String> apart) {
        this(train, tried, apart, Map.of());
    }

    /** Fewer training tasks say nothing. */
    private static final int FEWEST = 2;

    private static final Pattern SHARE = Pattern.compile("(\\d{1,2})\\s*%");
    private static final Pattern COUNT = Pattern.compile("\\d{1,9}");
    private static final String NONE = "none";

    /** Returns what is wrong with a hold-out as a plan writes it. */
    static Optional<String> check(String holdout) {
        return holdout.isBlank()
                        || (holdout.contains("%") && !SHARE.matcher(holdout).matches())
                ? Optional.of(
                        "expected none, a number of tasks, a share such as 20 %, or ids of tasks for 'holdout', found '"
                                + holdout + "'")
                : Optional.empty();
    }

    /** Divides the tasks of a plan; the same plan always the same way. */
    public static TaskSplit of(IterationPlan plan, List<Task> all) {
        List<Task> chosen = plan.tasks().isEmpty() ? all : TaskSelection.of(plan.tasks(), all);
        AcceptanceRule rule = plan.accept();
        List<String> ids = chosen.stream().map(Task::id).toList();
        List<String> apart = apart(rule, chosen, plan.seed());
        List<String> tried = new ArrayList<>(ids);
        tried.removeAll(apart);
        if (tried.isEmpty()) {
            throw new LabException("the hold-out '" + rule.holdout() + "' leaves no task to try changes on, of "
                    + ids.size() + "; set fewer tasks apart");
        }
        for (String task : rule.neverRegress()) {
            if (!tried.contains(task)) {
                throw new LabException(
                        "the task '" + task + "' must never regress, but is not among those that are run");
            }
        }
        if (rule.test() == AcceptanceRule.Test.SEQUENTIAL) {
            // The test may stop early, so the order must have nothing to do with the outcome.
            Collections.shuffle(tried, new Random(plan.seed()));
        }
        return new TaskSplit(List.of(), tried, apart);
    }

    /** Returns the same for a session that also trains. */
    public static TaskSplit of(ImprovePlan plan, List<Task> all) {
        TaskSplit apart = TaskSplit.of(plan.base(), all);
        List<String> tried = new ArrayList<>(apart.tried().stream().sorted().toList());
        Collections.shuffle(tried, new Random(plan.seed() + 2));
        // Tasks that must never regress are watched by the test.
        tried.sort((a, b) -> Boolean.compare(
                plan.rule().neverRegress().contains(a),
                plan.rule().neverRegress().contains(b)));
        int train = (int) Math.round(tried.size() * plan.trainShare());
        train = Math.clamp(train, 0, tried.size());
        if ((train < FEWEST && plan.trainShare() > 0) || tried.size() - train < FEWEST) {
            throw new LabException("a session needs at least " + FEWEST + " tasks for training and " + FEWEST
                    + " for tests; this plan has " + train + " and " + (tried.size() - train) + ", with "
                    + apart.apart().size() + " set apart; take more tasks, or another 'split'");
        }
        List<String> validation = new ArrayList<>(tried.subList(train, tried.size()));
        // The test may stop early, so the order must have nothing to do with the outcome.
        Collections.shuffle(validation, new Random(plan.seed() + 3));
        return new TaskSplit(tried.subList(0, train), validation, apart.apart(), clusters(plan, all));
    }

    private static Map<String, String> clusters(ImprovePlan plan, List<Task> all) {
        String field = plan.racing().clusters();
        Map<String, String> clusters = new HashMap<>();
        if (!field.isEmpty()) {
            all.forEach(task -> task.field(field)
                    .ifPresent(value ->
                            clusters.put(task.id(), value.isString() ? value.asString() : JsonCodec.write(value))));
            if (clusters.isEmpty()) {
                throw new LabException("no task has the field '" + field + "' that 'clusters' names; expected a field"
                        + " of the tasks that says which of them belong together");
            }
        }
        return clusters;
    }

    /** Returns what becomes of the tasks, in a sentence. */
    public String sentence() {
        return (train.isEmpty() ? "" : train.size() + " tasks are for training, ")
                + tried.size() + (train.isEmpty() ? " tasks are for tests, and " : " for tests, and ") + apart.size()
                + " are set apart: nothing sees them before the end.";
    }

    private static List<String> apart(AcceptanceRule rule, List<Task> chosen, long seed) {
        String spec = rule.holdout().strip();
        Matcher share = SHARE.matcher(spec);
        int count;
        if (spec.isEmpty()) {
            boolean usual = rule.test() != AcceptanceRule.Test.MEAN && rule.confirm();
            count = usual && chosen.size() >= AcceptanceRule.HOLDOUT_FROM ? chosen.size() / 5 : 0;
        } else if (spec.equals(NONE)) {
            count = 0;
        } else if (share.matches()) {
            count = Math.round(chosen.size() * Integer.parseInt(share.group(1)) / 100f);
        } else if (COUNT.matcher(spec).matches()) {
            count = Integer.parseInt(spec);
        } else {
            return TaskSelection.of(spec, chosen).stream().map(Task::id).toList();
        }
        List<String> free = new ArrayList<>(chosen.stream().map(Task::id).toList());
        free.removeAll(rule.neverRegress());
        Collections.shuffle(free, new Random(seed + 1));
        if (count > free.size()) {
            throw new LabException(
                    "the hold-out has " + count + " tasks, but only " + free.size() + " can be set apart");
        }
        List<String> picked = free.subList(0, count);
        return chosen.stream().map(Task::id).filter(picked::contains).toList();
    }

    /** Returns what a user should know of the rule and of the tasks before anything is run. */
    public Optional<String> notice(AcceptanceRule rule) {
        if (rule.test() == AcceptanceRule.Test.MEAN) {
            return Optional.of(
                    "The higher average wins, as one does by hand. With noisy rewards such sessions keep useless"
                            + " changes more often than not, and overstate the champion; without 'test: mean' both are controlled.");
        }
        return apart.isEmpty()
                ? Optional.empty()
                : Optional.of(DisplayFormat.times(apart.size(), "task") + " of " + (apart.size() + tried.size())
                        + (apart.size() == 1 ? " is" : " are") + " set apart: no change sees "
                        + (apart.size() == 1 ? "it" : "them") + " before the winner is confirmed at the end.");
    }
}
