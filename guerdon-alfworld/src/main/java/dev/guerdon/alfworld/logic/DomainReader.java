package dev.guerdon.alfworld.logic;

import dev.guerdon.alfworld.logic.SExpression.Group;
import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the planning domain of a game. */
@Internal
public final class DomainReader {

    private static final String SOURCE = "pddl_domain";

    private final Vocabulary vocabulary;
    private final List<ActionSchema> actions = new ArrayList<>();
    private final Map<String, String> constants = new LinkedHashMap<>();

    private DomainReader(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    /**
     * What a domain declares besides its words.
     *
     * @param actions the actions in their order
     * @param constants objects of every problem, with their types
     */
    public record Domain(List<ActionSchema> actions, Map<String, String> constants) {}

    /** Reads a domain; its words go into the vocabulary. */
    public static Domain read(String text, Vocabulary vocabulary) {
        DomainReader reader = new DomainReader(vocabulary);
        Group domain = SExpression.read(text, SOURCE);
        if (!domain.head().equals("define")) {
            throw FormulaReader.error(SOURCE, domain, "(define (domain ...) ...)", "'(" + domain.head() + "'");
        }
        for (SExpression section : domain.rest()) {
            if (!(section instanceof Group group)) {
                throw FormulaReader.error(SOURCE, section, "'('", "'" + FormulaReader.word(section, SOURCE) + "'");
            }
            switch (group.head()) {
                case "problem" -> throw FormulaReader.error(SOURCE, group, "a domain", "a problem");
                case ":types" -> FormulaReader.typedList(group.rest(), SOURCE).forEach(vocabulary::declareType);
                case ":constants" -> reader.constants.putAll(FormulaReader.typedList(group.rest(), SOURCE));
                case ":action" -> reader.action(group);
                case ":derived" ->
                    throw FormulaReader.error(SOURCE, group, "actions only", "':derived', which no game file uses");
                default -> {} // requirements, predicates and functions declare nothing that play needs
            }
        }
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
        Map<String, String> parameters =
                FormulaReader.typedList(parts.getOrDefault(":parameters", none).items(), SOURCE);
        reader.declare(parts.getOrDefault(":parameters", none).items());
        Formula precondition = reader.formula(parts.getOrDefault(":precondition", none));
        List<Effect> effects = reader.effects(parts.getOrDefault(":effect", none));
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
                Conjunction.alternatives(precondition, affected, SOURCE + ", action " + name),
                effects));
    }
}
