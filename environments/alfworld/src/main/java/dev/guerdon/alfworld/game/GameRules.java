package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.game.GrammarReader.GrammarText;
import dev.guerdon.alfworld.game.SExpression.Group;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A domain and a grammar, compiled. Immutable once made, and shared by all games that carry the same two texts.
 */
final class GameRules {

    /**
     * One way to render a rule.
     *
     * @param condition when it may be used; null for always
     */
    record Production(GameTemplate template, @Nullable FactQuery condition) {}

    private final PlanningVocabulary vocabulary = new PlanningVocabulary();
    private final Placeholders placeholders = new Placeholders(vocabulary);
    private final DomainReader.Domain domain;
    private final Map<String, List<Production>> rules = new HashMap<>();
    private final List<GameTemplate> commands = new ArrayList<>();
    private final List<GameTemplate> feedbacks = new ArrayList<>();
    private final List<int[]> parameterPlaceholders = new ArrayList<>();
    private final BitSet fluents = new BitSet();
    private final BitSet denials = new BitSet();
    private final BitSet steadyCommands = new BitSet();

    private GameRules(String domainText, String grammarText) {
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

    static GameRules compile(String domain, String grammar) {
        return new GameRules(domain, grammar);
    }

    private Production compile(GrammarText.Production production) {
        return new Production(
                template(production.rhs()),
                production.condition().isBlank()
                        ? null
                        : FactQuery.parse(production.condition(), vocabulary, placeholders));
    }

    private GameTemplate template(String text) {
        return TemplateParser.parse(text, vocabulary, placeholders);
    }

    private void noteDenials(GameTemplate template) {
        template.parts().forEach(part -> query(part).ifPresent(this::noteDenials));
    }

    private void noteDenials(FactQuery query) {
        query.atoms().stream().filter(FactQuery.Atom::denied).forEach(atom -> denials.set(atom.predicate()));
    }

    /** Returns whether a command is the same in every state: it asks no rule, and only about facts that no action changes. */
    private boolean isSteady(GameTemplate command) {
        return command.parts().stream().allMatch(part -> switch (part) {
            case GameTemplate.Literal literal -> true;
            case GameTemplate.Value value -> true;
            case GameTemplate.Rule rule -> false;
            case GameTemplate.Each each -> each.part() instanceof GameTemplate.Value && isSteady(each.query());
            case GameTemplate.Enumeration list -> list.part() instanceof GameTemplate.Value && isSteady(list.query());
        });
    }

    private boolean isSteady(FactQuery query) {
        return query.atoms().stream().noneMatch(atom -> fluents.get(atom.predicate()));
    }

    private static Optional<FactQuery> query(GameTemplate.Part part) {
        return switch (part) {
            case GameTemplate.Each each -> Optional.of(each.query());
            case GameTemplate.Enumeration list -> Optional.of(list.query());
            default -> Optional.empty();
        };
    }

    PlanningVocabulary vocabulary() {
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

    GameTemplate command(ActionSchema action) {
        return commands.get(action.index());
    }

    /** Returns how every command of an action begins. */
    String commandPrefix(ActionSchema action) {
        List<GameTemplate.Part> parts = command(action).parts();
        return !parts.isEmpty() && parts.getFirst() instanceof GameTemplate.Literal literal ? literal.text() : "";
    }

    GameTemplate feedback(ActionSchema action) {
        return feedbacks.get(action.index());
    }

    int[] parameterPlaceholders(ActionSchema action) {
        return parameterPlaceholders.get(action.index());
    }

    /** Returns the predicates that some action changes. */
    BitSet fluents() {
        return fluents;
    }

    /** Returns the predicates whose denials the grammar reads; only these are remembered. */
    BitSet denials() {
        return denials;
    }

    /** Returns whether the action's command does not depend on the state. */
    boolean hasSteadyCommand(ActionSchema action) {
        return steadyCommands.get(action.index());
    }

    /** Numbers for the placeholders of a grammar. A placeholder is a name together with a type. */
    static final class Placeholders {

        private record Placeholder(String name, String type) {}

        private final PlanningVocabulary vocabulary;
        private final Map<Placeholder, Integer> numbers = new HashMap<>();
        private final List<Integer> types = new ArrayList<>();
        private final Map<String, List<Integer>> byName = new HashMap<>();

        Placeholders(PlanningVocabulary vocabulary) {
            this.vocabulary = vocabulary;
        }

        int number(String name, String type) {
            return numbers.computeIfAbsent(new Placeholder(name, type), placeholder -> {
                types.add(vocabulary.type(type));
                byName.computeIfAbsent(name, key -> new ArrayList<>()).add(types.size() - 1);
                return types.size() - 1;
            });
        }

        int count() {
            return types.size();
        }

        int type(int placeholder) {
            return types.get(placeholder);
        }

        /** Returns the placeholders of a name, whatever their types. */
        List<Integer> named(String name) {
            return byName.getOrDefault(name, List.of());
        }
    }

    /** Reads the planning domain of a game. */
    static final class DomainReader {

        private static final String SOURCE = "pddl_domain";

        private final PlanningVocabulary vocabulary;
        private final List<ActionSchema> actions = new ArrayList<>();
        private final Map<String, String> constants = new LinkedHashMap<>();

        private DomainReader(PlanningVocabulary vocabulary) {
            this.vocabulary = vocabulary;
        }

        /**
         * Declarations of a domain besides its words.
         *
         * @param actions the actions in their order
         * @param constants objects of every problem, with their types
         */
        record Domain(List<ActionSchema> actions, Map<String, String> constants) {}

        /** Reads a domain; its words go into the vocabulary. */
        static Domain read(String text, PlanningVocabulary vocabulary) {
            DomainReader reader = new DomainReader(vocabulary);
            Group domain = SExpression.read(text, SOURCE);
            FormulaReader.sections(domain, "domain", SOURCE, group -> {
                switch (group.head()) {
                    case "problem" -> throw FormulaReader.error(SOURCE, group, "a domain", "a problem");
                    case ":types" ->
                        FormulaReader.typedList(group.rest(), SOURCE).forEach(vocabulary::declareType);
                    case ":constants" -> reader.constants.putAll(FormulaReader.typedList(group.rest(), SOURCE));
                    case ":action" -> reader.action(group);
                    case ":derived" ->
                        throw FormulaReader.error(SOURCE, group, "actions only", "':derived', which no game file uses");
                    default -> {} // requirements, predicates and functions declare nothing that play needs
                }
            });
            if (reader.actions.isEmpty()) {
                throw FormulaReader.error(SOURCE, domain, "at least one ':action'", "none");
            }
            return new Domain(List.copyOf(reader.actions), Map.copyOf(reader.constants));
        }

        private void action(Group group) {
            if (group.items().size() < 2) {
                throw FormulaReader.error(SOURCE, group, "a name after ':action'", "')'");
            }
            String name = FormulaReader.word(group.items().get(1), SOURCE);
            Map<String, Group> parts = new HashMap<>();
            List<SExpression> rest = group.items().subList(2, group.items().size());
            for (int i = 0; i < rest.size(); i += 2) {
                String key = FormulaReader.word(rest.get(i), SOURCE);
                if (i + 1 == rest.size() || !(rest.get(i + 1) instanceof Group value)) {
                    throw FormulaReader.error(SOURCE, rest.get(i), "'(' after '" + key + "'", "something else");
                }
                parts.put(key, value);
            }
            Group none = new Group(List.of(), group.line());
            FormulaReader reader = new FormulaReader(vocabulary, SOURCE);
            Map<String, String> parameters = FormulaReader.typedList(
                    parts.getOrDefault(":parameters", none).items(), SOURCE);
            reader.declare(parts.getOrDefault(":parameters", none).items());
            StateFormula precondition = reader.formula(parts.getOrDefault(":precondition", none));
            List<ActionSchema.Effect> effects = reader.effects(parts.getOrDefault(":effect", none));
            BitSet affected = new BitSet();
            effects.forEach(effect -> affected.set(effect.atom().predicate()));
            actions.add(new ActionSchema(
                    actions.size(),
                    name,
                    parameters.keySet().stream()
                            .map(parameter -> parameter.startsWith("?") ? parameter.substring(1) : parameter)
                            .toList(),
                    List.copyOf(parameters.values()),
                    reader.slotTypes(),
                    precondition,
                    ConjunctiveFormula.alternatives(precondition, affected, SOURCE + ", action " + name),
                    effects));
        }
    }
}
