package dev.guerdon.alfworld.logic;

import dev.guerdon.api.Internal;
import java.util.BitSet;
import java.util.List;

/**
 * A condition over a state.
 *
 * <p>A term is a number: not negative, it is a slot of the binding; negative, its complement is the number of a constant.
 */
@Internal
public sealed interface Formula {

    /** The condition that always holds. */
    And TRUE = new And(List.of());

    /** Whether the formula holds; every free slot must be bound. */
    boolean holds(Facts facts, World world, int[] binding);

    /** Adds the slots that occur free. */
    void free(BitSet slots);

    /** Adds the predicates that occur. */
    void predicates(BitSet predicates);

    /** All parts hold. */
    record And(List<Formula> parts) implements Formula {
        @Override
        public boolean holds(Facts facts, World world, int[] binding) {
            for (Formula part : parts) {
                if (!part.holds(facts, world, binding)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void free(BitSet slots) {
            parts.forEach(part -> part.free(slots));
        }

        @Override
        public void predicates(BitSet predicates) {
            parts.forEach(part -> part.predicates(predicates));
        }
    }

    /** Some part holds. */
    record Or(List<Formula> parts) implements Formula {
        @Override
        public boolean holds(Facts facts, World world, int[] binding) {
            for (Formula part : parts) {
                if (part.holds(facts, world, binding)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void free(BitSet slots) {
            parts.forEach(part -> part.free(slots));
        }

        @Override
        public void predicates(BitSet predicates) {
            parts.forEach(part -> part.predicates(predicates));
        }
    }

    /** The part does not hold. */
    record Not(Formula part) implements Formula {
        @Override
        public boolean holds(Facts facts, World world, int[] binding) {
            return !part.holds(facts, world, binding);
        }

        @Override
        public void free(BitSet slots) {
            part.free(slots);
        }

        @Override
        public void predicates(BitSet predicates) {
            part.predicates(predicates);
        }
    }

    /** A fact holds. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Atom(int predicate, int[] terms) implements Formula {

        /** The tuple under a binding, or -1 where a constant does not exist in this game. */
        public long tuple(World world, int[] binding) {
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
        public boolean holds(Facts facts, World world, int[] binding) {
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
    record Equal(int left, int right) implements Formula {
        @Override
        public boolean holds(Facts facts, World world, int[] binding) {
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

        @Override
        public void predicates(BitSet predicates) {}
    }

    /** Some object of a type (or, for all, every object of it) in a slot makes the part hold. */
    record Quantified(boolean all, int slot, int type, Formula part) implements Formula {
        @Override
        public boolean holds(Facts facts, World world, int[] binding) {
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

        @Override
        public void predicates(BitSet predicates) {
            part.predicates(predicates);
        }
    }
}
