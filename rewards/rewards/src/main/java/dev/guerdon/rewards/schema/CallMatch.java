package dev.guerdon.rewards.schema;

import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.schema.BfclChecker.BadGold;
import dev.guerdon.rewards.schema.CallReader.Call;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Matches calls with possible answers: each answer with a call of its own, by the best assignment there is.
 *
 * <p>An answer is an object with the name of the function and, for each parameter, the list of values that are right; {@code ""}
 * in the list says that the parameter may be left out. Types are those of the functions' descriptions, at any depth.
 */
final class CallMatch {

    private final Map<String, Map<?, ?>> functions = new HashMap<>();
    private final GradingSteps steps;

    /**
     * Takes the descriptions of the functions.
     *
     * @param descriptions as BFCL or OpenAI write them; without any, types are not checked
     */
    CallMatch(List<?> descriptions, GradingSteps steps) {
        this.steps = steps;
        for (Object description : descriptions) {
            Object function = description instanceof Map<?, ?> map && map.get("function") instanceof Map<?, ?> inner
                    ? inner
                    : description;
            if (!(function instanceof Map<?, ?> map) || !(map.get("name") instanceof String name)) {
                throw new BadGold("each function needs a name");
            }
            functions.put(name, map);
        }
    }

    /** Returns how many of the answers have a call of their own, at most. */
    int matched(List<Call> calls, List<?> answers) {
        boolean[][] fits = new boolean[answers.size()][calls.size()];
        for (int a = 0; a < answers.size(); a++) {
            if (!(answers.get(a) instanceof Map<?, ?> answer) || answer.size() != 1) {
                throw new BadGold("each possible answer must be an object with one function");
            }
            Map.Entry<?, ?> entry = answer.entrySet().iterator().next();
            if (!(entry.getValue() instanceof Map<?, ?> possible)) {
                throw new BadGold("the possible answers of '" + entry.getKey() + "' must be an object of lists");
            }
            for (int c = 0; c < calls.size(); c++) {
                fits[a][c] = fits(calls.get(c), String.valueOf(entry.getKey()), possible);
            }
        }
        int[] owner = new int[calls.size()];
        Arrays.fill(owner, -1);
        int matched = 0;
        for (int a = 0; a < fits.length; a++) {
            matched += assign(a, fits, owner, new boolean[calls.size()]) ? 1 : 0;
        }
        return matched;
    }

    /** Finds a call for the answer, moving other answers to other calls where that helps. */
    private boolean assign(int answer, boolean[][] fits, int[] owner, boolean[] tried) {
        for (int c = 0; c < owner.length; c++) {
            steps.step();
            if (fits[answer][c] && !tried[c]) {
                tried[c] = true;
                if (owner[c] < 0 || assign(owner[c], fits, owner, tried)) {
                    owner[c] = answer;
                    return true;
                }
            }
        }
        return false;
    }

    private boolean fits(Call call, String name, Map<?, ?> possible) {
        steps.step();
        // Providers that allow no dots in names replace them.
        if (!call.name().equals(name) && !call.name().equals(name.replace('.', '_'))) {
            return false;
        }
        Map<?, ?> function = functions.get(name);
        if (function == null && !functions.isEmpty()) {
            throw new BadGold("no function is named '" + name + "'");
        }
        Map<?, ?> parameters = function != null && function.get("parameters") instanceof Map<?, ?> map ? map : Map.of();
        Map<?, ?> types = parameters.get("properties") instanceof Map<?, ?> map ? map : Map.of();
        if (parameters.get("required") instanceof List<?> required
                && !call.arguments().keySet().containsAll(required)) {
            return false;
        }
        for (Map.Entry<?, ?> entry : possible.entrySet()) {
            if (!(entry.getValue() instanceof List<?> values)) {
                throw new BadGold("the values of '" + entry.getKey() + "' must be a list");
            }
            if (!call.arguments().containsKey(entry.getKey()) && !values.contains("")) {
                return false;
            }
        }
        for (Map.Entry<String, @Nullable Object> argument : call.arguments().entrySet()) {
            if (!(possible.get(argument.getKey()) instanceof List<?> values)
                    || !isType(argument.getValue(), types.get(argument.getKey()), 0)
                    || !isAmong(argument.getValue(), values)) {
                return false;
            }
        }
        return true;
    }

    private boolean isAmong(@Nullable Object value, List<?> values) {
        for (Object one : values) {
            if (same(value, one)) {
                return true;
            }
        }
        return false;
    }

    /** Texts without regard to case and punctuation, numbers by value, lists in order, objects against lists of values. */
    private boolean same(@Nullable Object value, @Nullable Object wanted) {
        steps.step();
        if (value instanceof String a && wanted instanceof String b) {
            return standard(a).equals(standard(b));
        }
        if (value instanceof Number a && wanted instanceof Number b) {
            return isFinite(a) && isFinite(b) && PythonValues.decimal(a).compareTo(PythonValues.decimal(b)) == 0;
        }
        if (value instanceof List<?> a && wanted instanceof List<?> b) {
            for (int i = 0; i < a.size() && i < b.size(); i++) {
                if (!same(a.get(i), b.get(i))) {
                    return false;
                }
            }
            return a.size() == b.size();
        }
        if (value instanceof Map<?, ?> a && wanted instanceof Map<?, ?> b) {
            return sameMembers(a, b);
        }
        return value == null ? wanted == null : value instanceof Boolean && value.equals(wanted);
    }

    private boolean sameMembers(Map<?, ?> value, Map<?, ?> wanted) {
        for (Map.Entry<?, ?> member : value.entrySet()) {
            Object right = wanted.get(member.getKey());
            boolean fits = wanted.containsKey(member.getKey())
                    && ((right instanceof List<?> list && isAmong(member.getValue(), list))
                            || same(member.getValue(), right));
            if (!fits) {
                return false;
            }
        }
        for (Map.Entry<?, ?> member : wanted.entrySet()) {
            boolean mayLack = member.getValue() instanceof List<?> list && list.contains("");
            if (!value.containsKey(member.getKey()) && !mayLack) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFinite(Number number) {
        return !(number instanceof Double d) || Double.isFinite(d);
    }

    private String standard(String text) {
        steps.spend(text.length() >> 4);
        return BfclChecker.standard(text);
    }

    private boolean isType(@Nullable Object value, @Nullable Object schema, int depth) {
        steps.step();
        if (!(schema instanceof Map<?, ?> map) || depth > 100) {
            return true;
        }
        if (map.get("type") instanceof List<?> types) {
            return types.stream().anyMatch(type -> isNamed(value, type));
        }
        if (!isNamed(value, map.get("type"))) {
            return false;
        }
        if (value instanceof List<?> list) {
            return list.stream().allMatch(element -> isType(element, map.get("items"), depth + 1));
        }
        if (value instanceof Map<?, ?> members && map.get("properties") instanceof Map<?, ?> properties) {
            return members.entrySet().stream()
                    .allMatch(member -> isType(member.getValue(), properties.get(member.getKey()), depth + 1));
        }
        return true;
    }

    private static boolean isNamed(@Nullable Object value, @Nullable Object type) {
        return switch (String.valueOf(type)) {
            case "string" -> value instanceof String;
            case "integer" -> value instanceof Integer || value instanceof Long || value instanceof BigInteger;
            case "float", "number" -> value instanceof Number;
            case "boolean" -> value instanceof Boolean;
            case "array", "tuple" -> value instanceof List;
            case "dict", "object" -> value instanceof Map;
            default -> true;
        };
    }
}
