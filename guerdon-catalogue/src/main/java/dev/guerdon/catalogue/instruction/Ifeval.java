package dev.guerdon.catalogue.instruction;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.catalogue.budget.StepsSpent;
import dev.guerdon.catalogue.gold.Gold;
import dev.guerdon.cpython.Strings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which instructions a response follows.
 *
 * @param strict for each instruction, whether the response follows it
 * @param loose for each instruction, whether the response follows it with or without its first and last line and its stars
 * @param reasons why instructions count as not followed though nobody could tell
 */
@Internal
public record Ifeval(List<Boolean> strict, List<Boolean> loose, List<String> reasons) {

    /**
     * Tests a response.
     *
     * @param repaired whether the faults of lm-eval's tests are repaired
     */
    public static Ifeval of(String response, List<Json> names, List<Json> arguments, boolean repaired) {
        if (arguments.size() < names.size()) {
            throw Gold.fault("the field 'kwargs' must hold an object for each of the " + names.size()
                    + " instructions, found " + arguments.size());
        }
        Instructions instructions = new Instructions(repaired);
        Set<String> variants = variants(response);
        Ifeval result = new Ifeval(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i).asString();
            Predicate<String> test = instructions.test(name, arguments.get(i));
            boolean strict = result.follows(name, test, response);
            boolean loose = strict;
            for (String variant : variants) {
                loose = loose || result.follows(name, test, variant);
            }
            result.strict.add(strict);
            result.loose.add(loose);
        }
        return result;
    }

    private boolean follows(String name, Predicate<String> test, String text) {
        try {
            return !TextShape.isBlank(text) && test.test(text);
        } catch (StepsSpent e) {
            reasons.add(name + ": " + e.getMessage());
            return false;
        }
    }

    /** The response in the forms that the loose test forgives. */
    private static Set<String> variants(String response) {
        int first = response.indexOf('\n');
        int last = response.lastIndexOf('\n');
        String withoutFirst = first < 0 ? "" : Strings.strip(response.substring(first + 1));
        String withoutLast = first < 0 ? "" : Strings.strip(response.substring(0, last));
        String inner = first < last ? Strings.strip(response.substring(first + 1, last)) : "";
        Set<String> variants = new LinkedHashSet<>();
        for (String text : List.of(response, withoutFirst, withoutLast, inner)) {
            variants.add(text);
            variants.add(text.replace("*", ""));
        }
        variants.remove(response);
        return variants;
    }
}
