package dev.guerdon.math.algebra;

import dev.guerdon.math.number.Rational;
import java.util.HashMap;
import java.util.Map;

/** The units by name, in the singular, as multiples of base units. */
final class UnitTable {

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
        put(Units.DOLLAR, 1, 1, "dollar", "usd", "USD", "buck");
        put(Units.DOLLAR, 1, 100, "cent", "¢", "penny", "pennie");
        put(Units.DOLLAR, 1, 20, "nickel");
        put(Units.DOLLAR, 1, 10, "dime");
        put(Units.EURO, 1, 1, "euro", "eur", "EUR");
        put(Units.POUND_STERLING, 1, 1, "gbp", "GBP", "sterling");
        put(Units.YEN, 1, 1, "yen", "jpy", "JPY", "yuan");
        put(Unit.base("rupee"), 1, 1, "rupee", "Rs", "rs");
    }
}
