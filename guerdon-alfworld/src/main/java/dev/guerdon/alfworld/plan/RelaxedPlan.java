package dev.guerdon.alfworld.plan;

import dev.guerdon.alfworld.logic.GroundTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Estimates how far a state is from the goal: the size of a plan in a world where literals, once true, stay true.
 *
 * <p>Costs spread from the literals that hold; an action costs the sum of its preconditions and one more. The relaxed plan is read
 * back from the cheapest goal. Its size is the estimate, and its actions that apply at once are the promising ones.
 */
final class RelaxedPlan {

    private static final int UNREACHED = Integer.MAX_VALUE;

    private final GroundTask task;
    private final List<GroundTask.Operator> operators;
    private final int[][] askedBy;
    private final int[] cost;
    private final int[] supporter;
    private final int[] missing;
    private final int[] sum;

    RelaxedPlan(GroundTask task) {
        this.task = task;
        this.operators = task.operators();
        int literals = 2 * task.facts();
        List<List<Integer>> asked = new ArrayList<>();
        for (int i = 0; i < literals; i++) {
            asked.add(new ArrayList<>(4));
        }
        for (int i = 0; i < operators.size(); i++) {
            for (int literal : operators.get(i).preconditions()) {
                asked.get(literal).add(i);
            }
        }
        askedBy = asked.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        cost = new int[literals];
        supporter = new int[literals];
        missing = new int[operators.size()];
        sum = new int[operators.size()];
    }

    /**
     * What the relaxed plan says.
     *
     * @param distance its number of actions; -1 where even it cannot reach the goal
     * @param promising the operators of it that apply at once
     */
    record Estimate(int distance, List<Integer> promising) {}

    Estimate estimate(long[] state) {
        spread(state);
        int[] nearest = null;
        long least = Long.MAX_VALUE;
        for (int[] goal : task.goals()) {
            long total = 0;
            for (int literal : goal) {
                total += cost[literal];
            }
            if (total < least) {
                least = total;
                nearest = goal;
            }
        }
        if (nearest == null || least >= UNREACHED) {
            return new Estimate(-1, List.of());
        }
        BitSet plan = new BitSet();
        for (int literal : nearest) {
            collect(literal, plan);
        }
        List<Integer> promising = plan.stream()
                .filter(i -> GroundTask.hold(state, operators.get(i).preconditions()))
                .boxed()
                .toList();
        return new Estimate(plan.cardinality(), promising);
    }

    private void collect(int literal, BitSet plan) {
        int operator = supporter[literal];
        if (operator < 0 || plan.get(operator)) {
            return;
        }
        plan.set(operator);
        for (int precondition : operators.get(operator).preconditions()) {
            collect(precondition, plan);
        }
    }

    private void spread(long[] state) {
        Arrays.fill(cost, UNREACHED);
        Arrays.fill(supporter, -1);
        List<List<Integer>> byCost = new ArrayList<>();
        for (int fact = 0; fact < task.facts(); fact++) {
            int literal = 2 * fact + (GroundTask.holds(state, 2 * fact) ? 0 : 1);
            reach(literal, 0, -1, byCost);
        }
        for (int i = 0; i < operators.size(); i++) {
            missing[i] = operators.get(i).preconditions().length;
            sum[i] = 1;
            if (missing[i] == 0) {
                reachEffects(i, byCost);
            }
        }
        for (int now = 0; now < byCost.size(); now++) {
            List<Integer> literals = byCost.get(now);
            for (int n = 0; n < literals.size(); n++) {
                int literal = literals.get(n);
                if (cost[literal] != now) {
                    continue; // a cheaper way was found since
                }
                for (int i : askedBy[literal]) {
                    sum[i] += now;
                    if (--missing[i] == 0) {
                        reachEffects(i, byCost);
                    }
                }
            }
        }
    }

    private void reachEffects(int operator, List<List<Integer>> byCost) {
        for (GroundTask.ConditionalEffect effect : operators.get(operator).effects()) {
            reach(effect.literal(), sum[operator], operator, byCost);
        }
    }

    private void reach(int literal, int newCost, int operator, List<List<Integer>> byCost) {
        if (newCost < cost[literal]) {
            cost[literal] = newCost;
            supporter[literal] = operator;
            while (byCost.size() <= newCost) {
                byCost.add(new ArrayList<>());
            }
            byCost.get(newCost).add(literal);
        }
    }
}
