package dev.guerdon.alfworld.logic;

import dev.guerdon.api.Internal;
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
@Internal
public final class Vocabulary {

    /** The type above all others. */
    public static final int OBJECT = 0;

    private record Predicate(String name, int arguments) {}

    private final @Nullable Vocabulary below;
    private final Map<Predicate, Integer> predicates = new HashMap<>();
    private final Map<String, Integer> constants = new HashMap<>();
    private final Map<String, Integer> types = new HashMap<>();
    private final List<String> constantNames = new ArrayList<>();
    private final List<Predicate> predicateList = new ArrayList<>();
    private final List<Integer> parents = new ArrayList<>();

    public Vocabulary() {
        below = null;
        type("object");
    }

    private Vocabulary(Vocabulary below) {
        this.below = below;
    }

    /** A layer above this vocabulary, which must not change any more. */
    public Vocabulary extend() {
        return new Vocabulary(this);
    }

    /** The number of a predicate; the same name with another number of arguments is another predicate. */
    public int predicate(String name, int arguments) {
        OptionalInt known = findPredicate(name, arguments);
        if (known.isPresent()) {
            return known.getAsInt();
        }
        int id = predicateCount();
        Predicate predicate = new Predicate(name, arguments);
        predicates.put(predicate, id);
        predicateList.add(predicate);
        return id;
    }

    public OptionalInt findPredicate(String name, int arguments) {
        Integer own = predicates.get(new Predicate(name, arguments));
        if (own != null) {
            return OptionalInt.of(own);
        }
        return below == null ? OptionalInt.empty() : below.findPredicate(name, arguments);
    }

    int constant(String name) {
        OptionalInt known = findConstant(name);
        if (known.isPresent()) {
            return known.getAsInt();
        }
        int id = constantCount();
        constants.put(name, id);
        constantNames.add(name);
        return id;
    }

    private OptionalInt findConstant(String name) {
        Integer own = constants.get(name);
        if (own != null) {
            return OptionalInt.of(own);
        }
        return below == null ? OptionalInt.empty() : below.findConstant(name);
    }

    /** The number of a type; one that was never declared is a type without members. */
    public int type(String name) {
        OptionalInt known = findType(name);
        if (known.isPresent()) {
            return known.getAsInt();
        }
        int id = typeCount();
        types.put(name, id);
        parents.add(OBJECT);
        return id;
    }

    public OptionalInt findType(String name) {
        Integer own = types.get(name);
        if (own != null) {
            return OptionalInt.of(own);
        }
        return below == null ? OptionalInt.empty() : below.findType(name);
    }

    void declareType(String name, String parent) {
        int child = type(name);
        if (child != OBJECT) {
            parents.set(child, type(parent));
        }
    }

    /** Whether a type is another type or below it. */
    public boolean isBelow(int type, int ancestor) {
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
        int first = below == null ? 0 : below.typeCount();
        return type >= first
                ? parents.get(type - first)
                : Objects.requireNonNull(below).parent(type);
    }

    public int predicateCount() {
        return predicates.size() + (below == null ? 0 : below.predicateCount());
    }

    public int constantCount() {
        return constants.size() + (below == null ? 0 : below.constantCount());
    }

    public int typeCount() {
        return types.size() + (below == null ? 0 : below.typeCount());
    }

    public String predicateName(int predicate) {
        return listedPredicate(predicate).name;
    }

    public int predicateArguments(int predicate) {
        return listedPredicate(predicate).arguments;
    }

    private Predicate listedPredicate(int predicate) {
        int first = below == null ? 0 : below.predicateCount();
        return predicate >= first
                ? predicateList.get(predicate - first)
                : Objects.requireNonNull(below).listedPredicate(predicate);
    }

    public String constantName(int constant) {
        int first = below == null ? 0 : below.constantCount();
        return constant >= first
                ? constantNames.get(constant - first)
                : Objects.requireNonNull(below).constantName(constant);
    }
}
