package dev.guerdon.alfworld.game;

import java.util.BitSet;
import java.util.List;

/**
 * A condition over a state.
 *
 * <p>A term is a number: not negative, it is a slot of the binding; negative, its complement is the number of a constant.
 */
sealed interface StateFormula {

    /** Returns the condition that always holds. */
    static And always() {
        return new And(List.of());
    }

    /** Returns whether the formula holds; every free slot must be bound. */
    boolean holds(FactSet facts, GameObjects world, int[] binding);

    /** Returns the conditions that this one is made of. */
    default List<StateFormula> parts() {
        return List.of();
    }

    /** Adds the slots that occur free. */
    default void free(BitSet slots) {
        parts().forEach(part -> part.free(slots));
    }

    /** Adds the predicates that occur. */
    default void predicates(BitSet predicates) {
        parts().forEach(part -> part.predicates(predicates));
    }

    /** All parts hold. */
    record And(List<StateFormula> parts) implements StateFormula {
        @Override
        public boolean holds(FactSet facts, GameObjects world, int[] binding) {
            for (StateFormula part : parts) {
                if (!part.holds(facts, world, binding)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Some part holds. */
    record Or(List<StateFormula> parts) implements StateFormula {
        @Override
        public boolean holds(FactSet facts, GameObjects world, int[] binding) {
            for (StateFormula part : parts) {
                if (part.holds(facts, world, binding)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The part does not hold. */
    record Not(StateFormula part) implements StateFormula {
        @Override
        public List<StateFormula> parts() {
            return List.of(part);
        }

        @Override
        public boolean holds(FactSet facts, GameObjects world, int[] binding) {
            return !part.holds(facts, world, binding);
        }
    }

    /** A fact holds. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Atom(int predicate, int[] terms) implements StateFormula {

        /** Returns the tuple under a binding, or -1 where a constant does not exist in this game. */
        long tuple(GameObjects world, int[] binding) {
            long tuple = 0;
            for (int term : terms) {
                int object = world.resolve(term, binding);
                if (object < 0) {
                    return -1;
                }
                tuple = tuple << 16 | object;
            }
            return tuple;
        }

        @Override
        public boolean holds(FactSet facts, GameObjects world, int[] binding) {
            long tuple = tuple(world, binding);
            return tuple >= 0 && facts.holds(predicate, tuple);
        }

        @Override
        public void free(BitSet slots) {
            for (int term : terms) {
                if (term >= 0) {
                    slots.set(term);
                }
            }
        }

        @Override
        public void predicates(BitSet predicates) {
            predicates.set(predicate);
        }
    }

    /** Two terms are the same object. */
    record Equal(int left, int right) implements StateFormula {
        @Override
        public boolean holds(FactSet facts, GameObjects world, int[] binding) {
            int object = world.resolve(left, binding);
            return left == right || (object >= 0 && object == world.resolve(right, binding));
        }

        @Override
        public void free(BitSet slots) {
            if (left >= 0) {
                slots.set(left);
            }
            if (right >= 0) {
                slots.set(right);
            }
        }
    }

    /** Some object of a type (or, for all, every object of it) in a slot makes the part hold. */
    record Quantified(boolean all, int slot, int type, StateFormula part) implements StateFormula {
        @Override
        public List<StateFormula> parts() {
            return List.of(part);
        }

        @Override
        public boolean holds(FactSet facts, GameObjects world, int[] binding) {
            BitSet members = world.members().get(type);
            for (int object = members.nextSetBit(0); object >= 0; object = members.nextSetBit(object + 1)) {
                binding[slot] = object;
                if (part.holds(facts, world, binding) != all) {
                    binding[slot] = -1;
                    return !all;
                }
            }
            binding[slot] = -1;
            return all;
        }

        @Override
        public void free(BitSet slots) {
            BitSet inner = new BitSet();
            part.free(inner);
            inner.clear(slot);
            slots.or(inner);
        }
    }
}
