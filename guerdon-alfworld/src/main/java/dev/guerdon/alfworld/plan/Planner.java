package dev.guerdon.alfworld.plan;

import dev.guerdon.alfworld.game.Command;
import dev.guerdon.alfworld.game.Episode;
import dev.guerdon.alfworld.game.Game;
import dev.guerdon.alfworld.logic.Facts;
import dev.guerdon.alfworld.logic.GroundAction;
import dev.guerdon.alfworld.logic.GroundTask;
import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.Arrays;
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
public final class Planner {

    private static final int MAX_STATES = 20_000;
    private static final int WEIGHT = 4;

    private final Game game;
    private final GroundTask task;
    private final RelaxedPlan relaxed;

    private Planner(Game game, GroundTask task) {
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

    /** Commands that win from a state, or nothing where none were found within the bound; empty where it is won already. */
    public static Optional<List<String>> plan(Game game, Facts from) {
        if (game.isWon(from)) {
            return Optional.of(List.of());
        }
        return game.groundTask().flatMap(task -> new Planner(game, task).search(from));
    }

    private Optional<List<String>> search(Facts from) {
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

    private Optional<List<String>> commands(Node goal, Facts from) {
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
    private Optional<List<String>> play(List<GroundAction> actions, Facts from) {
        List<String> commands = new ArrayList<>();
        Facts facts = from;
        for (GroundAction action : actions) {
            // A walk may start elsewhere than it was planned from; its command is what counts.
            String command = game.command(facts, action).text();
            Optional<Command> meant = game.find(facts, Episode.strip(command));
            if (meant.isEmpty()) {
                return Optional.empty();
            }
            facts = game.apply(facts, meant.get().action());
            commands.add(command);
        }
        return game.isWon(facts) ? Optional.of(List.copyOf(commands)) : Optional.empty();
    }
}
