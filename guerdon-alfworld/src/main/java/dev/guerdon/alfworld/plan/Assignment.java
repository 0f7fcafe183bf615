package dev.guerdon.alfworld.plan;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a task sentence asks for, as a player reads it.
 *
 * @param thing the kind of thing
 * @param count how many of them
 * @param treatment what to do with it first: clean, heat, cool, or empty
 * @param place the kind of furniture where it must go; empty where it must be held under a lamp
 * @param lamp the kind of lamp, empty where there is none
 */
record Assignment(String thing, int count, String treatment, String place, String lamp) {

    private static final Set<String> SMALL_WORDS = Set.of(
            "a", "an", "some", "the", "it", "them", "both", "in", "on", "to", "at", "and", "with", "under", "of",
            "light", "put", "bring", "find", "look", "hold", "examine", "clean", "hot", "heat", "cold", "cool", "two",
            "place");

    /**
     * Reads a sentence.
     *
     * @param furniture the kinds of furniture in sight; the one that the sentence names last is the place
     */
    static Assignment of(String sentence, Collection<String> furniture) {
        List<String> words = List.of(sentence.toLowerCase(Locale.ROOT).split("[^a-z]+"));
        String lamp = words.stream().filter(word -> word.endsWith("lamp")).reduce("", (one, other) -> other);
        String place =
                lamp.isEmpty() ? words.stream().filter(furniture::contains).reduce("", (one, other) -> other) : "";
        String thing = words.stream()
                .filter(word -> !SMALL_WORDS.contains(word) && !word.isEmpty())
                .filter(word -> !word.equals(place) && !word.equals(lamp))
                .findFirst()
                .orElse("");
        return new Assignment(thing, words.contains("two") ? 2 : 1, treatment(words), place, lamp);
    }

    private static String treatment(List<String> words) {
        if (words.contains("clean")) {
            return "clean";
        }
        if (words.contains("hot") || words.contains("heat")) {
            return "heat";
        }
        return words.contains("cold") || words.contains("cool") ? "cool" : "";
    }
}
