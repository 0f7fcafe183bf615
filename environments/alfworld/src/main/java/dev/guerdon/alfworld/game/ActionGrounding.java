package dev.guerdon.alfworld.game;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Writes out the actions of a game that can ever apply.
 *
 * <p>Starting from the initial facts, actions add facts and never delete any until nothing new appears; whatever is applicable in
 * that too generous world is kept, unless it can't help towards the goal.
 */
final class ActionGrounding {

    private static final int MAX_OPERATORS = 200_000;

    private record Alternative(int index, ActionSchema schema, ConjunctiveFormula exact, FactJoin generous) {}

    /** One solution of one alternative; the action of it has all slots as arguments. */
    private record Solution(int alternative, GroundAction binding) {}

    private final PlanningGame game;
    private final GameObjects world;
    private final BitSet fluents;
    private final BitSet everyPredicate = new BitSet();
    private final Map<Integer, Set<Long>> added = new HashMap<>();
    private final GroundTask.FactNumbers numbers = new GroundTask.FactNumbers();

    private ActionGrounding(PlanningGame game) {
        this.game = game;
        this.world = game.world();
        this.fluents = game.rules().fluents();
        everyPredicate.set(0, game.vocabulary().predicateCount());
    }

    /** Returns the ground task, or nothing where the game uses conditions that the planner does not know. */
    static Optional<GroundTask> of(PlanningGame game) {
        return new ActionGrounding(game).ground();
    }

    private Optional<GroundTask> ground() {
        List<Alternative> alternatives = new ArrayList<>();
        for (ActionSchema schema : game.rules().actions()) {
            for (ConjunctiveFormula exact :
                    ConjunctiveFormula.alternatives(schema.precondition(), everyPredicate, schema.name())) {
                alternatives.add(new Alternative(
                        alternatives.size(),
                        schema,
                        exact,
                        generous(exact, schema.parameterSlots(), schema.slotTypes())));
            }
        }
        FactSet reached = game.initial();
        Set<Solution> seen = new HashSet<>();
        List<GroundTask.Operator> operators = new ArrayList<>();
        do {
            added.clear();
            FactSet now = reached;
            for (Alternative alternative : alternatives) {
                alternative.generous.solve(now, world, binding -> {
                    GroundAction all = new GroundAction(alternative.schema, binding.clone());
                    if (seen.add(new Solution(alternative.index, all))) {
                        operator(alternative, binding).ifPresent(operators::add);
                    }
                    return seen.size() > MAX_OPERATORS;
                });
            }
            FactSet.Change change = now.change();
            added.forEach(change::addAll);
            reached = change.done();
        } while (!added.isEmpty() && seen.size() <= MAX_OPERATORS);
        List<int[]> goals = goals(reached);
        if (goals.isEmpty() || seen.size() > MAX_OPERATORS) {
            return Optional.empty();
        }
        List<GroundTask.Operator> useful = useful(operators, goals);
        return Optional.of(new GroundTask(numbers.count(), numbers, useful, goals));
    }

    /** Returns the join that ignores what actions can change for the worse. */
    private FactJoin generous(ConjunctiveFormula exact, BitSet required, int[] slotTypes) {
        List<StateFormula> fixed = exact.checks().stream().filter(this::isFixed).toList();
        return FactJoin.plan(
                new ConjunctiveFormula(exact.slots(), exact.facts(), fixed), required, slotTypes, game.initial());
    }

    private boolean isFixed(StateFormula check) {
        BitSet mentioned = new BitSet();
        check.predicates(mentioned);
        return !mentioned.intersects(fluents);
    }

    private Optional<GroundTask.Operator> operator(Alternative alternative, int[] binding) {
        ActionSchema schema = alternative.schema;
        if (schema.isIdle(alternative.exact, world, binding)) {
            return Optional.empty();
        }
        TreeSet<Integer> preconditions = new TreeSet<>();
        if (!literals(alternative.exact, binding, preconditions)) {
            return Optional.empty();
        }
        List<GroundTask.ConditionalEffect> effects = new ArrayList<>();
        for (ActionSchema.Effect effect : schema.effects()) {
            TreeSet<Integer> conditions = new TreeSet<>();
            long tuple = effect.atom().tuple(world, binding);
            if (tuple >= 0 && literals(effect.condition(), true, binding, conditions)) {
                int fact = numbers.number(effect.atom().predicate(), tuple);
                if (effect.adds()) {
                    added.computeIfAbsent(effect.atom().predicate(), key -> new HashSet<>())
                            .add(tuple);
                }
                effects.add(new GroundTask.ConditionalEffect(ints(conditions), 2 * fact + (effect.adds() ? 0 : 1)));
            }
        }
        GroundAction action = new GroundAction(
                schema, Arrays.copyOf(binding, schema.parameters().size()));
        return Optional.of(new GroundTask.Operator(action, ints(preconditions), effects));
    }

    /** Collects the changing literals of a conjunction; returns whether it can hold and could be written out. */
    private boolean literals(ConjunctiveFormula conjunction, int[] binding, Set<Integer> literals) {
        for (StateFormula.Atom fact : conjunction.facts()) {
            if (!literals(fact, true, binding, literals)) {
                return false;
            }
        }
        for (StateFormula check : conjunction.checks()) {
            if (!literals(check, true, binding, literals)) {
                return false;
            }
        }
        return true;
    }

    private boolean literals(StateFormula formula, boolean wanted, int[] binding, Set<Integer> literals) {
        if (isFixed(formula)) {
            return formula.holds(game.initial(), world, binding) == wanted;
        }
        return switch (formula) {
            case StateFormula.Not not -> literals(not.part(), !wanted, binding, literals);
            case StateFormula.And and ->
                wanted && and.parts().stream().allMatch(part -> literals(part, true, binding, literals));
            case StateFormula.Or or ->
                !wanted && or.parts().stream().allMatch(part -> literals(part, false, binding, literals));
            case StateFormula.Atom atom -> {
                long tuple = atom.tuple(world, binding);
                if (tuple < 0) {
                    yield !wanted;
                }
                literals.add(2 * numbers.number(atom.predicate(), tuple) + (wanted ? 0 : 1));
                yield true;
            }
            case StateFormula.Quantified quantified -> {
                if (quantified.all() != wanted) {
                    yield false;
                }
                BitSet members = world.members().get(quantified.type());
                yield members.stream().allMatch(object -> {
                    binding[quantified.slot()] = object;
                    return literals(quantified.part(), wanted, binding, literals);
                });
            }
            case StateFormula.Equal equal -> throw new IllegalStateException("an equality never changes");
        };
    }

    private List<int[]> goals(FactSet reached) {
        Set<List<Integer>> goals = new HashSet<>();
        for (ConjunctiveFormula exact : ConjunctiveFormula.alternatives(game.goal(), everyPredicate, "goal")) {
            generous(exact, new BitSet(), game.goalSlotTypes()).solve(reached, world, binding -> {
                TreeSet<Integer> literals = new TreeSet<>();
                if (literals(exact, binding, literals)) {
                    goals.add(List.copyOf(literals));
                }
                return goals.size() > MAX_OPERATORS;
            });
        }
        return goals.stream().map(ActionGrounding::ints).toList();
    }

    /** Returns the operators that make a literal true that the goal, or another useful operator, asks for. */
    private List<GroundTask.Operator> useful(List<GroundTask.Operator> operators, List<int[]> goals) {
        BitSet needed = new BitSet();
        goals.forEach(goal -> IntStream.of(goal).forEach(needed::set));
        BitSet useful = new BitSet();
        boolean grew;
        do {
            grew = false;
            for (int i = 0; i < operators.size(); i++) {
                GroundTask.Operator operator = operators.get(i);
                if (!useful.get(i) && operator.effects().stream().anyMatch(effect -> needed.get(effect.literal()))) {
                    useful.set(i);
                    IntStream.of(operator.preconditions()).forEach(needed::set);
                    operator.effects()
                            .forEach(effect -> IntStream.of(effect.conditions()).forEach(needed::set));
                    grew = true;
                }
            }
        } while (grew);
        return useful.stream().mapToObj(operators::get).toList();
    }

    private static int[] ints(Iterable<Integer> numbers) {
        List<Integer> list = new ArrayList<>();
        numbers.forEach(list::add);
        return list.stream().mapToInt(Integer::intValue).toArray();
    }
}
