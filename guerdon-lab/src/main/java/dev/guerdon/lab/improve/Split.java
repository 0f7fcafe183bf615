package dev.guerdon.lab.improve;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import dev.guerdon.lab.iterate.TaskSplit;
import dev.guerdon.lab.spi.LabException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The tasks of a session, divided once by its seed.
 *
 * @param train the tasks whose episodes proposers see, and on which changes are tried first
 * @param validation the tasks on which changes are tested; proposers learn no more of them than what was kept
 * @param holdout the tasks that nothing sees before the end
 */
@Internal
public record Split(List<String> train, List<String> validation, List<String> holdout) {

    /** Fewer training tasks say nothing. */
    private static final int FEWEST = 2;

    public Split {
        train = List.copyOf(train);
        validation = List.copyOf(validation);
        holdout = List.copyOf(holdout);
    }

    /** Divides the tasks of a plan; the same plan always the same way. */
    public static Split of(ImprovePlan plan, List<Task> all) {
        TaskSplit apart = TaskSplit.of(plan.base(), all);
        List<String> tried = new ArrayList<>(apart.tried().stream().sorted().toList());
        Collections.shuffle(tried, new Random(plan.seed() + 2));
        // Tasks that must never regress are watched by the test.
        tried.sort((a, b) -> Boolean.compare(
                plan.rule().neverRegress().contains(a),
                plan.rule().neverRegress().contains(b)));
        int train = (int) Math.round(tried.size() * plan.split().train());
        train = Math.clamp(train, 0, tried.size());
        if (train < FEWEST || tried.size() - train < FEWEST) {
            throw new LabException("a session needs at least " + FEWEST + " tasks for training and " + FEWEST
                    + " for tests; this plan has " + train + " and " + (tried.size() - train) + ", with "
                    + apart.apart().size() + " set apart; take more tasks, or another 'split'");
        }
        List<String> validation = new ArrayList<>(tried.subList(train, tried.size()));
        // The test may stop early, so the order must have nothing to do with the outcome.
        Collections.shuffle(validation, new Random(plan.seed() + 3));
        return new Split(tried.subList(0, train), validation, apart.apart());
    }

    /** What becomes of the tasks, in a sentence. */
    public String sentence() {
        return train.size() + " tasks are for training, " + validation.size() + " for tests, and " + holdout.size()
                + " are set apart: nothing sees them before the end.";
    }
}
