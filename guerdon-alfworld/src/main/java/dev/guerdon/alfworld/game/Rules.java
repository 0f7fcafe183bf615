package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.logic.ActionSchema;
import dev.guerdon.alfworld.logic.AlfworldException;
import dev.guerdon.alfworld.logic.DomainReader;
import dev.guerdon.alfworld.logic.Vocabulary;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A domain and a grammar, compiled. Immutable once made, and shared by all games that carry the same two texts.
 */
final class Rules {

    /**
     * One way to render a rule.
     *
     * @param condition when it may be used; null for always
     */
    record Production(Template template, @Nullable Query condition) {}

    private final Vocabulary vocabulary = new Vocabulary();
    private final Placeholders placeholders = new Placeholders(vocabulary);
    private final DomainReader.Domain domain;
    private final Map<String, List<Production>> rules = new HashMap<>();
    private final List<Template> commands = new ArrayList<>();
    private final List<Template> feedbacks = new ArrayList<>();
    private final List<int[]> parameterPlaceholders = new ArrayList<>();
    private final BitSet fluents = new BitSet();
    private final BitSet denials = new BitSet();
    private final BitSet steadyCommands = new BitSet();

    private Rules(String domainText, String grammarText) {
        domain = DomainReader.read(domainText, vocabulary);
        GrammarText grammar = GrammarReader.read(grammarText);
        grammar.rules()
                .forEach((name, productions) ->
                        rules.put(name, productions.stream().map(this::compile).toList()));
        for (ActionSchema action : domain.actions()) {
            GrammarText.ActionText texts = grammar.actions().get(action.name());
            if (texts == null) {
                throw new AlfworldException("grammar: expected a text for the action '" + action.name()
                        + "' of pddl_domain, found none; there are: "
                        + String.join(
                                ", ",
                                grammar.actions().keySet().stream().sorted().toList()));
            }
            commands.add(template(texts.template()));
            feedbacks.add(template(texts.feedback()));
            int[] numbers = new int[action.parameters().size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = placeholders.number(
                        action.parameters().get(i), action.parameterTypes().get(i));
            }
            parameterPlaceholders.add(numbers);
            action.effects().forEach(effect -> fluents.set(effect.atom().predicate()));
        }
        for (ActionSchema action : domain.actions()) {
            if (isSteady(commands.get(action.index()))) {
                steadyCommands.set(action.index());
            }
        }
        rules.values()
                .forEach(list -> list.forEach(production -> {
                    if (production.condition() != null) {
                        noteDenials(production.condition());
                    }
                    noteDenials(production.template());
                }));
        commands.forEach(this::noteDenials);
        feedbacks.forEach(this::noteDenials);
        if (!rules.containsKey("intro")) {
            throw new AlfworldException("grammar: expected a rule 'intro', found none");
        }
    }

    static Rules compile(String domain, String grammar) {
        return new Rules(domain, grammar);
    }

    private Production compile(GrammarText.Production production) {
        return new Production(
                template(production.rhs()),
                production.condition().isBlank()
                        ? null
                        : Query.parse(production.condition(), vocabulary, placeholders));
    }

    private Template template(String text) {
        return TemplateParser.parse(text, vocabulary, placeholders);
    }

    private void noteDenials(Template template) {
        template.parts().forEach(part -> query(part).ifPresent(this::noteDenials));
    }

    private void noteDenials(Query query) {
        query.atoms().stream().filter(Query.Atom::denied).forEach(atom -> denials.set(atom.predicate()));
    }

    /** Whether a command is the same in every state: it asks no rule, and only about facts that no action changes. */
    private boolean isSteady(Template command) {
        return command.parts().stream().allMatch(part -> switch (part) {
            case Template.Literal literal -> true;
            case Template.Value value -> true;
            case Template.Rule rule -> false;
            case Template.Each each -> each.part() instanceof Template.Value && isSteady(each.query());
            case Template.Enumeration list -> list.part() instanceof Template.Value && isSteady(list.query());
        });
    }

    private boolean isSteady(Query query) {
        return query.atoms().stream().noneMatch(atom -> fluents.get(atom.predicate()));
    }

    private static Optional<Query> query(Template.Part part) {
        return switch (part) {
            case Template.Each each -> Optional.of(each.query());
            case Template.Enumeration list -> Optional.of(list.query());
            default -> Optional.empty();
        };
    }

    Vocabulary vocabulary() {
        return vocabulary;
    }

    Placeholders placeholders() {
        return placeholders;
    }

    List<ActionSchema> actions() {
        return domain.actions();
    }

    Map<String, String> constants() {
        return domain.constants();
    }

    Optional<List<Production>> rule(String name) {
        return Optional.ofNullable(rules.get(name));
    }

    Template command(ActionSchema action) {
        return commands.get(action.index());
    }

    /** How every command of an action begins. */
    String commandPrefix(ActionSchema action) {
        List<Template.Part> parts = command(action).parts();
        return !parts.isEmpty() && parts.getFirst() instanceof Template.Literal literal ? literal.text() : "";
    }

    Template feedback(ActionSchema action) {
        return feedbacks.get(action.index());
    }

    int[] parameterPlaceholders(ActionSchema action) {
        return parameterPlaceholders.get(action.index());
    }

    /** The predicates that some action changes. */
    BitSet fluents() {
        return fluents;
    }

    /** The predicates whose denials the grammar reads; only these are remembered. */
    BitSet denials() {
        return denials;
    }

    /** Whether the action's command does not depend on the state. */
    boolean hasSteadyCommand(ActionSchema action) {
        return steadyCommands.get(action.index());
    }
}
