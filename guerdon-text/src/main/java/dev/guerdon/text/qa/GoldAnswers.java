package dev.guerdon.text.qa;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads gold answers as people write them into files: a text, a number, or a list of these. */
@Internal
public final class GoldAnswers {

    private GoldAnswers() {}

    /** All answers of a field. An empty list stays empty. */
    public static List<String> all(String field, Json value) {
        if (value.value() instanceof List<?> list) {
            List<String> answers = new ArrayList<>(list.size());
            for (Object element : list) {
                answers.add(one(field, element));
            }
            return answers;
        }
        return List.of(one(field, value.value()));
    }

    /** All answers of a field, of which there must be one. */
    public static List<String> atLeastOne(String field, Json value) {
        List<String> answers = all(field, value);
        if (answers.isEmpty()) {
            throw wrong(field, "at least one answer", "an empty list");
        }
        return answers;
    }

    /** The text of one answer. A whole number has no fraction, whichever way the file writes it. */
    public static String one(String field, @Nullable Object value) {
        return switch (value) {
            case String text -> text;
            case Double d when d == Math.rint(d) && Math.abs(d) < 1e15 -> Long.toString(d.longValue());
            case Double d when Double.isFinite(d) -> BigDecimal.valueOf(d).toPlainString();
            case Integer i -> i.toString();
            case Number n -> n.toString();
            case null -> throw wrong(field, "a text, a number or a list of these", "null");
            case Map<?, ?> map ->
                throw wrong(field, "a text, a number or a list of these", "an object with " + map.keySet());
            default -> throw wrong(field, "a text, a number or a list of these", new Json(value).kind() + ": " + value);
        };
    }

    private static UnscoredException wrong(String field, String expected, String found) {
        return new UnscoredException(
                Score.Reason.MISSING_FIELD, "the field '" + field + "' must hold " + expected + ", found " + found);
    }
}
