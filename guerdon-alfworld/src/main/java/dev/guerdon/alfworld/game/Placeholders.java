package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.logic.Vocabulary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers for the placeholders of a grammar. A placeholder is a name together with a type. */
final class Placeholders {

    private record Placeholder(String name, String type) {}

    private final Vocabulary vocabulary;
    private final Map<Placeholder, Integer> numbers = new HashMap<>();
    private final List<Integer> types = new ArrayList<>();
    private final Map<String, List<Integer>> byName = new HashMap<>();

    Placeholders(Vocabulary vocabulary) {
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

    /** The placeholders of a name, whatever their types. */
    List<Integer> named(String name) {
        return byName.getOrDefault(name, List.of());
    }
}
