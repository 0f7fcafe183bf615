package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.game.ActionSchema.Effect;
import dev.guerdon.alfworld.game.SExpression.Group;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Turns planning language into formulas and effects, and gives every variable of one action or goal a slot of its own. */
final class FormulaReader {

    private final PlanningVocabulary vocabulary;
    private final String source;
    private final List<Integer> slotTypes = new ArrayList<>();
    private Map<String, Integer> scope = new HashMap<>();

    FormulaReader(PlanningVocabulary vocabulary, String source) {
        this.vocabulary = vocabulary;
        this.source = source;
    }

    /** Returns the type of each slot given out so far. */
    int[] slotTypes() {
        return slotTypes.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Reads {@code a b - t c}; what follows a dash is a type, taken as it stands, commas included. */
    static Map<String, String> typedList(List<SExpression> items, String source) {
        Map<String, String> typed = new LinkedHashMap<>();
        List<String> waiting = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            String word = word(items.get(i), source);
            if (!word.equals("-")) {
                waiting.add(word);
            } else if (++i == items.size()) {
                throw error(source, items.get(i - 1), "a type after '-'", "the end of the list");
            } else {
                String type = word(items.get(i), source);
                waiting.forEach(name -> typed.put(name, type));
                waiting.clear();
            }
        }
        waiting.forEach(name -> typed.put(name, "object"));
        return typed;
    }

    /** Declares variables and returns their slots, in order. */
    List<Integer> declare(List<SExpression> variables) {
        List<Integer> slots = new ArrayList<>();
        typedList(variables, source).forEach((name, type) -> {
            int slot = slotTypes.size();
            slotTypes.add(vocabulary.type(type));
            scope.put(name, slot);
            slots.add(slot);
        });
        return slots;
    }

    StateFormula formula(SExpression expression) {
        Group group = group(expression);
        if (group.isEmpty()) {
            return StateFormula.always();
        }
        return switch (group.head()) {
            case "and" -> new StateFormula.And(formulas(group.rest()));
            case "or" -> new StateFormula.Or(formulas(group.rest()));
            case "not" -> new StateFormula.Not(formula(only(group, 1)));
            case "imply" -> {
                only(group, 2);
                List<StateFormula> sides = formulas(group.rest());
                yield new StateFormula.Or(List.of(new StateFormula.Not(sides.get(0)), sides.get(1)));
            }
            case "exists" -> quantified(group, false);
            case "forall" -> quantified(group, true);
            case "=" -> {
                only(group, 2);
                yield new StateFormula.Equal(
                        term(group.items().get(1)), term(group.items().get(2)));
            }
            default -> atom(group);
        };
    }

    private List<StateFormula> formulas(List<SExpression> expressions) {
        return expressions.stream().map(this::formula).toList();
    }

    private StateFormula quantified(Group group, boolean all) {
        only(group, 2);
        Map<String, Integer> outer = scope;
        scope = new HashMap<>(outer);
        List<Integer> slots = declare(group(group.items().get(1)).items());
        StateFormula body = formula(group.items().get(2));
        scope = outer;
        for (int slot : slots.reversed()) {
            body = new StateFormula.Quantified(all, slot, slotTypes.get(slot), body);
        }
        return body;
    }

    StateFormula.Atom atom(Group group) {
        if (group.head().isEmpty()) {
            throw error(source, group, "a predicate", "'('");
        }
        List<SExpression> terms = group.rest();
        if (terms.size() > FactSet.MAX_ARGUMENTS) {
            throw error(
                    source,
                    group,
                    "at most " + FactSet.MAX_ARGUMENTS + " arguments of '" + group.head() + "'",
                    "" + terms.size());
        }
        return new StateFormula.Atom(
                vocabulary.predicate(group.head(), terms.size()),
                terms.stream().mapToInt(this::term).toArray());
    }

    private int term(SExpression expression) {
        String name = word(expression, source);
        Integer slot = scope.get(name);
        if (slot != null) {
            return slot;
        }
        if (name.startsWith("?")) {
            throw error(source, expression, "a declared variable", "'" + name + "'");
        }
        return ~vocabulary.constant(name);
    }

    List<Effect> effects(SExpression expression) {
        List<Effect> effects = new ArrayList<>();
        effects(expression, StateFormula.always(), effects);
        return List.copyOf(effects);
    }

    private void effects(SExpression expression, StateFormula.And condition, List<Effect> effects) {
        Group group = group(expression);
        switch (group.head()) {
            case "" -> {
                if (!group.isEmpty()) {
                    throw error(source, group, "an effect", "'(('");
                }
            }
            case "and" -> group.rest().forEach(part -> effects(part, condition, effects));
            case "increase" -> {} // costs do not matter to the player
            case "when" -> {
                only(group, 2);
                List<StateFormula> both = new ArrayList<>(condition.parts());
                both.add(formula(group.items().get(1)));
                effects(group.items().get(2), new StateFormula.And(both), effects);
            }
            case "not" -> effects.add(new Effect(condition, false, atom(group(only(group, 1)))));
            case "forall", "or", "exists", "imply" ->
                throw error(source, group, "an effect made of literals, 'and' and 'when'", "'" + group.head() + "'");
            default -> effects.add(new Effect(condition, true, atom(group)));
        }
    }

    private SExpression only(Group group, int arguments) {
        if (group.items().size() != arguments + 1) {
            throw error(
                    source,
                    group,
                    "'" + group.head() + "' with " + arguments + (arguments == 1 ? " part" : " parts"),
                    (group.items().size() - 1) + "");
        }
        return group.items().get(1);
    }

    private Group group(SExpression expression) {
        if (expression instanceof Group group) {
            return group;
        }
        throw error(source, expression, "'('", "'" + ((SExpression.Word) expression).text() + "'");
    }

    static String word(SExpression expression, String source) {
        if (expression instanceof SExpression.Word word) {
            return word.text();
        }
        throw error(source, expression, "a name", "'('");
    }

    /** Goes through the sections of a text such as {@code (define (domain ...) ...)}. */
    static void sections(Group whole, String kind, String source, Consumer<Group> section) {
        if (!whole.head().equals("define")) {
            throw error(source, whole, "(define (" + kind + " ...) ...)", "'(" + whole.head() + "'");
        }
        for (SExpression part : whole.rest()) {
            if (!(part instanceof Group group)) {
                throw error(source, part, "'('", "'" + word(part, source) + "'");
            }
            section.accept(group);
        }
    }

    static AlfworldException error(String source, SExpression at, String expected, String found) {
        return new AlfworldException(source + ", line " + at.line() + ": expected " + expected + ", found " + found);
    }
}
