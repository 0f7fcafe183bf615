package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The words that may follow a number, and what they mean. */
@Internal
public final class MeasureUnits {

    public static final Unit DOLLAR = Unit.base("dollar");
    public static final Unit EURO = Unit.base("euro");
    public static final Unit POUND_STERLING = Unit.base("sterling");
    public static final Unit YEN = Unit.base("yen");
    public static final Unit RADIAN = Unit.base("radian");

    private static final Map<String, Unit> UNITS = UnitTable.units();

    /** Factors that are words. */
    private static final Map<String, Rational> MAGNITUDES = Map.of(
            "hundred", Rational.of(100),
            "thousand", Rational.of(1000),
            "million", Rational.of(1_000_000),
            "billion", Rational.of(1_000_000_000),
            "trillion", Rational.of(1_000_000_000_000L),
            "dozen", Rational.of(12));

    /** Words around a number that say nothing about its value. */
    private static final Set<String> FILLERS = MathWords.set("""
            total in all of the a an each possible different distinct more altogether exactly only such ordered
            positive whole long tall high wide old away left real integer""");

    private static final Set<String> LEADS = MathWords.set("""
            the answer final is are result value equals so thus therefore hence about approximately approx roughly
            exactly it there we get have total a an of""");

    /** Things that answers count, whose plural is not formed with an s, or that stand in the singular. */
    private static final Set<String> NOUNS = MathWords.set("""
            people children men women mice feet geese sheep fish dice vertices axes matrices indices person child way
            unit student apple coin integer solution point page book game ball car boy girl team edge face side
            triangle square pair value root zero element subset term digit number prime time step turn ticket cookie
            candy marble card egg tree dog cat bird chair table box bag bottle piece slice pizza cake pencil pen
            problem question vote seat room house floor guest player worker customer member friend rabbit horse cow
            chicken pig flower rose stamp toy shirt shoe hat sock bus train plane boat bike wheel mole revolution lap
            trip stop word letter""");

    /** Words in s that are no plurals of things. */
    private static final Set<String> NO_THINGS = MathWords.set("""
            is was has does this thus less plus minus times yes as its his always unless besides others equals guess
            sometimes perhaps unknowns errors mistakes wrongs fails misses cos tens halves thirds fourths fifths
            sixths sevenths eighths ninths tenths twelfths hundredths thousandths millionths factorials percents
            negatives opposites inverses reciprocals squares cubes powers logs thereabouts""");

    private MeasureUnits() {}

    /** Returns the factor that a word such as "million" stands for, null for other words. */
    public static @Nullable Rational magnitude(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return MAGNITUDES.get(lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower);
    }

    /** Returns whether a word before or after a number says nothing about it. */
    public static boolean isFiller(String word) {
        return FILLERS.contains(word.toLowerCase(Locale.ROOT));
    }

    /** Returns whether a word may lead up to an answer: "the answer is". */
    public static boolean isLead(String word) {
        return LEADS.contains(word.toLowerCase(Locale.ROOT));
    }

    /** Returns whether a word in lower case is a unit or a thing of our lists; other plurals are not. */
    public static boolean isListed(String word) {
        String singular = singular(word);
        return word.equals(word.toLowerCase(Locale.ROOT))
                && (UNITS.containsKey(word)
                        || NOUNS.contains(word)
                        || (word.length() > 3 && (UNITS.containsKey(singular) || NOUNS.contains(singular))));
    }

    /** Returns the unit or the counted thing that a word names, null if it is neither. */
    public static @Nullable Unit of(String word) {
        Unit exact = UNITS.get(word);
        if (exact != null) {
            return exact;
        }
        String lower = word.toLowerCase(Locale.ROOT);
        Unit unit = lower.length() > 2 ? UNITS.get(lower) : null;
        if (unit != null) {
            return unit;
        }
        String singular = singular(lower);
        unit = lower.length() > 3 ? UNITS.get(singular) : null;
        if (unit != null) {
            return unit;
        }
        boolean plural = lower.length() > 3
                && lower.endsWith("s")
                && !lower.endsWith("ss")
                && !lower.endsWith("us")
                && !lower.endsWith("is")
                && !NO_THINGS.contains(lower);
        return plural || NOUNS.contains(lower) || (NOUNS.contains(singular) && lower.endsWith("s"))
                ? Unit.base("#" + singular)
                : null;
    }

    private static String singular(String word) {
        for (String ending : List.of("ches", "shes", "xes")) {
            if (word.endsWith(ending)) {
                return word.substring(0, word.length() - 2);
            }
        }
        return word.endsWith("s") && !word.endsWith("ss") ? word.substring(0, word.length() - 1) : word;
    }

    /** The units by name, in the singular, as multiples of base units. */
    private static final class UnitTable {

        private final Map<String, Unit> units = new HashMap<>();

        private UnitTable() {
            length();
            time();
            massAndVolume();
            physics();
            money();
        }

        static Map<String, Unit> units() {
            return Map.copyOf(new UnitTable().units);
        }

        private void put(Unit base, long over, long under, String... names) {
            for (String name : names) {
                units.put(name, base.scaled(Rational.of(over, under)));
            }
        }

        private void length() {
            Unit metre = Unit.base("metre");
            put(metre, 1, 1, "m", "meter", "metre");
            put(metre, 1000, 1, "km", "kilometer", "kilometre");
            put(metre, 1, 10, "dm", "decimeter", "decimetre");
            put(metre, 1, 100, "cm", "centimeter", "centimetre");
            put(metre, 1, 1000, "mm", "millimeter", "millimetre");
            put(metre, 1, 1_000_000, "μm", "um", "micrometer", "micrometre", "micron");
            put(metre, 1, 1_000_000_000, "nm", "nanometer", "nanometre");
            put(metre, 254, 10_000, "in", "inch", "inche");
            put(metre, 3048, 10_000, "ft", "foot", "feet");
            put(metre, 9144, 10_000, "yd", "yard");
            put(metre, 1_609_344, 1000, "mi", "mile");
            put(Unit.NONE.times(metre, 2), 10_000, 1, "ha", "hectare");
            put(Unit.NONE.times(metre, 2), 40_468_564_224L, 10_000_000, "acre");
            put(Unit.base(Unit.ANY), 1, 1, "unit", "u");
        }

        private void time() {
            Unit second = Unit.base("second");
            put(second, 1, 1, "s", "sec", "second");
            put(second, 1, 1000, "ms", "millisecond");
            put(second, 60, 1, "min", "minute");
            put(second, 3600, 1, "h", "hr", "hour");
            put(second, 86_400, 1, "day");
            put(second, 604_800, 1, "week", "wk");
            put(Unit.base("month"), 1, 1, "month");
            put(Unit.base("month"), 12, 1, "year", "yr");
            put(Unit.base("month"), 120, 1, "decade");
            put(Unit.base("month"), 1200, 1, "century", "centurie");
            put(Unit.NONE.times(second, -1), 1, 1, "Hz", "hz", "hertz");
            Unit speed = Unit.base("metre").times(second, -1);
            put(speed, 1_609_344, 3_600_000, "mph");
            put(speed, 1000, 3600, "kph", "kmh", "kmph");
        }

        private void massAndVolume() {
            Unit gram = Unit.base("gram");
            put(gram, 1, 1, "g", "gram", "gm", "gramme");
            put(gram, 1000, 1, "kg", "kilogram", "kilo");
            put(gram, 1, 1000, "mg", "milligram");
            put(gram, 1_000_000, 1, "tonne");
            put(gram, 45_359_237, 100_000, "lb", "pound");
            put(gram, 45_359_237, 1_600_000, "oz", "ounce");
            put(gram, 2000 * 45_359_237L, 100_000, "ton");
            Unit volume = Unit.NONE.times(Unit.base("metre"), 3);
            put(volume, 1, 1000, "L", "l", "liter", "litre");
            put(volume, 1, 1_000_000, "ml", "mL", "milliliter", "millilitre", "cc");
            put(volume, 1, 100_000, "cl", "centiliter", "centilitre");
            put(volume, 1, 10_000, "dl", "deciliter", "decilitre");
            Unit gallon = volume.scaled(Rational.of(3_785_411_784L, 1_000_000_000_000L));
            put(gallon, 1, 1, "gallon", "gal");
            put(gallon, 1, 4, "quart", "qt");
            put(gallon, 1, 8, "pint", "pt");
            put(gallon, 1, 16, "cup");
            put(gallon, 1, 256, "tablespoon", "tbsp");
            put(gallon, 1, 768, "teaspoon", "tsp");
        }

        private void physics() {
            Unit metre = Unit.base("metre");
            Unit second = Unit.base("second");
            Unit newton =
                    Unit.base("gram").scaled(Rational.of(1000)).times(metre, 1).times(second, -2);
            put(newton, 1, 1, "N", "newton");
            put(newton, 1000, 1, "kN", "kilonewton");
            Unit joule = newton.times(metre, 1);
            put(joule, 1, 1, "J", "joule");
            put(joule, 1000, 1, "kJ", "kilojoule");
            put(Unit.base("electronvolt"), 1, 1, "eV");
            Unit watt = joule.times(second, -1);
            put(watt, 1, 1, "W", "watt");
            put(watt, 1000, 1, "kW", "kilowatt");
            put(watt, 1_000_000, 1, "MW", "megawatt");
            put(newton.times(metre, -2), 1, 1, "Pa", "pascal");
            put(newton.times(metre, -2), 1000, 1, "kPa", "kilopascal");
            put(Unit.base("volt"), 1, 1, "V", "volt");
            put(Unit.base("ampere"), 1, 1, "A", "amp", "ampere");
            put(Unit.base("ohm"), 1, 1, "ohm", "Ω");
            put(Unit.base("kelvin"), 1, 1, "K", "kelvin");
            put(Unit.base("celsius"), 1, 1, "°C", "celsius", "Celsius", "C");
            put(Unit.base("fahrenheit"), 1, 1, "°F", "fahrenheit", "Fahrenheit", "F");
            put(Unit.base("mole"), 1, 1, "mol", "mole");
            put(Unit.base("pixel"), 1, 1, "px", "pixel");
            put(Unit.base("byte"), 1, 1, "byte");
        }

        private void money() {
            put(MeasureUnits.DOLLAR, 1, 1, "dollar", "usd", "USD", "buck");
            put(MeasureUnits.DOLLAR, 1, 100, "cent", "¢", "penny", "pennie");
            put(MeasureUnits.DOLLAR, 1, 20, "nickel");
            put(MeasureUnits.DOLLAR, 1, 10, "dime");
            put(MeasureUnits.EURO, 1, 1, "euro", "eur", "EUR");
            put(MeasureUnits.POUND_STERLING, 1, 1, "gbp", "GBP", "sterling");
            put(MeasureUnits.YEN, 1, 1, "yen", "jpy", "JPY", "yuan");
            put(Unit.base("rupee"), 1, 1, "rupee", "Rs", "rs");
        }
    }

    /**
     * A unit as a multiple of base units.
     *
     * @param factor how many base units it is
     * @param dimensions the base units with their powers; things that are counted are base units too
     */
    public record Unit(Rational factor, Map<String, Integer> dimensions) {

        /** What only says that there is a unit. */
        static final String ANY = "unit";

        public static final Unit NONE = new Unit(Rational.ONE, Map.of());

        static Unit base(String name) {
            return new Unit(Rational.ONE, Map.of(name, 1));
        }

        public Unit times(Unit other, int power) {
            Map<String, Integer> sum = new TreeMap<>(dimensions);
            other.dimensions.forEach((name, exponent) -> sum.merge(name, exponent * power, Integer::sum));
            sum.values().removeIf(exponent -> exponent == 0);
            return new Unit(factor.multiply(other.factor.pow(power)), sum);
        }

        Unit scaled(Rational by) {
            return new Unit(factor.multiply(by), dimensions);
        }

        /** Returns whether it says no more than how often a unit is multiplied with itself: "square units". */
        public boolean isGeneric() {
            return dimensions.size() == 1 && dimensions.containsKey(ANY);
        }

        /** Returns whether it measures a length, and so may be squared and cubed. */
        public boolean isLength() {
            return isGeneric() || dimensions.equals(Map.of("metre", 1));
        }

        /** Returns whether it counts groups, so that the number without it says something else: five pairs are not five. */
        public boolean isGroup() {
            return dimensions.containsKey("#pair")
                    || dimensions.containsKey("#couple")
                    || dimensions.containsKey("#trio");
        }

        public int power() {
            int power = 0;
            for (int exponent : dimensions.values()) {
                power += exponent;
            }
            return power;
        }

        /** Returns the value in base units, which count as factors. */
        Node times(Node value) {
            List<Node> factors = new ArrayList<>();
            factors.add(value);
            if (!factor.isOne()) {
                factors.add(Num.of(factor));
            }
            dimensions.forEach((name, exponent) -> factors.add(new Pow(new Sym("⟦" + name + "⟧"), Num.of(exponent))));
            return factors.size() == 1 ? value : new Mul(factors);
        }
    }
}
