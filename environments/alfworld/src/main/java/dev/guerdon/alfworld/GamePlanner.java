package dev.guerdon.alfworld;

import dev.guerdon.alfworld.game.FactSet;
import dev.guerdon.alfworld.game.GameEpisode;
import dev.guerdon.alfworld.game.GroundAction;
import dev.guerdon.alfworld.game.GroundTask;
import dev.guerdon.alfworld.game.PlanningGame;
import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds commands that win a game from any of its states.
 *
 * <p>A greedy best-first search: states are ordered by the steps taken and the relaxed plan's estimate of the steps to come, which
 * weighs more, and what a relaxed plan recommends is tried before the rest. Plans are short, not always shortest. The number of
 * states is bounded.
 */
@Internal
public final class GamePlanner {

    private static final int MAX_STATES = 20_000;
    private static final int WEIGHT = 4;

    private final PlanningGame game;
    private final GroundTask task;
    private final RelaxedPlan relaxed;

    private GamePlanner(PlanningGame game, GroundTask task) {
        this.game = game;
        this.task = task;
        this.relaxed = new RelaxedPlan(task);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Node(long[] state, @Nullable Node before, int operator, int steps, int priority, long order) {}

    /** A state as a key of a set. */
    private record Key(List<Long> words) {
        static Key of(long[] state) {
            return new Key(Arrays.stream(state).boxed().toList());
        }
    }

    /** Commands that win from a state, or nothing if none were found within the bound; empty if it is won already. */
    public static Optional<List<String>> plan(PlanningGame game, FactSet from) {
        if (game.isWon(from)) {
            return Optional.of(List.of());
        }
        return game.groundTask().flatMap(task -> new GamePlanner(game, task).search(from));
    }

    private Optional<List<String>> search(FactSet from) {
        PriorityQueue<Node> open =
                new PriorityQueue<>(Comparator.comparingInt(Node::priority).thenComparingLong(Node::order));
        Set<Key> seen = new HashSet<>();
        open.add(new Node(task.state(from), null, -1, 0, 0, 0));
        long order = 0;
        while (!open.isEmpty() && seen.size() < MAX_STATES) {
            Node node = open.poll();
            if (!seen.add(Key.of(node.state))) {
                continue;
            }
            if (task.isWon(node.state)) {
                return commands(node, from);
            }
            RelaxedPlan.Estimate estimate = relaxed.estimate(node.state);
            if (estimate.distance() < 0) {
                continue;
            }
            for (int i = 0; i < task.operators().size(); i++) {
                GroundTask.Operator operator = task.operators().get(i);
                if (GroundTask.hold(node.state, operator.preconditions())) {
                    // What the relaxed plan recommends should bring the goal one step nearer, anything else one
                    // farther.
                    int expected = estimate.distance() + (estimate.promising().contains(i) ? -1 : 1);
                    open.add(new Node(
                            GroundTask.apply(node.state, operator),
                            node,
                            i,
                            node.steps + 1,
                            node.steps + 1 + WEIGHT * expected,
                            ++order));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<List<String>> commands(Node goal, FactSet from) {
        List<GroundAction> actions = new ArrayList<>();
        for (Node node = goal; node.before != null; node = node.before) {
            actions.addFirst(task.operators().get(node.operator).action());
        }
        Optional<List<String>> commands = play(actions, from);
        for (int i = actions.size() - 1; i >= 0 && commands.isPresent(); i--) {
            // A greedy plan may hold a walk that leads nowhere: what can be left out is left out.
            List<GroundAction> shorter = new ArrayList<>(actions);
            shorter.remove(i);
            Optional<List<String>> enough = play(shorter, from);
            if (enough.isPresent()) {
                actions = shorter;
                commands = enough;
            }
        }
        return commands;
    }

    /** Plays actions in the game itself; gives their commands where they win. */
    private Optional<List<String>> play(List<GroundAction> actions, FactSet from) {
        List<String> commands = new ArrayList<>();
        FactSet facts = from;
        for (GroundAction action : actions) {
            // A walk may start elsewhere than it was planned from; its command is what counts.
            String command = game.command(facts, action).text();
            Optional<PlanningGame.Command> meant = game.find(facts, GameEpisode.strip(command));
            if (meant.isEmpty()) {
                return Optional.empty();
            }
            facts = game.apply(facts, meant.get().action());
            commands.add(command);
        }
        return game.isWon(facts) ? Optional.of(List.copyOf(commands)) : Optional.empty();
    }

    /**
     * Estimates how far a state is from the goal: the size of a plan in a world where literals, once true, stay true.
     *
     * <p>Costs spread from the literals that hold; an action costs the sum of its preconditions and one more. The relaxed plan is read
     * back from the cheapest goal. Its size is the estimate, and its actions that apply at once are the promising ones.
     */
    static final class RelaxedPlan {

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
         * Estimate of the relaxed plan.
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
}
