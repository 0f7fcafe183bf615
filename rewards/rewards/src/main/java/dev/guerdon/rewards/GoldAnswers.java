package dev.guerdon.rewards;

import dev.guerdon.api.Json;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.rewards.grading.GoldReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads gold answers as people write them into files: a text, a number, or a list of these. */
final class GoldAnswers {

    private GoldAnswers() {}

    /** Returns all answers of a field. An empty list stays empty. */
    static List<String> all(String field, Json value) {
        if (value.value() instanceof List<?> list) {
            List<String> answers = new ArrayList<>(list.size());
            for (Object element : list) {
                answers.add(one(field, element));
            }
            return answers;
        }
        return List.of(one(field, value.value()));
    }

    /** Returns all answers of a field, of which there must be one. */
    static List<String> atLeastOne(String field, Json value) {
        List<String> answers = all(field, value);
        return answers.isEmpty() ? GoldReader.atLeastOne(field, value) : answers;
    }

    /** Returns the text of one answer. A whole number has no fraction, whichever way the file writes it. */
    static String one(String field, @Nullable Object value) {
        return switch (value) {
            case String text -> text;
            case Number number -> GoldReader.text(field, number);
            case null -> throw wrong(field, "null");
            case Map<?, ?> map -> throw wrong(field, "an object with " + map.keySet());
            default -> throw wrong(field, new Json(value).kind() + ": " + value);
        };
    }

    private static UnscoredException wrong(String field, String found) {
        return GoldReader.fault(
                "the field '" + field + "' must hold a text, a number or a list of these, found " + found);
    }
}
