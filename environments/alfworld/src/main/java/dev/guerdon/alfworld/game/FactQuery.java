package dev.guerdon.alfworld.game;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A conjunctive query over the text facts, such as {@code holds(a:agent, o:object)}.
 *
 * @param atoms its parts in written order, which is the order of its loops
 */
record FactQuery(List<Atom> atoms) {

    /**
     * A part of a query.
     *
     * @param predicate the predicate's number
     * @param denied whether it asks for facts that an action denied
     * @param placeholders the placeholders' numbers
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Atom(int predicate, boolean denied, int[] placeholders) {}

    private static final Pattern ATOM = Pattern.compile("\\s*([\\w/.-]+)\\s*\\(([^()]*)\\)\\s*");
    private static final String DENIED = "not_";

    /** Parses a query; predicates and placeholders it names for the first time are numbered. */
    static FactQuery parse(String source, PlanningVocabulary vocabulary, GameRules.Placeholders placeholders) {
        List<Atom> atoms = new ArrayList<>();
        for (String part : source.split("&", -1)) {
            Matcher matcher = ATOM.matcher(part);
            if (!matcher.matches()) {
                throw new AlfworldException(
                        "grammar: expected a query such as 'holds(a:agent, o:object)', found '" + source.strip() + "'");
            }
            String predicate = matcher.group(1);
            String arguments = matcher.group(2).strip();
            String[] terms = arguments.isEmpty() ? new String[0] : arguments.split(",", -1);
            if (terms.length > FactSet.MAX_ARGUMENTS) {
                throw new AlfworldException("grammar: expected at most " + FactSet.MAX_ARGUMENTS + " arguments, found '"
                        + part.strip() + "'");
            }
            boolean denied = predicate.startsWith(DENIED)
                    && vocabulary.findPredicate(predicate, terms.length).isEmpty();
            int[] numbers = new int[terms.length];
            for (int i = 0; i < terms.length; i++) {
                String[] nameAndType = terms[i].strip().split(":", 2);
                String name = nameAndType[0].strip();
                numbers[i] = placeholders.number(name, nameAndType.length == 2 ? nameAndType[1].strip() : name);
            }
            atoms.add(new Atom(
                    vocabulary.predicate(denied ? predicate.substring(DENIED.length()) : predicate, terms.length),
                    denied,
                    numbers));
        }
        return new FactQuery(List.copyOf(atoms));
    }
}
