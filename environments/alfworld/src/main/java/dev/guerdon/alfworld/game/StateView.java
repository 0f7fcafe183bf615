package dev.guerdon.alfworld.game;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.NameRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A state of a game in the names that players see. */
@Internal
public final class StateView {

    /**
     * A fact.
     *
     * @param arguments the displayed names, such as {@code apple 1}
     */
    public record Fact(String predicate, List<String> arguments) {}

    private final PlanningGame game;
    private final FactSet facts;

    public StateView(PlanningGame game, FactSet facts) {
        this.game = game;
        this.facts = facts;
    }

    /** Returns what actions can change, for a person who looks behind the scenes: a line for each predicate with something true. */
    public String describe() {
        StringBuilder out = new StringBuilder();
        game.rules().fluents().stream().forEach(predicate -> {
            List<Fact> held = new ArrayList<>();
            add(predicate, held);
            if (!held.isEmpty()) {
                out.append(held.stream()
                        .map(fact -> String.join(" / ", fact.arguments()))
                        .collect(Collectors.joining(", ", held.getFirst().predicate() + ": ", "\n")));
            }
        });
        return out.toString();
    }

    /** Returns every fact that holds: predicate by predicate in the order of their names, then in the order of the objects' ids. */
    public List<Fact> facts() {
        PlanningVocabulary vocabulary = game.vocabulary();
        List<Fact> all = new ArrayList<>();
        for (String predicate : predicates()) {
            for (int arguments = 0; arguments <= FactSet.MAX_ARGUMENTS; arguments++) {
                vocabulary.findPredicate(predicate, arguments).ifPresent(number -> add(number, all));
            }
        }
        return all;
    }

    /** Returns the facts of one predicate, whatever its number of arguments. */
    public List<Fact> facts(String predicate) {
        String name = known(predicate);
        return facts().stream().filter(fact -> fact.predicate().equals(name)).toList();
    }

    /** Returns the predicates that this game knows, sorted. */
    public List<String> predicates() {
        TreeSet<String> names = new TreeSet<>();
        for (int predicate = 0; predicate < game.vocabulary().predicateCount(); predicate++) {
            names.add(game.vocabulary().predicateName(predicate));
        }
        return List.copyOf(names);
    }

    private void add(int predicate, List<Fact> all) {
        int arguments = game.vocabulary().predicateArguments(predicate);
        for (long tuple : facts.held(predicate)) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < arguments; i++) {
                names.add(name(game.world(), FactSet.at(tuple, i, arguments)));
            }
            all.add(new Fact(game.vocabulary().predicateName(predicate), List.copyOf(names)));
        }
    }

    /** Returns the displayed name of an object; one that no player sees has a blank behind it, which is left out. */
    static String name(GameObjects world, int object) {
        return world.names().get(object).strip();
    }

    /**
     * Returns whether a fact holds. An object is named as players see it or by its id; case does not matter. One that this game does not
     * have makes the fact false.
     *
     * @throws AlfworldException where the game does not know such a predicate
     */
    public boolean holds(String predicate, List<String> arguments) {
        String name = known(predicate);
        int number = game.vocabulary()
                .findPredicate(name, arguments.size())
                .orElseThrow(() -> new AlfworldException("'" + name + "' takes " + counts(name) + ", found "
                        + arguments.size() + ": " + String.join(", ", arguments)));
        List<List<Integer>> objects = arguments.stream().map(this::objects).toList();
        for (long tuple : facts.held(number)) {
            if (matches(tuple, objects)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(long tuple, List<List<Integer>> objects) {
        for (int i = 0; i < objects.size(); i++) {
            if (!objects.get(i).contains(FactSet.at(tuple, i, objects.size()))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the objects of a name: usually one, none where the game has no such thing. */
    private List<Integer> objects(String name) {
        String wanted = name.strip();
        GameObjects world = game.world();
        List<Integer> found = new ArrayList<>(1);
        for (int object = 0; object < world.ids().size(); object++) {
            if (name(world, object).equalsIgnoreCase(wanted)
                    || world.ids().get(object).equalsIgnoreCase(wanted)) {
                found.add(object);
            }
        }
        return found;
    }

    private String known(String predicate) {
        String name = predicate.strip().toLowerCase(Locale.ROOT);
        List<String> predicates = predicates();
        if (!predicates.contains(name)) {
            throw new AlfworldException("this game has no facts '" + predicate + "'; there are: "
                    + String.join(", ", predicates) + NameRules.didYouMean(name, predicates));
        }
        return name;
    }

    private String counts(String predicate) {
        List<String> counts = new ArrayList<>();
        for (int arguments = 0; arguments <= FactSet.MAX_ARGUMENTS; arguments++) {
            if (game.vocabulary().findPredicate(predicate, arguments).isPresent()) {
                counts.add("" + arguments);
            }
        }
        return String.join(" or ", counts) + (counts.equals(List.of("1")) ? " argument" : " arguments");
    }
}
