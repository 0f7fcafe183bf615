package dev.guerdon.alfworld.logic;

import dev.guerdon.api.Internal;
import java.util.HashMap;
import java.util.Map;

/** Numbers for ground facts. */
@Internal
public final class FactNumbers {

    private record Fact(int predicate, long tuple) {}

    /** Takes a numbered fact. */
    @FunctionalInterface
    interface Visitor {
        void visit(int number, int predicate, long tuple);
    }

    private final Map<Fact, Integer> numbers = new HashMap<>();

    public int number(int predicate, long tuple) {
        Fact fact = new Fact(predicate, tuple);
        Integer known = numbers.get(fact);
        if (known != null) {
            return known;
        }
        int number = numbers.size();
        numbers.put(fact, number);
        return number;
    }

    public int count() {
        return numbers.size();
    }

    void forEach(Visitor visitor) {
        numbers.forEach((fact, number) -> visitor.visit(number, fact.predicate, fact.tuple));
    }
}
