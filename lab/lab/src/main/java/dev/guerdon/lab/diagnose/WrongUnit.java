package dev.guerdon.lab.diagnose;

import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Counterfactual;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.DisplayFormat;
import dev.guerdon.lab.text.GoldText.BareNumber;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The answer is the gold one in another unit.
 *
 * <p>Any two numbers stand in some relation. So a unit must be named, by the question or the gold answer, and only units of the same kind are
 * looked at.
 */
final class WrongUnit {

    /** How far a converted number may be off, since both are rounded. */
    private static final double ROUNDING = 0.006;

    private static final double ROUNDING_OF_A_NAMED_UNIT = 0.02;

    /** One reading of the answer. */
    private record Reading(Unit from, Unit to, double converted, boolean named) {}

    private WrongUnit() {}

    static Optional<Finding> examine(DiagnosisRule rule, DiagnosisCase episode) {
        Optional<Double> gold = BareNumber.withUnit(episode.gold());
        if (gold.isEmpty() || !episode.answered()) {
            return Optional.empty();
        }
        Optional<Double> answer = BareNumber.withUnit(episode.answer())
                .or(() -> AnswerClaim.number(episode.question(), episode.answer()));
        return answer.flatMap(value -> reading(episode, value, gold.get()))
                .flatMap(reading -> finding(rule, episode, reading));
    }

    private static Optional<Reading> reading(DiagnosisCase episode, double answer, double gold) {
        Set<Unit> asked = new LinkedHashSet<>(Unit.behindNumber(episode.gold()));
        if (asked.isEmpty()) {
            asked.addAll(Unit.askedFor(episode.question()));
        }
        List<Unit> said = Unit.behindNumber(episode.answer());
        for (Unit to : asked) {
            Optional<Unit> named = to.sameKind(said);
            List<Unit> from = named.map(List::of).orElseGet(to::others);
            double rounding = named.isPresent() ? ROUNDING_OF_A_NAMED_UNIT : ROUNDING;
            for (Unit unit : from) {
                double converted = unit.to(to, answer);
                if (unit != to && near(converted, gold, rounding, episode.gold())) {
                    return Optional.of(new Reading(unit, to, converted, named.isPresent()));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean near(double converted, double gold, double rounding, String written) {
        double lastDigit = Math.pow(10, -BareNumber.decimals(written)) / 2;
        double tolerance = Math.max(Math.abs(gold) * rounding, Math.min(lastDigit, Math.abs(gold) * 0.02));
        return gold != 0 && Math.abs(converted - gold) <= tolerance * 1.0001;
    }

    private static Optional<Finding> finding(DiagnosisRule rule, DiagnosisCase episode, Reading reading) {
        String converted = written(reading.converted, episode.gold());
        Optional<Double> score = episode.rescore(converted);
        double reward = episode.episode().reward();
        if (score.isPresent() && score.get() <= reward) {
            return Optional.empty();
        }
        String where = Unit.behindNumber(episode.gold()).contains(reading.to)
                ? "the gold answer is in "
                : "the question asks for ";
        Finding finding = Finding.of(
                        rule,
                        reading.named ? 0.95 : 0.85,
                        "The answer looks right in " + reading.from.plural() + " where " + reading.to.plural()
                                + " were asked for.")
                .because(
                        Evidence.overall("submitted " + DisplayFormat.quote(episode.answer()) + ", gold "
                                + DisplayFormat.quote(episode.gold()) + "; converted from " + reading.from.plural()
                                + " to "
                                + reading.to.plural() + " it is " + converted),
                        Evidence.overall(where + reading.to.plural()));
        return Optional.of(score.map(would -> finding.would(new Counterfactual(would, converted, false)))
                .orElse(finding));
    }

    /** With as many decimals as the gold answer has, and with its unit. */
    private static String written(double value, String gold) {
        String number = BareNumber.written(BigDecimal.valueOf(value)
                .setScale(BareNumber.decimals(gold), RoundingMode.HALF_UP)
                .doubleValue());
        return BareNumber.of(gold).isPresent() ? number : gold.strip().replaceFirst("^[-−+]?[\\d.,]*\\d", number);
    }

    /** A unit of measure, and how texts name it. */
    enum Unit {
        CELSIUS(Kind.TEMPERATURE, 1, "degrees Celsius", "°\\s?c|celsius|centigrade", ""),
        FAHRENHEIT(Kind.TEMPERATURE, 1 / 1.8, "degrees Fahrenheit", "°\\s?f|fahrenheit", ""),
        KELVIN(Kind.TEMPERATURE, 1, "kelvins", "kelvins?", ""),
        MILLIMETRES(Kind.LENGTH, 0.001, "millimetres", "mm|millimet(?:re|er)s?", ""),
        CENTIMETRES(Kind.LENGTH, 0.01, "centimetres", "cm|centimet(?:re|er)s?", ""),
        METRES(Kind.LENGTH, 1, "metres", "met(?:re|er)s?", "m"),
        KILOMETRES(Kind.LENGTH, 1000, "kilometres", "km|kms|kilomet(?:re|er)s?", ""),
        INCHES(Kind.LENGTH, 0.0254, "inches", "inch(?:es)?", "in|\"|″"),
        FEET(Kind.LENGTH, 0.3048, "feet", "ft|feet|foot", "'|′"),
        YARDS(Kind.LENGTH, 0.9144, "yards", "yd|yds|yards?", ""),
        MILES(Kind.LENGTH, 1609.344, "miles", "miles?", "mi"),
        NAUTICAL_MILES(Kind.LENGTH, 1852, "nautical miles", "nmi|nautical miles?", ""),
        GRAMS(Kind.MASS, 0.001, "grams", "gram(?:me)?s?", "g"),
        KILOGRAMS(Kind.MASS, 1, "kilograms", "kg|kgs|kilos?|kilogram(?:me)?s?", ""),
        TONNES(Kind.MASS, 1000, "tonnes", "tonnes?|metric tons?", "t"),
        OUNCES(Kind.MASS, 0.028349523125, "ounces", "oz|ounces?", ""),
        POUNDS(Kind.MASS, 0.45359237, "pounds", "lbs?|pounds?", ""),
        MILLILITRES(Kind.VOLUME, 0.001, "millilitres", "ml|millilit(?:re|er)s?", ""),
        LITRES(Kind.VOLUME, 1, "litres", "lit(?:re|er)s?", "l"),
        CUBIC_METRES(Kind.VOLUME, 1000, "cubic metres", "m³|m3|cubic met(?:re|er)s?", ""),
        GALLONS(Kind.VOLUME, 3.785411784, "US gallons", "gal|(?:us )?gallons?", ""),
        METRES_PER_SECOND(Kind.SPEED, 1, "metres per second", "m/s|met(?:re|er)s per second|m per second", ""),
        KILOMETRES_PER_HOUR(
                Kind.SPEED, 1 / 3.6, "kilometres per hour", "km/h|kmh|kph|kilomet(?:re|er)s (?:per|an) hour", ""),
        MILES_PER_HOUR(Kind.SPEED, 0.44704, "miles per hour", "mph|miles (?:per|an) hour", ""),
        KNOTS(Kind.SPEED, 1852 / 3600.0, "knots", "kn|kt|kts|knots?", ""),
        SQUARE_METRES(Kind.AREA, 1, "square metres", "m²|m2|sqm|sq\\.? ?m|square met(?:re|er)s?", ""),
        SQUARE_FEET(Kind.AREA, 0.09290304, "square feet", "ft²|ft2|sqft|sq\\.? ?ft|square (?:feet|foot)", ""),
        ACRES(Kind.AREA, 4046.8564224, "acres", "acres?", ""),
        HECTARES(Kind.AREA, 10_000, "hectares", "hectares?", "ha"),
        SQUARE_KILOMETRES(Kind.AREA, 1e6, "square kilometres", "km²|km2|sq\\.? ?km|square kilomet(?:re|er)s?", ""),
        SQUARE_MILES(Kind.AREA, 2_589_988.110336, "square miles", "sq\\.? ?mi|square miles?", ""),
        HECTOPASCALS(Kind.PRESSURE, 100, "hectopascals", "hpa|hectopascals?|millibars?|mbar", ""),
        INCHES_OF_MERCURY(Kind.PRESSURE, 3386.388667, "inches of mercury", "inhg|inches of mercury", ""),
        KILOPASCALS(Kind.PRESSURE, 1000, "kilopascals", "kpa|kilopascals?", ""),
        SECONDS(Kind.TIME, 1, "seconds", "secs?|seconds?", "s"),
        MINUTES(Kind.TIME, 60, "minutes", "mins?|minutes?", ""),
        HOURS(Kind.TIME, 3600, "hours", "hrs?|hours?", "h"),
        DAYS(Kind.TIME, 86_400, "days", "days?", ""),
        WEEKS(Kind.TIME, 604_800, "weeks", "weeks?", ""),
        MONTHS(Kind.TIME, 31_557_600 / 12.0, "months", "months?", ""),
        YEARS(Kind.TIME, 31_557_600, "years", "years?", ""),
        FRACTION(Kind.SHARE, 1, "a fraction", "fraction|proportion|decimal", ""),
        PERCENT(Kind.SHARE, 0.01, "percent", "%|percent|per cent|percentage|percentage points?", ""),
        CENTS(Kind.AMOUNT, 0.01, "cents", "cents?", "¢"),
        PLAIN(Kind.AMOUNT, 1, "single units", "dollars?|euros?|usd|eur|gbp|pounds sterling|francs?|yen", ""),
        THOUSANDS(Kind.AMOUNT, 1e3, "thousands", "thousands?", ""),
        MILLIONS(Kind.AMOUNT, 1e6, "millions", "millions?", ""),
        BILLIONS(Kind.AMOUNT, 1e9, "billions", "billions?", "");

        /** Kind of measure. Numbers can only be converted within a kind. */
        public enum Kind {
            TEMPERATURE,
            LENGTH,
            MASS,
            VOLUME,
            SPEED,
            AREA,
            PRESSURE,
            TIME,
            SHARE,
            AMOUNT
        }

        private static final List<Unit> LONGEST_FIRST = Arrays.stream(values())
                .sorted(Comparator.comparingInt((Unit unit) -> -unit.names.length()))
                .toList();
        private static final Pattern LASTING = Pattern.compile(
                "(?i)\\b(?:take|takes|took|taken|last|lasts|lasted|long|run|runs|ran|spend|spent|elapsed?|duration)\\b");
        private static final Pattern PERCENTAGE_ASKED =
                Pattern.compile("(?i)\\bpercentage\\b|\\bhow many per ?cent\\b|\\bwhat per ?cent\\b");

        private final Kind kind;
        private final double factor;
        private final String plural;
        private final String names;
        private final String signs;

        Unit(Kind kind, double factor, String plural, String names, String signs) {
            this.kind = kind;
            this.factor = factor;
            this.plural = plural;
            this.names = names;
            this.signs = signs;
        }

        /** Returns the unit in words, for sentences. */
        public String plural() {
            return plural;
        }

        /** Returns a number in this unit, in another of the same kind. */
        public double to(Unit other, double value) {
            if (kind == Kind.TEMPERATURE) {
                double celsius = (value - zero()) * factor;
                return celsius / other.factor + other.zero();
            }
            return value * factor / other.factor;
        }

        private double zero() {
            return switch (this) {
                case FAHRENHEIT -> 32;
                case KELVIN -> 273.15;
                default -> 0;
            };
        }

        /** Returns the other units of the same kind. */
        public List<Unit> others() {
            return Arrays.stream(values())
                    .filter(unit -> unit.kind == kind && unit != this)
                    .toList();
        }

        /** Returns the units that a question asks for its answer in: "in km", "how many miles", "(°C)", "what percentage". */
        public static Set<Unit> askedFor(String question) {
            Set<Unit> found = new LinkedHashSet<>();
            String rest = question;
            for (Unit unit : LONGEST_FIRST) {
                String any =
                        unit.signs.isEmpty() || unit.signs.contains("\"") ? unit.names : unit.names + "|" + unit.signs;
                Pattern in = Pattern.compile(
                        "(?i)\\b(?:in|as an?|unit:?|measured in|expressed in)\\s+(?:whole |full |degrees |total |us )?(?:"
                                + any + ")(?![\\p{L}\\d/²³])(?!\\s+\\d{4})|\\(\\s*(?:in )?(?:" + any + ")\\s*\\)");
                Pattern many = Pattern.compile("(?i)\\bhow many\\s+(?:degrees |whole )?(?:" + unit.names
                        + ")(?![\\p{L}\\d/²³])(?! of\\b.{0,20}\\b(?:rain|snow)\\b)");
                boolean counts = many.matcher(rest).find()
                        && (unit.kind != Kind.TIME || LASTING.matcher(question).find())
                        && unit.kind != Kind.AMOUNT;
                if (in.matcher(rest).find() || counts) {
                    found.add(unit);
                    // "square km" does not ask for km.
                    rest = in.matcher(many.matcher(rest).replaceAll(" ")).replaceAll(" ");
                }
            }
            if (found.isEmpty() && PERCENTAGE_ASKED.matcher(question).find()) {
                found.add(PERCENT);
            }
            if (found.contains(THOUSANDS) || found.contains(MILLIONS) || found.contains(BILLIONS)) {
                found.remove(PLAIN);
            }
            return found;
        }

        /** Returns the units that stand right behind a number in a text. */
        public static List<Unit> behindNumber(String text) {
            List<Unit> found = new ArrayList<>();
            for (Unit unit : LONGEST_FIRST) {
                String any = unit.signs.isEmpty() ? unit.names : unit.names + "|" + unit.signs;
                Matcher matcher = Pattern.compile(
                                "(?i)\\d[\\s\\u00a0-]*(?:degrees\\s+)?(?:" + any + ")(?![\\p{L}\\d/²³])")
                        .matcher(text);
                if (matcher.find() && found.stream().noneMatch(other -> other.kind == unit.kind)) {
                    found.add(unit);
                }
            }
            return found;
        }

        /** Among units the one of the same kind. */
        public Optional<Unit> sameKind(List<Unit> units) {
            return units.stream().filter(unit -> unit.kind == kind).findFirst();
        }
    }
}
