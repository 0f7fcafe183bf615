package dev.guerdon.alfworld.game;

import dev.guerdon.api.Internal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A game written out for the planner: every action that could ever matter, over numbered facts.
 *
 * <p>Fact f is literal 2f where it must hold and literal 2f + 1 where it must not. A state is the set of facts that hold.
 *
 * @param facts how many facts are numbered
 * @param factNumbers finds a fact's number
 * @param operators the actions
 * @param goals literals that win together; any one of these lists is enough
 */
@Internal
public record GroundTask(int facts, FactNumbers factNumbers, List<Operator> operators, List<int[]> goals) {

    /** A ground action as literals. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Operator(GroundAction action, int[] preconditions, List<ConditionalEffect> effects) {}

    /** Makes a literal true where all conditions hold before. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record ConditionalEffect(int[] conditions, int literal) {}

    /** Returns whether a literal holds in a state. */
    public static boolean holds(long[] state, int literal) {
        int fact = literal >>> 1;
        boolean isSet = (state[fact >>> 6] & 1L << fact) != 0;
        return isSet == ((literal & 1) == 0);
    }

    public static boolean hold(long[] state, int[] literals) {
        for (int literal : literals) {
            if (!holds(state, literal)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the planner's view of a state of the game. */
    public long[] state(FactSet from) {
        long[] state = new long[(facts + 63) >>> 6];
        factNumbers.forEach((fact, predicate, tuple) -> {
            if (from.holds(predicate, tuple)) {
                state[fact >>> 6] |= 1L << fact;
            }
        });
        return state;
    }

    public static long[] apply(long[] before, Operator operator) {
        long[] after = before.clone();
        for (ConditionalEffect effect : operator.effects) {
            if ((effect.literal & 1) == 1 && hold(before, effect.conditions)) {
                int fact = effect.literal >>> 1;
                after[fact >>> 6] &= ~(1L << fact);
            }
        }
        for (ConditionalEffect effect : operator.effects) {
            if ((effect.literal & 1) == 0 && hold(before, effect.conditions)) {
                int fact = effect.literal >>> 1;
                after[fact >>> 6] |= 1L << fact;
            }
        }
        return after;
    }

    public boolean isWon(long[] state) {
        return goals.stream().anyMatch(goal -> hold(state, goal));
    }

    /** Numbers for ground facts. */
    static final class FactNumbers {

        private record Fact(int predicate, long tuple) {}

        /** Takes a numbered fact. */
        @FunctionalInterface
        interface Visitor {
            void visit(int number, int predicate, long tuple);
        }

        private final Map<Fact, Integer> numbers = new HashMap<>();

        int number(int predicate, long tuple) {
            Fact fact = new Fact(predicate, tuple);
            Integer known = numbers.get(fact);
            if (known != null) {
                return known;
            }
            int number = numbers.size();
            numbers.put(fact, number);
            return number;
        }

        int count() {
            return numbers.size();
        }

        void forEach(Visitor visitor) {
            numbers.forEach((fact, number) -> visitor.visit(number, fact.predicate, fact.tuple));
        }
    }
}
