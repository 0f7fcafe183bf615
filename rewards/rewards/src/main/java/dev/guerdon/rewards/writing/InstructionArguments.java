package dev.guerdon.rewards.writing;

import dev.guerdon.api.Json;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.rewards.grading.GoldReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one instruction, of which lm-eval ignores those that are null, 0 or empty.
 *
 * <p>For an argument that is missing or out of range, lm-eval draws one at random. Nobody can follow that, so it is a fault of the task.
 */
final class InstructionArguments {

    private final String instruction;
    private final Map<String, @Nullable Object> given;
    private final Set<String> read = new HashSet<>();

    InstructionArguments(String instruction, Json given) {
        this.instruction = instruction;
        this.given = given.isNull() ? Map.of() : given.asMap();
    }

    private Object value(String name) {
        read.add(name);
        Object value = given.get(name);
        boolean empty = switch (value) {
            case null -> true;
            case String text -> text.isEmpty();
            case Boolean on -> !on;
            case Number number -> number.doubleValue() == 0;
            case List<?> list -> list.isEmpty();
            default -> false;
        };
        if (value == null || empty) {
            throw fault("needs the argument '" + name + "'");
        }
        return value;
    }

    String text(String name) {
        if (value(name) instanceof String text) {
            return text;
        }
        throw wrong(name, "a text");
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        if (value(name) instanceof List<?> list) {
            for (Object element : list) {
                if (!(element instanceof String text)) {
                    throw wrong(name, "a list of texts");
                }
                texts.add(text);
            }
            return texts;
        }
        throw wrong(name, "a list of texts");
    }

    /** Returns a number above 0. */
    double count(String name) {
        double count = number(name);
        if (count < 0) {
            throw fault("needs an argument '" + name + "' of at least 1, found " + given.get(name));
        }
        return count;
    }

    double number(String name) {
        return switch (value(name)) {
            case Boolean on -> 1;
            case Number number when Double.isFinite(number.doubleValue()) -> number.doubleValue();
            default -> throw wrong(name, "a number");
        };
    }

    /** Returns a test of a count: at least, or less than, as the relation says. */
    IntPredicate relation(String name, double threshold) {
        String relation = text(name);
        return switch (relation) {
            case "at least" -> count -> count >= threshold;
            case "less than" -> count -> count < threshold;
            default -> throw wrong(name, "'at least' or 'less than'");
        };
    }

    /** Refuses arguments that the instruction does not have, as lm-eval does. */
    void nothingElse() {
        given.forEach((name, value) -> {
            boolean counts = value != null
                    && !value.equals("")
                    && !value.equals(false)
                    && !(value instanceof Number number && number.doubleValue() == 0)
                    && !(value instanceof List<?> list && list.isEmpty());
            if (counts && !read.contains(name)) {
                throw fault("has no argument '" + name + "'");
            }
        });
    }

    private UnscoredException wrong(String name, String expected) {
        return fault("needs " + expected + " as '" + name + "', found " + new Json(given.get(name)).kind());
    }

    UnscoredException fault(String problem) {
        return GoldReader.fault("the instruction " + instruction + " " + problem);
    }
}
