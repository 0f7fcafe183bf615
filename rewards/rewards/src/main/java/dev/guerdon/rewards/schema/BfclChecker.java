package dev.guerdon.rewards.schema;

import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares calls with possible answers as BFCL's AST checker does for Python, its defects and messages included. */
final class BfclChecker {

    private static final Map<String, String> TYPES = Map.of(
            "string", "str",
            "integer", "int",
            "float", "float",
            "boolean", "bool",
            "array", "list",
            "tuple", "list",
            "dict", "dict",
            "any", "str");

    private final List<?> functions;
    private final boolean underscores;

    private BfclChecker(List<?> functions, boolean underscores) {
        this.functions = functions;
        this.underscores = underscores;
    }

    /**
     * Verdict that was found.
     *
     * @param type the kind of error, null if there is none
     */
    record Verdict(boolean valid, @Nullable String type, List<String> errors) {

        static final Verdict VALID = new Verdict(true, null, List.of());

        static Verdict wrong(String type, String error) {
            return new Verdict(false, type, List.of(error));
        }
    }

    /** Returns the verdict on some calls. */
    static Verdict check(List<?> functions, List<?> calls, List<?> answers, String category, boolean underscores) {
        BfclChecker bfcl = new BfclChecker(functions, underscores);
        try {
            if (category.contains("parallel")) {
                return bfcl.parallel(calls, answers);
            }
            if (category.contains("multiple")) {
                return calls.size() != answers.size()
                        ? Verdict.wrong("multiple_function_checker:wrong_count", "Wrong number of functions.")
                        : bfcl.one(bfcl.function(name(answers.getFirst())), calls.getFirst(), answers.getFirst());
            }
            return calls.size() != 1
                    ? Verdict.wrong("simple_function_checker:wrong_count", "Wrong number of functions.")
                    : bfcl.one(functions.getFirst(), calls.getFirst(), answers.getFirst());
        } catch (NoSuchElementException e) {
            throw form();
        }
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return is(Map.class, value);
    }

    private static List<?> list(@Nullable Object value) {
        return is(List.class, value);
    }

    private static String text(@Nullable Object value) {
        return is(String.class, value);
    }

    private static <T> T is(Class<T> type, @Nullable Object value) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        throw form();
    }

    private static BadGold form() {
        return new BadGold("the functions or possible answers do not have BFCL's form");
    }

    private static String name(Object answer) {
        return String.valueOf(map(answer).keySet().iterator().next());
    }

    private Object function(String name) {
        for (Object function : functions) {
            if (name.equals(map(function).get("name"))) {
                return function;
            }
        }
        throw new BadGold("no function is named '" + name + "'");
    }

    private Verdict parallel(List<?> calls, List<?> answers) {
        if (calls.size() != answers.size()) {
            return Verdict.wrong("parallel_function_checker_no_order:wrong_count", "Wrong number of functions.");
        }
        Set<Integer> used = new HashSet<>();
        for (Object answer : answers) {
            Object function = function(name(answer));
            boolean found = false;
            for (int i = 0; i < calls.size() && !found; i++) {
                found = !used.contains(i) && one(function, calls.get(i), answer).valid();
                if (found) {
                    used.add(i);
                }
            }
            if (!found) {
                return Verdict.wrong(
                        "parallel_function_checker_no_order:cannot_find_match", "Could not find a matching function.");
            }
        }
        return Verdict.VALID;
    }

    private Verdict one(Object description, @Nullable Object call, Object answers) {
        Map<?, ?> function = map(description);
        Map<?, ?> parameters = map(function.get("parameters"));
        Map<?, ?> declared = map(parameters.get("properties"));
        Map<?, ?> possible = map(map(answers).values().iterator().next());
        String name = text(function.get("name"));
        name = underscores ? name.replace('.', '_') : name;
        if (!(call instanceof Map<?, ?> named) || !(named.get(name) instanceof Map<?, ?> given)) {
            return Verdict.wrong(
                    "simple_function_checker:wrong_func_name",
                    "Function name " + PythonRepr.of(name) + " not found in model output.");
        }
        for (Object required : list(parameters.get("required"))) {
            if (!given.containsKey(required)) {
                return Verdict.wrong(
                        "simple_function_checker:missing_required",
                        "Missing required parameter: " + PythonRepr.of(required) + ".");
            }
        }
        for (Map.Entry<?, ?> argument : given.entrySet()) {
            String parameter = String.valueOf(argument.getKey());
            if (!declared.containsKey(parameter) || !possible.containsKey(parameter)) {
                return Verdict.wrong(
                        "simple_function_checker:unexpected_param",
                        "Unexpected parameter: " + PythonRepr.of(parameter) + ".");
            }
            Verdict verdict = argument(
                    parameter, argument.getValue(), map(declared.get(parameter)), list(possible.get(parameter)));
            if (!verdict.valid()) {
                return verdict;
            }
        }
        for (Map.Entry<?, ?> entry : possible.entrySet()) {
            if (!given.containsKey(entry.getKey()) && !list(entry.getValue()).contains("")) {
                return Verdict.wrong(
                        "simple_function_checker:missing_optional",
                        "Optional parameter " + PythonRepr.of(entry.getKey())
                                + " not provided and not marked as optional.");
            }
        }
        return Verdict.VALID;
    }

    private static String type(@Nullable Object described) {
        String type = described instanceof String name ? TYPES.get(name) : null;
        if (type == null) {
            throw new BadGold("the type '" + described + "' is none of BFCL's");
        }
        return type;
    }

    @SuppressWarnings("StatementSwitchToExpressionSwitch")
    private static Verdict argument(String parameter, @Nullable Object given, Map<?, ?> described, List<?> possible) {
        String word = text(described.get("type"));
        String outer = type(word);
        boolean nested = word.equals("array") || word.equals("tuple");
        String inner = nested ? type(map(described.get("items")).get("type")) : null;
        Object value = given;
        if (word.equals("float") && PythonValues.type(given).equals("int")) {
            value = given instanceof Number number ? number.doubleValue() : given;
        }
        String answered = firstType(possible);
        boolean variable = answered != null && !answered.equals(outer);
        if (!PythonValues.type(value).equals(outer)) {
            if (!PythonValues.type(value).equals(answered)) {
                return wrongType(parameter, value, word);
            }
            variable = true;
        } else if (inner != null && !innerFits(list(value), possible, inner)) {
            return innerFault(parameter, list(value), possible, word, outer, inner);
        }
        if (!variable) {
            switch (outer) {
                case "dict":
                    return dict(map(value), possible);
                case "str":
                    return string(parameter, text(value), possible);
                case "list":
                    return "dict".equals(inner) ? dicts(list(value), possible) : list(parameter, list(value), possible);
                default:
            }
        }
        return PythonValues.isIn(value, possible)
                ? Verdict.VALID
                : Verdict.wrong(
                        "value_error:others",
                        "Invalid value for parameter " + PythonRepr.of(parameter) + ": " + PythonRepr.of(value)
                                + ". Expected one of " + PythonRepr.of(possible) + ".");
    }

    private static Verdict wrongType(String parameter, @Nullable Object value, String word) {
        return Verdict.wrong(
                "type_error:simple",
                "Incorrect type for parameter " + PythonRepr.of(parameter) + ". Expected type " + word + ", got "
                        + PythonValues.type(value) + ". Parameter value: " + PythonRepr.of(value) + ".");
    }

    /** Returns the type of the first answer that is not the mark of an optional parameter, or null. */
    private static @Nullable String firstType(List<?> possible) {
        for (Object answer : possible) {
            if (!"".equals(answer)) {
                return PythonValues.type(answer);
            }
        }
        return null;
    }

    /** The items are checked for each answer that is a list; any other answer, such as the mark "", lets all items pass. */
    private static boolean innerFits(List<?> value, List<?> possible, String inner) {
        for (Object answer : possible) {
            if (!(answer instanceof List<?> items) || value.stream().allMatch(item -> itemFits(item, items, inner))) {
                return true;
            }
        }
        return false;
    }

    private static boolean itemFits(@Nullable Object item, List<?> answers, String inner) {
        String type = PythonValues.type(item);
        return type.equals(inner) || type.equals(firstType(answers));
    }

    /**
     * After its check of the items has failed the reference goes on to ask whether the answers have the value's type: only where they do not, a
     * second message comes.
     */
    private static Verdict innerFault(
            String parameter, List<?> value, List<?> possible, String word, String outer, String inner) {
        String message = "Nested type checking failed for parameter " + PythonRepr.of(parameter)
                + ". Expected outer type " + word + " with inner type <class '" + inner + "'>. Parameter value: "
                + PythonRepr.of(value) + ".";
        if (outer.equals(firstType(possible))) {
            return new Verdict(false, "type_error:nested", List.of(message));
        }
        return new Verdict(
                false,
                "type_error:simple",
                List.of(message, wrongType(parameter, value, word).errors().getFirst()));
    }

    /** Returns a text without what BFCL does not compare: case, blanks and some punctuation. */
    static String standard(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (" ,./-_*^".indexOf(text.charAt(i)) < 0) {
                kept.append(text.charAt(i));
            }
        }
        return PythonStrings.lower(kept.toString()).replace('\'', '"');
    }

    private static List<@Nullable Object> standard(List<?> values) {
        List<@Nullable Object> standard = new ArrayList<>(values.size());
        values.forEach(value -> standard.add(value instanceof String text ? standard(text) : value));
        return standard;
    }

    private static Verdict string(String parameter, String value, List<?> possible) {
        String standard = standard(value);
        for (Object answer : possible) {
            if (answer instanceof String text && standard(text).equals(standard)) {
                return Verdict.VALID;
            }
        }
        return Verdict.wrong(
                "value_error:string",
                "Invalid value for parameter " + PythonRepr.of(parameter) + ": " + PythonRepr.of(value)
                        + ". Expected one of " + PythonRepr.of(possible) + ". Case insensitive.");
    }

    private static Verdict list(String parameter, List<?> value, List<?> possible) {
        List<@Nullable Object> standard = standard(value);
        for (Object answer : possible) {
            // The mark "" is read as a list of no characters, and so equals an empty list.
            List<?> items = answer instanceof List<?> list ? list : characters(answer);
            if (PythonValues.equal(standard, standard(items))) {
                return Verdict.VALID;
            }
        }
        return Verdict.wrong(
                "value_error:list/tuple",
                "Invalid value for parameter " + PythonRepr.of(parameter) + ": " + PythonRepr.of(value)
                        + ". Expected one of " + PythonRepr.of(possible) + ".");
    }

    private static List<?> characters(@Nullable Object answer) {
        return text(answer).codePoints().mapToObj(Character::toString).toList();
    }

    private static Verdict dict(Map<?, ?> value, List<?> possible) {
        Verdict last = new Verdict(false, "dict_checker:unclear", List.of());
        for (Object answer : possible) {
            if (!"".equals(answer)) {
                last = dict(value, map(answer));
                if (last.valid()) {
                    return last;
                }
            }
        }
        return last;
    }

    private static Verdict dict(Map<?, ?> value, Map<?, ?> answer) {
        List<String> errors = new ArrayList<>();
        String type = "dict_checker:unclear";
        for (Map.Entry<?, ?> entry : value.entrySet()) {
            if (!answer.containsKey(entry.getKey())) {
                errors.add("Unexpected dict key parameter: '" + entry.getKey() + "'.");
                type = "value_error:dict_key";
                break;
            }
            Object given = entry.getValue() instanceof String text ? standard(text) : entry.getValue();
            List<?> standard = standard(list(answer.get(entry.getKey())));
            if (!PythonValues.isIn(given, standard)) {
                errors.add("Invalid value for parameter " + PythonRepr.of(entry.getKey()) + ": "
                        + PythonRepr.of(entry.getValue()) + ". Expected one of " + PythonRepr.of(standard) + ".");
                type = "value_error:dict_value";
                break;
            }
        }
        for (Map.Entry<?, ?> entry : answer.entrySet()) {
            if (!value.containsKey(entry.getKey()) && !list(entry.getValue()).contains("")) {
                errors.add("Missing dict key parameter: '" + entry.getKey() + "'.");
                type = "value_error:dict_key";
                break;
            }
        }
        return errors.isEmpty() ? Verdict.VALID : new Verdict(false, type, errors);
    }

    private static Verdict dicts(List<?> value, List<?> possible) {
        Verdict last = new Verdict(false, "list_dict_checker:unclear", List.of());
        for (Object answer : possible) {
            List<?> items = answer instanceof List<?> list ? list : characters(answer);
            if (items.size() != value.size()) {
                last = Verdict.wrong("value_error:list_dict_count", "Wrong number of dictionaries in the list.");
                continue;
            }
            last = Verdict.VALID;
            for (int i = 0; i < value.size() && last.valid(); i++) {
                // The reference fails on an item that is no object, where "" among the answers has let it pass.
                last = value.get(i) instanceof Map<?, ?> item
                        ? dict(item, Collections.singletonList(items.get(i)))
                        : new Verdict(false, "list_dict_checker:unclear", List.of());
            }
            if (last.valid()) {
                return last;
            }
        }
        return last;
    }

    /** Says what is wrong with the calls that a task gives as right. */
    static final class BadGold extends RuntimeException {

        BadGold(String problem) {
            super(problem, null, false, false);
        }
    }
}
