package dev.guerdon.lab.answer;

import dev.guerdon.api.Internal;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * A known relation between two units of the same thing.
 *
 * @param from the unit that the number is in
 * @param to the unit that it becomes
 * @param convert how
 * @param telling whether a number rarely stands in this relation to another by chance, as it does with factors such as 10 or 12
 */
@Internal
public record UnitRatio(String from, String to, DoubleUnaryOperator convert, boolean telling) {

    private static final List<UnitRatio> KNOWN = Stream.of(
                    pair("degrees Celsius", "degrees Fahrenheit", c -> c * 1.8 + 32, f -> (f - 32) / 1.8),
                    factor("kilometres", "miles", 1 / 1.609344, true),
                    factor("metres", "feet", 1 / 0.3048, true),
                    factor("centimetres", "inches", 1 / 2.54, true),
                    factor("millimetres", "inches", 1 / 25.4, true),
                    factor("kilograms", "pounds", 1 / 0.45359237, true),
                    factor("grams", "ounces", 1 / 28.349523125, true),
                    factor("litres", "US gallons", 1 / 3.785411784, true),
                    factor("metres per second", "miles per hour", 1 / 0.44704, true),
                    factor("metres per second", "kilometres per hour", 3.6, true),
                    factor("knots", "miles per hour", 1.150779448, true),
                    factor("knots", "kilometres per hour", 1.852, true),
                    factor("hectares", "acres", 2.471053815, true),
                    factor("square kilometres", "square miles", 1 / 2.589988110, true),
                    factor("square metres", "square feet", 10.76391042, true),
                    factor("hectopascals", "inches of mercury", 1 / 33.86388667, true),
                    factor("days", "years", 1 / 365.25, true),
                    factor("seconds", "minutes", 1 / 60.0, false),
                    factor("seconds", "hours", 1 / 3600.0, true),
                    factor("hours", "days", 1 / 24.0, false),
                    factor("days", "weeks", 1 / 7.0, false),
                    factor("months", "years", 1 / 12.0, false),
                    factor("a share", "a percentage", 100, false),
                    factor("units", "thousands", 1e-3, false),
                    factor("units", "millions", 1e-6, false),
                    factor("units", "billions", 1e-9, false))
            .flatMap(List::stream)
            .toList();

    /** The relation that leads from one number to another. */
    public static Optional<UnitRatio> between(double answer, double gold) {
        if (answer == gold || !Double.isFinite(answer) || !Double.isFinite(gold)) {
            return Optional.empty();
        }
        return KNOWN.stream()
                .filter(ratio -> near(ratio.convert.applyAsDouble(answer), gold, ratio.telling))
                .findFirst();
    }

    private static boolean near(double converted, double gold, boolean telling) {
        double tolerance = telling ? 0.005 : 0.0005;
        // Both are usually rounded, to a tenth at best.
        double rounding = telling ? Math.min(0.06, Math.abs(gold) * 0.02) : 0;
        return gold != 0 && Math.abs(converted - gold) <= Math.max(Math.abs(gold) * tolerance, rounding);
    }

    private static List<UnitRatio> factor(String from, String to, double factor, boolean telling) {
        return List.of(
                new UnitRatio(from, to, value -> value * factor, telling),
                new UnitRatio(to, from, value -> value / factor, telling));
    }

    private static List<UnitRatio> pair(String from, String to, DoubleUnaryOperator there, DoubleUnaryOperator back) {
        return List.of(new UnitRatio(from, to, there, true), new UnitRatio(to, from, back, true));
    }
}
