package dev.guerdon.alfworld.game;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * One way to satisfy a formula: facts to join over, and checks on what the join found.
 *
 * @param slots the slots that a solution binds
 * @param facts facts that must hold
 * @param checks what else must hold once the slots are bound
 */
record ConjunctiveFormula(BitSet slots, List<StateFormula.Atom> facts, List<StateFormula> checks) {

    private static final int MAX_ALTERNATIVES = 256;

    private static final ConjunctiveFormula EMPTY = new ConjunctiveFormula(new BitSet(), List.of(), List.of());

    /**
     * Returns the alternatives of a formula.
     *
     * <p>Existential variables become slots of the join. A disjunction is split, unless all its slots are bound by facts that must
     * hold anyway: then it stays one check, which saves joining everything else once per alternative.
     *
     * @param split predicates whose disjunctions are split in any case
     */
    static List<ConjunctiveFormula> alternatives(StateFormula formula, BitSet split, String where) {
        List<ConjunctiveFormula> alternatives = expand(formula, false, split, where);
        return List.copyOf(alternatives);
    }

    private static List<ConjunctiveFormula> expand(StateFormula formula, boolean negated, BitSet split, String where) {
        return switch (formula) {
            case StateFormula.Not not -> expand(not.part(), !negated, split, where);
            case StateFormula.And and ->
                negated ? union(and.parts(), true, split, where) : product(and.parts(), false, split, where);
            case StateFormula.Or or ->
                negated ? product(or.parts(), true, split, where) : union(or.parts(), false, split, where);
            case StateFormula.Quantified quantified -> {
                if (quantified.all() != negated) {
                    yield List.of(EMPTY.and(negated ? new StateFormula.Not(quantified) : quantified));
                }
                BitSet slot = new BitSet();
                slot.set(quantified.slot());
                List<ConjunctiveFormula> inner = expand(quantified.part(), negated, split, where);
                yield inner.stream()
                        .map(each -> each.and(new ConjunctiveFormula(slot, List.of(), List.of())))
                        .toList();
            }
            case StateFormula.Atom atom ->
                List.of(
                        negated
                                ? EMPTY.and(new StateFormula.Not(atom))
                                : new ConjunctiveFormula(new BitSet(), List.of(atom), List.of()));
            case StateFormula.Equal equal -> List.of(EMPTY.and(negated ? new StateFormula.Not(equal) : equal));
        };
    }

    private static List<ConjunctiveFormula> union(
            List<StateFormula> parts, boolean negated, BitSet split, String where) {
        List<ConjunctiveFormula> all = new ArrayList<>();
        for (StateFormula part : parts) {
            all.addAll(expand(part, negated, split, where));
            limit(all, where);
        }
        return all;
    }

    private static List<ConjunctiveFormula> product(
            List<StateFormula> parts, boolean negated, BitSet split, String where) {
        List<ConjunctiveFormula> all = List.of(EMPTY);
        List<StateFormula> disjunctions = new ArrayList<>();
        for (StateFormula part : parts) {
            boolean disjunction = negated ? part instanceof StateFormula.And : part instanceof StateFormula.Or;
            if (disjunction) {
                disjunctions.add(part);
            } else {
                all = product(all, expand(part, negated, split, where), where);
            }
        }
        for (StateFormula disjunction : disjunctions) {
            if (all.stream().allMatch(each -> each.canCheck(disjunction, split))) {
                StateFormula check = negated ? new StateFormula.Not(disjunction) : disjunction;
                all = all.stream().map(each -> each.and(check)).toList();
            } else {
                all = product(all, expand(disjunction, negated, split, where), where);
            }
        }
        return all;
    }

    private static List<ConjunctiveFormula> product(
            List<ConjunctiveFormula> left, List<ConjunctiveFormula> right, String where) {
        List<ConjunctiveFormula> all = new ArrayList<>();
        for (ConjunctiveFormula one : left) {
            for (ConjunctiveFormula other : right) {
                all.add(one.and(other));
            }
            limit(all, where);
        }
        return all;
    }

    private static void limit(List<ConjunctiveFormula> all, String where) {
        if (all.size() > MAX_ALTERNATIVES) {
            throw new AlfworldException(
                    where + ": the condition has more than " + MAX_ALTERNATIVES + " alternatives; simplify it");
        }
    }

    private boolean canCheck(StateFormula disjunction, BitSet split) {
        BitSet mentioned = new BitSet();
        disjunction.predicates(mentioned);
        if (mentioned.intersects(split)) {
            return false;
        }
        BitSet unbound = new BitSet();
        disjunction.free(unbound);
        BitSet bound = new BitSet();
        facts.forEach(fact -> fact.free(bound));
        unbound.andNot(bound);
        return unbound.isEmpty();
    }

    private ConjunctiveFormula and(StateFormula check) {
        List<StateFormula> more = new ArrayList<>(checks);
        more.add(check);
        return new ConjunctiveFormula(slots, facts, List.copyOf(more));
    }

    private ConjunctiveFormula and(ConjunctiveFormula other) {
        BitSet bothSlots = (BitSet) slots.clone();
        bothSlots.or(other.slots);
        List<StateFormula.Atom> bothFacts = new ArrayList<>(facts);
        bothFacts.addAll(other.facts);
        List<StateFormula> bothChecks = new ArrayList<>(checks);
        bothChecks.addAll(other.checks);
        return new ConjunctiveFormula(bothSlots, List.copyOf(bothFacts), List.copyOf(bothChecks));
    }
}
