package dev.guerdon.alfworld.game;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for the words of a planning domain: predicates, types and constants.
 *
 * <p>The words of shared rules are numbered once. A game whose goal brings words of its own numbers them in a layer above, which
 * leaves the shared one as it is.
 */
final class PlanningVocabulary {

    /** The type above all others. */
    static final int OBJECT = 0;

    private record Predicate(String name, int arguments) {}

    /** Words of one sort, numbered on from those of the layer below. */
    private static final class Words<W> {
        private final @Nullable Words<W> below;
        private final Map<W, Integer> numbers = new HashMap<>();
        private final List<W> own = new ArrayList<>();

        Words(@Nullable Words<W> below) {
            this.below = below;
        }

        OptionalInt find(W word) {
            Integer number = numbers.get(word);
            if (number != null) {
                return OptionalInt.of(number);
            }
            return below == null ? OptionalInt.empty() : below.find(word);
        }

        int number(W word) {
            OptionalInt known = find(word);
            if (known.isPresent()) {
                return known.getAsInt();
            }
            numbers.put(word, size());
            own.add(word);
            return size() - 1;
        }

        int size() {
            return own.size() + (below == null ? 0 : below.size());
        }

        W word(int number) {
            int first = size() - own.size();
            return number >= first
                    ? own.get(number - first)
                    : Objects.requireNonNull(below).word(number);
        }
    }

    private final @Nullable PlanningVocabulary below;
    private final Words<Predicate> predicates;
    private final Words<String> constants;
    private final Words<String> types;
    private final List<Integer> parents = new ArrayList<>();

    PlanningVocabulary() {
        this(null);
        type("object");
    }

    private PlanningVocabulary(@Nullable PlanningVocabulary below) {
        this.below = below;
        predicates = new Words<>(below == null ? null : below.predicates);
        constants = new Words<>(below == null ? null : below.constants);
        types = new Words<>(below == null ? null : below.types);
    }

    /** Returns a layer above this vocabulary, which must not change any more. */
    PlanningVocabulary extend() {
        return new PlanningVocabulary(this);
    }

    /** Returns the number of a predicate; the same name with another number of arguments is another predicate. */
    int predicate(String name, int arguments) {
        return predicates.number(new Predicate(name, arguments));
    }

    OptionalInt findPredicate(String name, int arguments) {
        return predicates.find(new Predicate(name, arguments));
    }

    int constant(String name) {
        return constants.number(name);
    }

    /** Returns the number of a type; one that was never declared is a type without members. */
    int type(String name) {
        int known = types.size();
        int id = types.number(name);
        if (types.size() > known) {
            parents.add(OBJECT);
        }
        return id;
    }

    OptionalInt findType(String name) {
        return types.find(name);
    }

    void declareType(String name, String parent) {
        int child = type(name);
        if (child != OBJECT) {
            parents.set(child, type(parent));
        }
    }

    /** Returns whether a type is another type or below it. */
    boolean isBelow(int type, int ancestor) {
        int current = type;
        // A circle of types in a broken file must not hold us: no chain is longer than the number of types.
        for (int i = typeCount(); i >= 0; i--) {
            if (current == ancestor) {
                return true;
            }
            current = parent(current);
        }
        return ancestor == OBJECT;
    }

    private int parent(int type) {
        int first = typeCount() - parents.size();
        return type >= first
                ? parents.get(type - first)
                : Objects.requireNonNull(below).parent(type);
    }

    int predicateCount() {
        return predicates.size();
    }

    int constantCount() {
        return constants.size();
    }

    int typeCount() {
        return types.size();
    }

    String predicateName(int predicate) {
        return predicates.word(predicate).name;
    }

    int predicateArguments(int predicate) {
        return predicates.word(predicate).arguments;
    }

    String constantName(int constant) {
        return constants.word(constant);
    }
}
