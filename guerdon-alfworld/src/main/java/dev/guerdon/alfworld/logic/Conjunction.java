package dev.guerdon.alfworld.logic;

import dev.guerdon.api.Internal;
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
@Internal
public record Conjunction(BitSet slots, List<Formula.Atom> facts, List<Formula> checks) {

    private static final int MAX_ALTERNATIVES = 256;

    private static final Conjunction EMPTY = new Conjunction(new BitSet(), List.of(), List.of());

    /**
     * The alternatives of a formula.
     *
     * <p>Existential variables become slots of the join. A disjunction is split, unless all its slots are bound by facts that must
     * hold anyway: then it stays one check, which saves joining everything else once per alternative.
     *
     * @param split predicates whose disjunctions are split in any case
     */
    public static List<Conjunction> alternatives(Formula formula, BitSet split, String where) {
        List<Conjunction> alternatives = expand(formula, false, split, where);
        return List.copyOf(alternatives);
    }

    private static List<Conjunction> expand(Formula formula, boolean negated, BitSet split, String where) {
        return switch (formula) {
            case Formula.Not not -> expand(not.part(), !negated, split, where);
            case Formula.And and ->
                negated ? union(and.parts(), true, split, where) : product(and.parts(), false, split, where);
            case Formula.Or or ->
                negated ? product(or.parts(), true, split, where) : union(or.parts(), false, split, where);
            case Formula.Quantified quantified -> {
                if (quantified.all() != negated) {
                    yield List.of(EMPTY.and(negated ? new Formula.Not(quantified) : quantified));
                }
                BitSet slot = new BitSet();
                slot.set(quantified.slot());
                List<Conjunction> inner = expand(quantified.part(), negated, split, where);
                yield inner.stream()
                        .map(each -> each.and(new Conjunction(slot, List.of(), List.of())))
                        .toList();
            }
            case Formula.Atom atom ->
                List.of(
                        negated
                                ? EMPTY.and(new Formula.Not(atom))
                                : new Conjunction(new BitSet(), List.of(atom), List.of()));
            case Formula.Equal equal -> List.of(EMPTY.and(negated ? new Formula.Not(equal) : equal));
        };
    }

    private static List<Conjunction> union(List<Formula> parts, boolean negated, BitSet split, String where) {
        List<Conjunction> all = new ArrayList<>();
        for (Formula part : parts) {
            all.addAll(expand(part, negated, split, where));
            limit(all, where);
        }
        return all;
    }

    private static List<Conjunction> product(List<Formula> parts, boolean negated, BitSet split, String where) {
        List<Conjunction> all = List.of(EMPTY);
        List<Formula> disjunctions = new ArrayList<>();
        for (Formula part : parts) {
            boolean disjunction = negated ? part instanceof Formula.And : part instanceof Formula.Or;
            if (disjunction) {
                disjunctions.add(part);
            } else {
                all = product(all, expand(part, negated, split, where), where);
            }
        }
        for (Formula disjunction : disjunctions) {
            if (all.stream().allMatch(each -> each.canCheck(disjunction, split))) {
                Formula check = negated ? new Formula.Not(disjunction) : disjunction;
                all = all.stream().map(each -> each.and(check)).toList();
            } else {
                all = product(all, expand(disjunction, negated, split, where), where);
            }
        }
        return all;
    }

    private static List<Conjunction> product(List<Conjunction> left, List<Conjunction> right, String where) {
        List<Conjunction> all = new ArrayList<>();
        for (Conjunction one : left) {
            for (Conjunction other : right) {
                all.add(one.and(other));
            }
            limit(all, where);
        }
        return all;
    }

    private static void limit(List<Conjunction> all, String where) {
        if (all.size() > MAX_ALTERNATIVES) {
            throw new AlfworldException(
                    where + ": the condition has more than " + MAX_ALTERNATIVES + " alternatives; simplify it");
        }
    }

    private boolean canCheck(Formula disjunction, BitSet split) {
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

    private Conjunction and(Formula check) {
        List<Formula> more = new ArrayList<>(checks);
        more.add(check);
        return new Conjunction(slots, facts, List.copyOf(more));
    }

    private Conjunction and(Conjunction other) {
        BitSet bothSlots = (BitSet) slots.clone();
        bothSlots.or(other.slots);
        List<Formula.Atom> bothFacts = new ArrayList<>(facts);
        bothFacts.addAll(other.facts);
        List<Formula> bothChecks = new ArrayList<>(checks);
        bothChecks.addAll(other.checks);
        return new Conjunction(bothSlots, List.copyOf(bothFacts), List.copyOf(bothChecks));
    }
}
