package dev.guerdon.alfworld.game;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * An action of the domain.
 *
 * @param index its place in the domain
 * @param name its name
 * @param parameters the parameters' names without the question mark; parameter i is slot i
 * @param parameterTypes the parameters' type names
 * @param slotTypes the type of every slot, parameters first
 * @param precondition what must hold before
 * @param alternatives the ways to satisfy the precondition
 * @param effects what it does
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ActionSchema(
        int index,
        String name,
        List<String> parameters,
        List<String> parameterTypes,
        int[] slotTypes,
        StateFormula precondition,
        List<ConjunctiveFormula> alternatives,
        List<Effect> effects) {

    BitSet parameterSlots() {
        BitSet slots = new BitSet();
        slots.set(0, parameters.size());
        return slots;
    }

    /** Returns the state after the action: conditions look at the state before, and what is both deleted and added holds. */
    FactSet apply(FactSet before, GameObjects world, int[] arguments, BitSet remembered) {
        int[] binding = binding(arguments);
        boolean[] applies = new boolean[effects.size()];
        for (int i = 0; i < applies.length; i++) {
            applies[i] = effects.get(i).condition().holds(before, world, binding);
        }
        FactSet.Change change = before.change();
        for (boolean adds : new boolean[] {false, true}) {
            for (int i = 0; i < applies.length; i++) {
                Effect effect = effects.get(i);
                long tuple = applies[i] && effect.adds() == adds ? effect.atom().tuple(world, binding) : -1;
                if (tuple < 0) {
                    continue;
                }
                int predicate = effect.atom().predicate();
                if (adds) {
                    change.add(predicate, tuple);
                } else {
                    change.delete(predicate, tuple, remembered.get(predicate));
                }
            }
        }
        return change.done();
    }

    /**
     * Returns whether the action can change nothing, given that an alternative of its precondition holds.
     *
     * <p>So it is when every effect, but for deletes that are also added, repeats a literal of the precondition. The reference drops
     * such actions; in the official domain it makes going to where one already is impossible.
     */
    boolean isIdle(ConjunctiveFormula alternative, GameObjects world, int[] binding) {
        for (Effect effect : effects) {
            long tuple = effect.atom().tuple(world, binding);
            boolean repeated = effect.adds()
                    ? asks(alternative, effect, tuple, world, binding)
                    : addsToo(effect, tuple, world, binding) || forbids(alternative, effect, tuple, world, binding);
            if (!repeated) {
                return false;
            }
        }
        return true;
    }

    // Loops, not streams: these run for every command of every state.

    private static boolean asks(
            ConjunctiveFormula alternative, Effect effect, long tuple, GameObjects world, int[] binding) {
        for (StateFormula.Atom fact : alternative.facts()) {
            if (same(effect, fact, tuple, world, binding)) {
                return true;
            }
        }
        return false;
    }

    private static boolean forbids(
            ConjunctiveFormula alternative, Effect effect, long tuple, GameObjects world, int[] binding) {
        for (StateFormula check : alternative.checks()) {
            if (check instanceof StateFormula.Not not
                    && not.part() instanceof StateFormula.Atom atom
                    && same(effect, atom, tuple, world, binding)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether {@link #isIdle} can hold for some arguments; most actions need not be asked. */
    boolean mayBeIdle(ConjunctiveFormula alternative) {
        return effects.stream().allMatch(effect -> {
            int predicate = effect.atom().predicate();
            return effect.adds()
                    ? alternative.facts().stream().anyMatch(fact -> fact.predicate() == predicate)
                    : effects.stream()
                                    .anyMatch(other ->
                                            other.adds() && other.atom().predicate() == predicate)
                            || alternative.checks().stream()
                                    .anyMatch(check -> check instanceof StateFormula.Not not
                                            && not.part() instanceof StateFormula.Atom atom
                                            && atom.predicate() == predicate);
        });
    }

    private boolean addsToo(Effect deletion, long tuple, GameObjects world, int[] binding) {
        for (Effect effect : effects) {
            if (effect.adds() && !effect.isConditional() && same(deletion, effect.atom(), tuple, world, binding)) {
                return true;
            }
        }
        return false;
    }

    private static boolean same(Effect effect, StateFormula.Atom atom, long tuple, GameObjects world, int[] binding) {
        return atom.predicate() == effect.atom().predicate() && atom.tuple(world, binding) == tuple;
    }

    int[] binding(int[] arguments) {
        int[] binding = new int[slotTypes.length];
        Arrays.fill(binding, -1);
        System.arraycopy(arguments, 0, binding, 0, arguments.length);
        return binding;
    }

    /**
     * Effect of an action: what it makes true or false.
     *
     * @param condition must hold in the state before; {@link StateFormula#always} where the effect is unconditional
     * @param adds whether the fact becomes true
     * @param atom the fact
     */
    record Effect(StateFormula.And condition, boolean adds, StateFormula.Atom atom) {

        boolean isConditional() {
            return !condition.parts().isEmpty();
        }
    }
}
