package dev.guerdon.alfworld.logic;

import dev.guerdon.alfworld.logic.SExpression.Group;
import dev.guerdon.alfworld.logic.SExpression.Word;
import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns planning language into formulas and effects, and gives every variable of one action or goal a slot of its own. */
@Internal
public final class FormulaReader {

    private final Vocabulary vocabulary;
    private final String source;
    private final List<Integer> slotTypes = new ArrayList<>();
    private Map<String, Integer> scope = new HashMap<>();

    public FormulaReader(Vocabulary vocabulary, String source) {
        this.vocabulary = vocabulary;
        this.source = source;
    }

    /** The type of each slot given out so far. */
    public int[] slotTypes() {
        return slotTypes.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Reads {@code a b - t c}; what follows a dash is a type, taken as it stands, commas included. */
    public static Map<String, String> typedList(List<SExpression> items, String source) {
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

    public Formula formula(SExpression expression) {
        Group group = group(expression);
        if (group.isEmpty()) {
            return Formula.TRUE;
        }
        return switch (group.head()) {
            case "and" -> new Formula.And(formulas(group.rest()));
            case "or" -> new Formula.Or(formulas(group.rest()));
            case "not" -> new Formula.Not(formula(only(group, 1)));
            case "imply" -> {
                only(group, 2);
                List<Formula> sides = formulas(group.rest());
                yield new Formula.Or(List.of(new Formula.Not(sides.get(0)), sides.get(1)));
            }
            case "exists" -> quantified(group, false);
            case "forall" -> quantified(group, true);
            case "=" -> {
                only(group, 2);
                yield new Formula.Equal(
                        term(group.items().get(1)), term(group.items().get(2)));
            }
            default -> atom(group);
        };
    }

    private List<Formula> formulas(List<SExpression> expressions) {
        return expressions.stream().map(this::formula).toList();
    }

    private Formula quantified(Group group, boolean all) {
        only(group, 2);
        Map<String, Integer> outer = scope;
        scope = new HashMap<>(outer);
        List<Integer> slots = declare(group(group.items().get(1)).items());
        Formula body = formula(group.items().get(2));
        scope = outer;
        for (int slot : slots.reversed()) {
            body = new Formula.Quantified(all, slot, slotTypes.get(slot), body);
        }
        return body;
    }

    Formula.Atom atom(Group group) {
        if (group.head().isEmpty()) {
            throw error(source, group, "a predicate", "'('");
        }
        List<SExpression> terms = group.rest();
        if (terms.size() > Facts.MAX_ARGUMENTS) {
            throw error(
                    source,
                    group,
                    "at most " + Facts.MAX_ARGUMENTS + " arguments of '" + group.head() + "'",
                    "" + terms.size());
        }
        return new Formula.Atom(
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
        effects(expression, Formula.TRUE, effects);
        return List.copyOf(effects);
    }

    private void effects(SExpression expression, Formula.And condition, List<Effect> effects) {
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
                List<Formula> both = new ArrayList<>(condition.parts());
                both.add(formula(group.items().get(1)));
                effects(group.items().get(2), new Formula.And(both), effects);
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
        throw error(source, expression, "'('", "'" + ((Word) expression).text() + "'");
    }

    public static String word(SExpression expression, String source) {
        if (expression instanceof Word word) {
            return word.text();
        }
        throw error(source, expression, "a name", "'('");
    }

    public static AlfworldException error(String source, SExpression at, String expected, String found) {
        return new AlfworldException(source + ", line " + at.line() + ": expected " + expected + ", found " + found);
    }
}
