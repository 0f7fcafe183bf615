package dev.guerdon.rewards.matching;

import dev.guerdon.api.Json;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GoldReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of a question, in order.
 *
 * @param entries each letter with its text, null where the data set has none
 */
record ChoiceOptions(List<Entry> entries) {

    /** More options than letters cannot be named. */
    private static final int MOST = 26;

    /** One option as the task has it. */
    record Entry(String letter, @Nullable String text) {}

    ChoiceOptions {
        entries = List.copyOf(entries);
    }

    /** Options as a list of objects with a letter each, one object, or a list of texts for A, B and so on. */
    static ChoiceOptions of(@Nullable Object value) {
        List<Entry> entries = new ArrayList<>();
        switch (value) {
            case null -> {}
            case Map<?, ?> map -> add(entries, map);
            case List<?> list -> {
                for (Object element : list) {
                    if (element instanceof Map<?, ?> map) {
                        add(entries, map);
                    } else if (element instanceof String text && entries.size() < MOST) {
                        entries.add(new Entry(Character.toString('A' + entries.size()), text));
                    } else {
                        throw wrong(new Json(element).kind());
                    }
                }
            }
            default -> throw wrong(new Json(value).kind());
        }
        return new ChoiceOptions(entries);
    }

    private static void add(List<Entry> entries, Map<?, ?> map) {
        map.forEach((letter, text) -> {
            if (text != null && !(text instanceof String) && !(text instanceof Number)) {
                throw wrong(new Json(text).kind());
            }
            entries.add(new Entry(String.valueOf(letter), text == null ? null : text.toString()));
        });
    }

    private static RuntimeException wrong(String found) {
        return GoldReader.fault(
                "the field 'options' must hold a list such as [{\"A\": \"iron\"}, {\"B\": \"gold\"}], found " + found
                        + " in it");
    }

    /** Returns the letters that may be chosen, in upper case. */
    Set<String> letters() {
        Set<String> letters = new LinkedHashSet<>();
        for (Entry entry : entries) {
            if (entry.text != null && isLetter(entry.letter)) {
                letters.add(upper(entry.letter));
            }
        }
        return letters;
    }

    static boolean isLetter(String text) {
        return text.codePointCount(0, text.length()) == 1 && Character.isLetter(text.codePointAt(0));
    }

    static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    /** Lower case with single spaces. */
    static String normal(String text) {
        return String.join(" ", PythonStrings.split(PythonStrings.lower(text)));
    }
}
