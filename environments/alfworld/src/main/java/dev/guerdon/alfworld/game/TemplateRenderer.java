package dev.guerdon.alfworld.game;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Renders templates of a game in one state. */
final class TemplateRenderer {

    private static final int MAX_DEPTH = 100;
    private static final int MAX_LENGTH = 1_000_000;

    private final PlanningGame game;
    private final GameRules rules;
    private final GameObjects world;
    private final FactSet facts;
    private final int[] context;
    private int depth;

    private TemplateRenderer(PlanningGame game, FactSet facts) {
        this.game = game;
        this.rules = game.rules();
        this.world = game.world();
        this.facts = facts;
        this.context = new int[rules.placeholders().count()];
        Arrays.fill(context, -1);
    }

    /** Returns the text of a rule in which nothing is bound. */
    static String rule(PlanningGame game, FactSet facts, String rule) {
        StringBuilder out = new StringBuilder();
        new TemplateRenderer(game, facts).rule(rule, out);
        return out.toString();
    }

    /** Returns the command of an action. */
    static String command(PlanningGame game, FactSet facts, ActionSchema action, int[] arguments) {
        return action(game, facts, action, arguments, game.rules().command(action));
    }

    /** Returns what is said after an action; the facts are those after it. */
    static String feedback(PlanningGame game, FactSet facts, ActionSchema action, int[] arguments) {
        return action(game, facts, action, arguments, game.rules().feedback(action));
    }

    private static String action(
            PlanningGame game, FactSet facts, ActionSchema action, int[] arguments, GameTemplate template) {
        TemplateRenderer renderer = new TemplateRenderer(game, facts);
        int[] parameters = game.rules().parameterPlaceholders(action);
        for (int i = 0; i < parameters.length; i++) {
            renderer.context[parameters[i]] = arguments[i];
        }
        StringBuilder out = new StringBuilder();
        renderer.template(template, out);
        return out.toString();
    }

    private void template(GameTemplate template, StringBuilder out) {
        if (out.length() > MAX_LENGTH || depth > MAX_DEPTH) {
            throw new AlfworldException("grammar: a text of " + game.name() + " grows without end");
        }
        depth++;
        for (GameTemplate.Part part : template.parts()) {
            part(part, out);
        }
        depth--;
    }

    private void part(GameTemplate.Part part, StringBuilder out) {
        switch (part) {
            case GameTemplate.Literal literal -> out.append(literal.text());
            case GameTemplate.Rule rule -> rule(rule.name(), out);
            case GameTemplate.Value value -> out.append(value(value.expression()));
            case GameTemplate.Each each ->
                solve(each.query(), 0, () -> {
                    part(each.part(), out);
                    return false;
                });
            case GameTemplate.Enumeration list -> {
                List<String> items = new ArrayList<>();
                solve(list.query(), 0, () -> {
                    StringBuilder item = new StringBuilder();
                    part(list.part(), item);
                    items.add(item.toString());
                    return false;
                });
                enumerate(items, out);
            }
        }
    }

    private void enumerate(List<String> items, StringBuilder out) {
        if (items.isEmpty()) {
            rule("list_empty", out);
        }
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) {
                rule(i == items.size() - 1 ? "list_last_separator" : "list_separator", out);
            }
            out.append(items.get(i));
        }
    }

    private void rule(String name, StringBuilder out) {
        List<GameRules.Production> productions = game.rule(name)
                .orElseThrow(() -> new AlfworldException("grammar: a text of " + game.name() + " asks for the rule '"
                        + name + "', which does not exist"));
        for (GameRules.Production production : productions) {
            if (production.condition() == null || solve(production.condition(), 0, () -> true)) {
                template(production.template(), out);
                return;
            }
        }
    }

    private String value(TemplateExpression expression) {
        return switch (expression) {
            case TemplateExpression.Text text -> text.text();
            case TemplateExpression.Attribute attribute -> attribute(attribute);
            case TemplateExpression.Sum sum -> {
                StringBuilder all = new StringBuilder();
                sum.parts().forEach(part -> all.append(value(part)));
                yield all.toString();
            }
            case TemplateExpression.FirstOf firstOf -> {
                String last = "";
                for (TemplateExpression part : firstOf.parts()) {
                    last = value(part);
                    if (!last.isEmpty()) {
                        break;
                    }
                }
                yield last;
            }
            case TemplateExpression.Unreadable unreadable ->
                throw new AlfworldException(
                        "grammar: expected an expression of attributes, texts, '+' and 'or', found '"
                                + unreadable.source() + "'");
        };
    }

    private String attribute(TemplateExpression.Attribute attribute) {
        int object = -1;
        for (int placeholder : rules.placeholders().named(attribute.variable())) {
            if (context[placeholder] >= 0) {
                object = context[placeholder];
            }
        }
        if (object < 0) {
            throw new AlfworldException(
                    "grammar: nothing is bound to '" + attribute.variable() + "' in a text of " + game.name());
        }
        return switch (attribute.attribute()) {
            case "name" -> world.names().get(object);
            case "id" -> world.ids().get(object);
            case "type" -> world.typeNames().get(object);
            case "indefinite" -> "a";
            case "definite" -> "the";
            default ->
                throw new AlfworldException("grammar: expected one of name, id, type, indefinite, definite, found '"
                        + attribute.attribute() + "'");
        };
    }

    /** Is told of a solution, which is in the context; returns whether to stop. */
    @FunctionalInterface
    private interface Found {
        boolean stop();
    }

    private boolean solve(FactQuery query, int at, Found found) {
        if (at == query.atoms().size()) {
            return found.stop();
        }
        FactQuery.Atom atom = query.atoms().get(at);
        int[] placeholders = atom.placeholders();
        int arity = placeholders.length;
        long[] tuples = atom.denied() ? facts.denied(atom.predicate()) : facts.held(atom.predicate());
        int first = arity == 0 ? -1 : context[placeholders[0]];
        for (int i = first < 0 ? 0 : FactSet.firstWith(tuples, first, arity); i < tuples.length; i++) {
            long tuple = tuples[i];
            if (first >= 0 && FactSet.at(tuple, 0, arity) != first) {
                break;
            }
            int bound = bind(placeholders, tuple);
            if (bound >= 0) {
                boolean stop = solve(query, at + 1, found);
                unbind(placeholders, bound);
                if (stop) {
                    return true;
                }
            }
        }
        return false;
    }

    private int bind(int[] placeholders, long tuple) {
        int bound = 0;
        for (int position = 0; position < placeholders.length; position++) {
            int placeholder = placeholders[position];
            int object = FactSet.at(tuple, position, placeholders.length);
            int present = context[placeholder];
            if (present == object) {
                continue;
            }
            // Different placeholders stand for different objects.
            if (present >= 0
                    || !world.members()
                            .get(rules.placeholders().type(placeholder))
                            .get(object)
                    || isTaken(object)) {
                unbind(placeholders, bound);
                return -1;
            }
            context[placeholder] = object;
            bound |= 1 << position;
        }
        return bound;
    }

    private boolean isTaken(int object) {
        for (int value : context) {
            if (value == object) {
                return true;
            }
        }
        return false;
    }

    private void unbind(int[] placeholders, int bound) {
        for (int position = 0; position < placeholders.length; position++) {
            if ((bound & 1 << position) != 0) {
                context[placeholders[position]] = -1;
            }
        }
    }
}
