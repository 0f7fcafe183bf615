package dev.guerdon.math;

import dev.guerdon.api.Json;
import dev.guerdon.math.spi.AnswerExtractor;
import dev.guerdon.math.spi.MathOptions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a task may ask of the math rewards in its field {@code math}, or a user of all tasks with
 * {@code math_equal_reward(extraction=bold)}: any of these names.
 *
 * <ul>
 *   <li>{@code extraction}: {@code default}, {@code whole}, {@code boxed}, {@code last-boxed}, {@code answer-tag}, {@code final-answer},
 *       {@code hashes}, {@code bold}, {@code last-line}, {@code last-number}, {@code auto}
 *   <li>{@code absolute}, {@code relative}: numbers; {@code digits}: significant digits
 *   <li>{@code order}: {@code given} or {@code any}
 *   <li>{@code units}: {@code both}, {@code required} or {@code ignored}
 *   <li>{@code form}: {@code any}, {@code evaluated}, {@code simplified}, {@code factored} or {@code decimal}
 *   <li>{@code locale}: {@code point} or {@code comma}
 * </ul>
 */
final class AnswerOptions {

    static final String NAMES = "extraction, absolute, relative, digits, order, units, form, locale";

    private static final Set<String> KNOWN = Set.of(NAMES.split(", "));

    private AnswerOptions() {}

    /**
     * Returns the comparison that the options ask for.
     *
     * @param usual how the answer is found where the options do not say
     */
    static MathEquality equality(Json options, AnswerExtractor usual) {
        MathEquality exact = MathEquality.exact().extracting(usual);
        if (!(options.value() instanceof Map<?, ?> fields)) {
            throw new IllegalArgumentException("the field 'math' must be an object; found " + options.kind());
        }
        if (fields.isEmpty()) {
            return exact;
        }
        for (Object name : fields.keySet()) {
            if (!KNOWN.contains(String.valueOf(name))) {
                throw new IllegalArgumentException("the field 'math' has no option '" + name + "'; it takes " + NAMES);
            }
        }
        MathOptions.Tolerance tolerance = new MathOptions.Tolerance(
                number(options, "absolute"), number(options, "relative"), (int) number(options, "digits"));
        MathOptions.Order order = MathOptions.Order.valueOf(name(options, "order", "given", "given any"));
        MathOptions.Units units = MathOptions.Units.valueOf(name(options, "units", "both", "both required ignored"));
        MathOptions.Form form =
                MathOptions.Form.valueOf(name(options, "form", "any", "any evaluated simplified factored decimal"));
        boolean comma = name(options, "locale", "point", "point comma").equals("COMMA");
        MathEquality chosen = exact.with(new MathOptions(tolerance, order, units, form))
                .extracting(options.find("extraction")
                        .map(name -> AnswerExtractor.of(name.asString()))
                        .orElse(usual));
        return comma ? chosen.withDecimalComma() : chosen;
    }

    private static double number(Json options, String name) {
        return options.find(name).map(Json::asDouble).orElse(0.0);
    }

    private static String name(Json options, String name, String fallback, String known) {
        String value = options.find(name).map(Json::asString).orElse(fallback).toLowerCase(Locale.ROOT);
        if (!List.of(known.split(" ")).contains(value)) {
            throw new IllegalArgumentException(
                    "the option '" + name + "' of the field 'math' must be one of " + known + "; found " + value);
        }
        return value.toUpperCase(Locale.ROOT);
    }
}
