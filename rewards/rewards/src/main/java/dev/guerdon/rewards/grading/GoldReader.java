package dev.guerdon.rewards.grading;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads gold answers, and says what is wrong with a task that has none. */
@Internal
public final class GoldReader {

    private GoldReader() {}

    /** Returns what to throw where a task has neither of the fields that may hold the gold answer. */
    public static Supplier<UnscoredException> missing(String reward, String... fields) {
        return () -> fault(reward + " needs the gold answer in the field '" + String.join("' or '", fields) + "'");
    }

    /**
     * Returns the response that is judged.
     *
     * @param field the field in which data of the source have it
     * @param own what that field holds
     * @param finalResponse the final response of the sample
     * @throws UnscoredException where the task has neither
     */
    public static String response(String field, Optional<String> own, Optional<String> finalResponse) {
        return own.or(() -> finalResponse)
                .orElseThrow(() -> fault("the task has no response: expected it as 'final_response', as '" + field
                        + "' or in a trajectory"));
    }

    /** Returns a fault of the task: what it holds cannot be used. */
    public static UnscoredException fault(String message) {
        return new UnscoredException(Score.Reason.MISSING_FIELD, message);
    }

    /** Returns a fault of the options that a reward was given. */
    public static UnscoredException option(String message) {
        return new UnscoredException(Score.Reason.INVALID_INPUT, message);
    }

    /** Returns the constant that an option names, in lower case and with underscores. */
    public static <E extends Enum<E>> E oneOf(Class<E> type, String option, String name) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(name.replace('-', '_'))) {
                return constant;
            }
        }
        throw option("the option '" + option + "' is one of "
                + Arrays.stream(type.getEnumConstants())
                        .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", "))
                + ", found '" + name + "'");
    }

    /** Returns one gold answer as text; a number is written as Python writes it if it is whole, else with all its digits. */
    public static String text(String field, Json value) {
        return text(field, value.value());
    }

    /** Returns all gold answers: a text or number, or a list of these. */
    public static List<String> texts(String field, Json value) {
        if (!(value.value() instanceof List<?> list)) {
            return List.of(text(field, value));
        }
        List<String> texts = new ArrayList<>(list.size());
        for (Object element : list) {
            texts.add(text(field, element));
        }
        return texts;
    }

    /** Returns all gold answers, of which there must be one. */
    public static List<String> atLeastOne(String field, Json value) {
        List<String> texts = texts(field, value);
        if (texts.isEmpty()) {
            throw fault("the field '" + field + "' must hold at least one answer, found an empty list");
        }
        return texts;
    }

    /** Returns one gold answer as text, out of a plain value. */
    public static String text(String field, @Nullable Object value) {
        return switch (value) {
            case String text -> text;
            case Double d when d == Math.rint(d) && Math.abs(d) < 1e15 -> Long.toString(d.longValue());
            case Double d when Double.isFinite(d) -> BigDecimal.valueOf(d).toPlainString();
            case Number n -> n.toString();
            case null, default ->
                throw fault("the field '" + field + "' must hold a text, a number or a list of these, found "
                        + new Json(value).kind());
        };
    }
}
