package dev.guerdon.scienceworld.minilab;

import dev.guerdon.scienceworld.simulator.LaboratorySimulator.GoalState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The goals of an experiment: some in order, some that only help.
 *
 * <p>As in ScienceWorld, the score is the share of the ordered goals, plus the share of the helpful ones as a fraction of one further goal.
 */
final class MinilabGoals {

    private final List<Goal> ordered = new ArrayList<>();
    private final List<Goal> helpful = new ArrayList<>();
    private BooleanSupplier failure = () -> false;
    private boolean failed;

    private static final class Goal {
        private final String words;
        private final BooleanSupplier reached;
        private boolean done;

        private Goal(String words, BooleanSupplier reached) {
            this.words = words;
            this.reached = reached;
        }
    }

    MinilabGoals then(String words, BooleanSupplier reached) {
        ordered.add(new Goal(words, reached));
        return this;
    }

    MinilabGoals helps(String words, BooleanSupplier reached) {
        helpful.add(new Goal(words, reached));
        return this;
    }

    MinilabGoals failsWhen(BooleanSupplier condition) {
        failure = condition;
        return this;
    }

    /** Takes note of what the last action brought. */
    void check() {
        if (completed() || failed) {
            return;
        }
        helpful.forEach(goal -> goal.done |= goal.reached.getAsBoolean());
        for (Goal goal : ordered) {
            if (!goal.done) {
                if (!goal.reached.getAsBoolean()) {
                    break;
                }
                goal.done = true;
            }
        }
        failed = !completed() && failure.getAsBoolean();
    }

    void forget() {
        failed = false;
        ordered.forEach(goal -> goal.done = false);
        helpful.forEach(goal -> goal.done = false);
    }

    boolean completed() {
        return ordered.stream().allMatch(goal -> goal.done);
    }

    double score() {
        if (failed) {
            return -1;
        }
        double steps = (double) done(ordered) / ordered.size();
        double help = helpful.isEmpty() ? 0 : (double) done(helpful) / helpful.size() / (ordered.size() + 1);
        return completed() ? 1 : Math.min(1, steps + help);
    }

    private static long done(List<Goal> goals) {
        return goals.stream().filter(goal -> goal.done).count();
    }

    List<GoalState> states() {
        return Stream.concat(
                        ordered.stream().map(goal -> new GoalState(goal.words, true, goal.done)),
                        helpful.stream().map(goal -> new GoalState(goal.words, false, goal.done)))
                .toList();
    }

    String progress() {
        StringBuilder text = new StringBuilder("In order:\n");
        ordered.forEach(goal -> text.append(line(goal)));
        text.append("Helpful:\n");
        helpful.forEach(goal -> text.append(line(goal)));
        return text.append(failed ? "Failed.\n" : "").toString();
    }

    private static String line(Goal goal) {
        return "\t[" + (goal.done ? "x" : " ") + "] " + goal.words + "\n";
    }
}
