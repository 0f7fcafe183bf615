package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.game.SExpression.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Reads the planning problem of a game against its rules. */
final class ProblemReader {

    private static final String SOURCE = "pddl_problem";

    private final PlanningVocabulary vocabulary;
    private final Map<String, String> declared = new TreeMap<>();
    private List<SExpression> init = List.of();
    private StateFormula goal = StateFormula.always();
    private String goalText = "";
    private int[] goalSlotTypes = new int[0];
    private boolean hasGoal;

    private ProblemReader(GameRules rules) {
        this.vocabulary = rules.vocabulary().extend();
        declared.putAll(rules.constants());
    }

    /**
     * A problem.
     *
     * @param vocabulary the words of the rules and of the goal
     * @param world the objects
     * @param initial the first state
     * @param goal when the game is won
     * @param goalSlotTypes the types of the goal's variables
     * @param goalText the goal as the file has it, on one line
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Problem(
            PlanningVocabulary vocabulary,
            GameObjects world,
            FactSet initial,
            StateFormula goal,
            int[] goalSlotTypes,
            String goalText) {}

    static Problem read(String text, GameRules rules) {
        ProblemReader reader = new ProblemReader(rules);
        Group problem = SExpression.read(text, SOURCE);
        FormulaReader.sections(problem, "problem", SOURCE, group -> {
            switch (group.head()) {
                case ":objects" -> reader.declared.putAll(FormulaReader.typedList(group.rest(), SOURCE));
                case ":init" -> reader.init = group.rest();
                case ":goal" -> reader.readGoal(group);
                default -> {} // the domain's name and the metric do not matter
            }
        });
        if (!reader.hasGoal) {
            throw FormulaReader.error(SOURCE, problem, "a ':goal'", "none");
        }
        return reader.assemble();
    }

    private void readGoal(Group group) {
        if (group.items().size() != 2) {
            throw FormulaReader.error(
                    SOURCE,
                    group,
                    "one formula after ':goal'",
                    "" + (group.items().size() - 1));
        }
        FormulaReader reader = new FormulaReader(vocabulary, SOURCE);
        goal = reader.formula(group.items().get(1));
        goalSlotTypes = reader.slotTypes();
        goalText = SExpression.write(group.items().get(1));
        hasGoal = true;
    }

    private Problem assemble() {
        if (declared.size() > FactSet.MAX_OBJECTS) {
            throw new AlfworldException(
                    SOURCE + ": expected at most " + FactSet.MAX_OBJECTS + " objects, found " + declared.size());
        }
        List<String> ids = List.copyOf(declared.keySet());
        Map<String, Integer> numbers = new HashMap<>();
        for (String id : ids) {
            numbers.put(id, numbers.size());
        }
        BitSet mentioned = new BitSet();
        FactSet initial = facts(numbers, mentioned);
        List<BitSet> members = new ArrayList<>();
        for (int type = 0; type < vocabulary.typeCount(); type++) {
            members.add(new BitSet());
        }
        Map<String, List<Integer>> ancestors = new HashMap<>();
        declared.forEach((id, typeName) -> ancestors
                .computeIfAbsent(typeName, this::typesAbove)
                .forEach(type -> members.get(type).set(number(numbers, id))));
        int[] constants = new int[vocabulary.constantCount()];
        for (int i = 0; i < constants.length; i++) {
            constants[i] = numbers.getOrDefault(vocabulary.constantName(i), -1);
        }
        GameObjects world = new GameObjects(
                ids, ObjectNames.of(ids, mentioned), List.copyOf(declared.values()), List.copyOf(members), constants);
        return new Problem(vocabulary, world, initial, goal, goalSlotTypes, goalText);
    }

    private static int number(Map<String, Integer> numbers, String id) {
        return Objects.requireNonNull(numbers.get(id));
    }

    private List<Integer> typesAbove(String typeName) {
        OptionalInt type = vocabulary.findType(typeName);
        List<Integer> above = new ArrayList<>();
        above.add(PlanningVocabulary.OBJECT);
        for (int other = 1; other < vocabulary.typeCount(); other++) {
            if (type.isPresent() && vocabulary.isBelow(type.getAsInt(), other)) {
                above.add(other);
            }
        }
        return above;
    }

    private FactSet facts(Map<String, Integer> numbers, BitSet mentioned) {
        long[][] held = new long[vocabulary.predicateCount()][];
        Arrays.fill(held, new long[0]);
        int[] sizes = new int[held.length];
        for (SExpression expression : init) {
            if (!(expression instanceof Group fact) || fact.head().isEmpty()) {
                throw FormulaReader.error(SOURCE, expression, "a fact such as (openable drawer)", "something else");
            }
            if (fact.head().equals("=")) {
                continue; // the cost of something
            }
            int[] objects = objects(fact, numbers, mentioned);
            OptionalInt predicate = vocabulary.findPredicate(fact.head(), objects.length);
            if (predicate.isPresent()) {
                int p = predicate.getAsInt();
                if (sizes[p] == held[p].length) {
                    held[p] = Arrays.copyOf(held[p], 8 + 2 * sizes[p]);
                }
                held[p][sizes[p]++] = FactSet.pack(objects);
            }
        }
        for (int p = 0; p < held.length; p++) {
            held[p] = Arrays.stream(held[p], 0, sizes[p]).sorted().distinct().toArray();
        }
        return FactSet.of(held);
    }

    private int[] objects(Group fact, Map<String, Integer> numbers, BitSet mentioned) {
        List<SExpression> terms = fact.rest();
        if (terms.size() > FactSet.MAX_ARGUMENTS) {
            throw FormulaReader.error(
                    SOURCE, fact, "at most " + FactSet.MAX_ARGUMENTS + " arguments", "" + terms.size());
        }
        int[] objects = new int[terms.size()];
        for (int i = 0; i < objects.length; i++) {
            String id = FormulaReader.word(terms.get(i), SOURCE);
            Integer number = numbers.get(id);
            if (number == null) {
                throw FormulaReader.error(SOURCE, terms.get(i), "an object declared in ':objects'", "'" + id + "'");
            }
            objects[i] = number;
            mentioned.set(number);
        }
        return objects;
    }

    /** Gives objects the names that players see. */
    static final class ObjectNames {

        private static final String BAR = "_bar_";

        private ObjectNames() {}

        /**
         * Returns the names of objects.
         *
         * <p>{@code cabinet_bar_...} is a cabinet; of four cabinets the first in id order is number 4 and the last number 1. An id without
         * bars is shown as it is, with a blank behind it.
         *
         * @param ids all ids, sorted
         * @param counted whether the id at that place takes a number: only ids that occur in an initial fact do
         * @return the names, in the order of the ids
         */
        static List<String> of(List<String> ids, BitSet counted) {
            Map<String, Integer> left = new HashMap<>();
            for (int i = 0; i < ids.size(); i++) {
                if (counted.get(i) && ids.get(i).contains(BAR)) {
                    left.merge(base(ids.get(i)), 1, Integer::sum);
                }
            }
            return IntStream.range(0, ids.size())
                    .mapToObj(i -> {
                        String id = ids.get(i);
                        if (!counted.get(i) || !id.contains(BAR)) {
                            return plain(id);
                        }
                        int number = left.merge(base(id), -1, Integer::sum) + 1;
                        return base(id) + " " + number;
                    })
                    .toList();
        }

        private static String base(String id) {
            return id.substring(0, id.indexOf(BAR)) + (id.contains("basin") ? "basin" : "");
        }

        private static String plain(String id) {
            return id.replace("_minus_", "-")
                            .replace("_plus_", "+")
                            .replace("_dot_", ".")
                            .replace("_comma_", ",")
                    + " ";
        }
    }
}
