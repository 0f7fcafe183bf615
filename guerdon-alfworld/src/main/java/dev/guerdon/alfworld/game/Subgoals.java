package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.logic.Conjunction;
import dev.guerdon.alfworld.logic.Facts;
import dev.guerdon.alfworld.logic.Formula;
import dev.guerdon.alfworld.logic.Join;
import dev.guerdon.alfworld.logic.World;
import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The parts of a game's goal that actions can change, and which of them hold.
 *
 * <p>A goal speaks of some apple and some fridge. Of all objects that fit what never changes, those are taken for which the most parts
 * hold, so that the parts all hold exactly where the game is won.
 */
@Internal
public final class Subgoals {

    /** Bounds the search in foreign games; official goals have some hundred candidates. */
    private static final int MAX_CANDIDATES = 200_000;

    /**
     * A part of a goal.
     *
     * @param text the part with the objects that come nearest, such as {@code inreceptacle(apple 1, fridge 1)}
     */
    public record Part(String text, boolean holds) {}

    private record Alternative(List<Formula> parts, Join candidates) {}

    private final Game game;
    private final List<Alternative> alternatives = new ArrayList<>();

    Subgoals(Game game) {
        this.game = game;
        for (Conjunction each : Conjunction.alternatives(game.goal(), new BitSet(), "goal")) {
            List<Formula.Atom> fixedFacts =
                    each.facts().stream().filter(fact -> !changes(fact)).toList();
            List<Formula> fixedChecks =
                    each.checks().stream().filter(check -> !changes(check)).toList();
            List<Formula> parts = Stream.<Formula>concat(each.facts().stream(), each.checks().stream())
                    .filter(this::changes)
                    .toList();
            BitSet slots = (BitSet) each.slots().clone();
            parts.forEach(part -> part.free(slots));
            Conjunction fixed = new Conjunction(slots, fixedFacts, fixedChecks);
            alternatives.add(
                    new Alternative(parts, Join.plan(fixed, new BitSet(), game.goalSlotTypes(), game.initial())));
        }
    }

    private boolean changes(Formula formula) {
        BitSet mentioned = new BitSet();
        formula.predicates(mentioned);
        return mentioned.intersects(game.rules().fluents());
    }

    /** The parts of the goal in a state; empty where no object fits, so that the goal can never be reached. */
    public List<Part> in(Facts facts) {
        World world = game.world();
        List<Part> nearest = List.of();
        int most = -1;
        int least = Integer.MAX_VALUE;
        for (Alternative alternative : alternatives) {
            int[] seen = {0};
            int[] best = {-1};
            List<int[]> binding = new ArrayList<>();
            alternative.candidates.solve(facts, world, candidate -> {
                int count = count(alternative.parts, facts, candidate);
                if (count > best[0]) {
                    best[0] = count;
                    binding.clear();
                    binding.add(candidate.clone());
                }
                return count == alternative.parts.size() || ++seen[0] > MAX_CANDIDATES;
            });
            int missing = alternative.parts.size() - best[0];
            if (!binding.isEmpty() && (missing < least || (missing == least && best[0] > most))) {
                most = best[0];
                least = missing;
                nearest = alternative.parts.stream()
                        .map(part ->
                                new Part(text(part, binding.getFirst()), part.holds(facts, world, binding.getFirst())))
                        .toList();
            }
        }
        return nearest;
    }

    private int count(List<Formula> parts, Facts facts, int[] candidate) {
        int count = 0;
        for (Formula part : parts) {
            if (part.holds(facts, game.world(), candidate)) {
                count++;
            }
        }
        return count;
    }

    private String text(Formula formula, int[] binding) {
        return switch (formula) {
            case Formula.Atom atom ->
                game.vocabulary().predicateName(atom.predicate())
                        + IntStream.of(atom.terms())
                                .mapToObj(term -> name(term, binding))
                                .collect(Collectors.joining(", ", "(", ")"));
            case Formula.Not not -> "not " + text(not.part(), binding);
            case Formula.And and -> all(and.parts(), " and ", binding);
            case Formula.Or or -> all(or.parts(), " or ", binding);
            case Formula.Equal equal -> name(equal.left(), binding) + " = " + name(equal.right(), binding);
            case Formula.Quantified quantified ->
                (quantified.all() ? "for all ?" : "for some ?") + quantified.slot() + ": "
                        + text(quantified.part(), binding);
        };
    }

    private String all(List<Formula> parts, String word, int[] binding) {
        return parts.stream().map(part -> text(part, binding)).collect(Collectors.joining(word, "(", ")"));
    }

    private String name(int term, int[] binding) {
        if (term < 0) {
            return game.vocabulary().constantName(~term);
        }
        return binding[term] < 0 ? "?" + term : StateView.name(game.world(), binding[term]);
    }
}
