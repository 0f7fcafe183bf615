package dev.guerdon.alfworld.game;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Finds the bindings that satisfy a conjunction, by nested loops over facts in an order chosen for one game.
 *
 * <p>At each point the fact that is expected to match least often comes next; a check runs as soon as its slots are bound. The
 * order decides how long it takes, never what is found.
 */
final class FactJoin {

    /** Takes a binding that satisfies; the array is reused. */
    @FunctionalInterface
    interface Solution {
        /** Returns whether to stop. */
        boolean found(int[] binding);
    }

    private sealed interface Step {}

    private record Match(StateFormula.Atom atom) implements Step {}

    private record Check(StateFormula formula) implements Step {}

    private record Range(int slot) implements Step {}

    private final List<Step> steps;
    private final int[] slotTypes;

    private FactJoin(List<Step> steps, int[] slotTypes) {
        this.steps = steps;
        this.slotTypes = slotTypes;
    }

    /**
     * Plans a join.
     *
     * @param required slots that a solution must bind besides the conjunction's own
     * @param slotTypes the type of every slot
     * @param initial the state whose fact counts guide the order
     */
    static FactJoin plan(ConjunctiveFormula conjunction, BitSet required, int[] slotTypes, FactSet initial) {
        List<Step> steps = new ArrayList<>();
        List<StateFormula.Atom> facts = new ArrayList<>(conjunction.facts());
        List<StateFormula> checks = new ArrayList<>(conjunction.checks());
        BitSet bound = new BitSet();
        while (!facts.isEmpty()) {
            takeChecks(checks, bound, steps);
            StateFormula.Atom next = facts.getFirst();
            double least = Double.MAX_VALUE;
            for (StateFormula.Atom fact : facts) {
                double expected = expectedMatches(fact, bound, initial);
                if (expected < least) {
                    least = expected;
                    next = fact;
                }
            }
            facts.remove(next);
            steps.add(new Match(next));
            next.free(bound);
        }
        takeChecks(checks, bound, steps);
        BitSet open = (BitSet) required.clone();
        open.or(conjunction.slots());
        checks.forEach(check -> check.free(open));
        open.andNot(bound);
        for (int slot = open.nextSetBit(0); slot >= 0; slot = open.nextSetBit(slot + 1)) {
            steps.add(new Range(slot));
            bound.set(slot);
            takeChecks(checks, bound, steps);
        }
        return new FactJoin(List.copyOf(steps), slotTypes);
    }

    private static void takeChecks(List<StateFormula> checks, BitSet bound, List<Step> steps) {
        checks.removeIf(check -> {
            BitSet free = new BitSet();
            check.free(free);
            free.andNot(bound);
            if (free.isEmpty()) {
                steps.add(new Check(check));
            }
            return free.isEmpty();
        });
    }

    private static double expectedMatches(StateFormula.Atom fact, BitSet bound, FactSet initial) {
        double expected = Math.max(1, initial.held(fact.predicate()).length);
        for (int term : fact.terms()) {
            if (term < 0 || bound.get(term)) {
                expected /= 12; // a guess at how much one known argument narrows
            }
        }
        return expected;
    }

    /** Calls back for each solution, until told to stop; returns whether it was. */
    boolean solve(FactSet facts, GameObjects world, Solution solution) {
        int[] binding = new int[slotTypes.length];
        Arrays.fill(binding, -1);
        return solve(0, facts, world, binding, solution);
    }

    private boolean solve(int at, FactSet facts, GameObjects world, int[] binding, Solution solution) {
        if (at == steps.size()) {
            return solution.found(binding);
        }
        return switch (steps.get(at)) {
            case Check check ->
                check.formula.holds(facts, world, binding) && solve(at + 1, facts, world, binding, solution);
            case Range range -> {
                BitSet members = world.members().get(slotTypes[range.slot]);
                for (int object = members.nextSetBit(0); object >= 0; object = members.nextSetBit(object + 1)) {
                    binding[range.slot] = object;
                    if (solve(at + 1, facts, world, binding, solution)) {
                        yield true;
                    }
                }
                binding[range.slot] = -1;
                yield false;
            }
            case Match match -> match(match.atom, at, facts, world, binding, solution);
        };
    }

    private boolean match(
            StateFormula.Atom atom, int at, FactSet facts, GameObjects world, int[] binding, Solution solution) {
        int[] terms = atom.terms();
        int unbound = 0;
        for (int term : terms) {
            if (term < 0) {
                if (world.constants()[~term] < 0) {
                    return false;
                }
            } else if (binding[term] < 0) {
                unbound++;
            }
        }
        if (unbound == 0) {
            return facts.holds(atom.predicate(), atom.tuple(world, binding))
                    && solve(at + 1, facts, world, binding, solution);
        }
        long[] tuples = facts.held(atom.predicate());
        int arity = terms.length;
        int first = world.resolve(terms[0], binding);
        for (int i = first < 0 ? 0 : FactSet.firstWith(tuples, first, arity); i < tuples.length; i++) {
            long tuple = tuples[i];
            if (first >= 0 && FactSet.at(tuple, 0, arity) != first) {
                break;
            }
            int newlyBound = bind(terms, tuple, world, binding);
            if (newlyBound >= 0) {
                boolean stop = solve(at + 1, facts, world, binding, solution);
                unbind(terms, newlyBound, binding);
                if (stop) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Binds the unbound terms to a tuple; returns which positions it bound as bits, or -1 where the tuple does not fit. */
    private int bind(int[] terms, long tuple, GameObjects world, int[] binding) {
        int newlyBound = 0;
        for (int position = 0; position < terms.length; position++) {
            int object = FactSet.at(tuple, position, terms.length);
            int term = terms[position];
            int present = world.resolve(term, binding);
            if (present < 0 && world.members().get(slotTypes[term]).get(object)) {
                binding[term] = object;
                newlyBound |= 1 << position;
            } else if (present != object) {
                unbind(terms, newlyBound, binding);
                return -1;
            }
        }
        return newlyBound;
    }

    private static void unbind(int[] terms, int positions, int[] binding) {
        for (int position = 0; position < terms.length; position++) {
            if ((positions & 1 << position) != 0) {
                binding[terms[position]] = -1;
            }
        }
    }
}
