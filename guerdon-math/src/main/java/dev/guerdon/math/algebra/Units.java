package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.number.Rational;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The words that may follow a number, and what they mean. */
@Internal
public final class Units {

    public static final Unit DOLLAR = Unit.base("dollar");
    public static final Unit EURO = Unit.base("euro");
    public static final Unit POUND_STERLING = Unit.base("sterling");
    public static final Unit YEN = Unit.base("yen");

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
    private static final Set<String> FILLERS = Set.of(
            "total",
            "in",
            "all",
            "of",
            "the",
            "a",
            "an",
            "each",
            "possible",
            "different",
            "distinct",
            "more",
            "altogether",
            "exactly",
            "only",
            "such",
            "ordered",
            "positive",
            "whole",
            "long",
            "tall",
            "high",
            "wide",
            "old",
            "away",
            "left",
            "real",
            "integer");

    private static final Set<String> LEADS = Set.of(
            "the",
            "answer",
            "final",
            "is",
            "are",
            "result",
            "value",
            "equals",
            "so",
            "thus",
            "therefore",
            "hence",
            "about",
            "approximately",
            "approx",
            "roughly",
            "exactly",
            "it",
            "there",
            "we",
            "get",
            "have",
            "total",
            "a",
            "an",
            "of");

    /** Things that answers count, whose plural is not formed with an s, or that stand in the singular. */
    private static final Set<String> NOUNS = Set.of(
            "people",
            "children",
            "men",
            "women",
            "mice",
            "feet",
            "geese",
            "sheep",
            "fish",
            "dice",
            "vertices",
            "axes",
            "matrices",
            "indices",
            "person",
            "child",
            "way",
            "unit",
            "student",
            "apple",
            "coin",
            "integer",
            "solution",
            "point",
            "page",
            "book",
            "game",
            "ball",
            "car",
            "boy",
            "girl",
            "team",
            "edge",
            "face",
            "side",
            "triangle",
            "square",
            "pair",
            "value",
            "root",
            "zero",
            "element",
            "subset",
            "term",
            "digit",
            "number",
            "prime",
            "time",
            "step",
            "turn",
            "ticket",
            "cookie",
            "candy",
            "marble",
            "card",
            "egg",
            "tree",
            "dog",
            "cat",
            "bird",
            "chair",
            "table",
            "box",
            "bag",
            "bottle",
            "piece",
            "slice",
            "pizza",
            "cake",
            "pencil",
            "pen",
            "problem",
            "question",
            "vote",
            "seat",
            "room",
            "house",
            "floor",
            "guest",
            "player",
            "worker",
            "customer",
            "member",
            "friend",
            "rabbit",
            "horse",
            "cow",
            "chicken",
            "pig",
            "flower",
            "rose",
            "stamp",
            "toy",
            "shirt",
            "shoe",
            "hat",
            "sock",
            "bus",
            "train",
            "plane",
            "boat",
            "bike",
            "wheel",
            "mole",
            "revolution",
            "lap",
            "trip",
            "stop",
            "word",
            "letter");

    /** Words in s that are no plurals of things. */
    private static final Set<String> NO_THINGS = Set.of(
            "is",
            "was",
            "has",
            "does",
            "this",
            "thus",
            "less",
            "plus",
            "minus",
            "times",
            "yes",
            "as",
            "its",
            "his",
            "always",
            "unless",
            "besides",
            "others",
            "equals",
            "guess",
            "sometimes",
            "perhaps",
            "unknowns",
            "errors",
            "mistakes",
            "wrongs",
            "fails",
            "misses",
            "cos",
            "tens",
            "halves",
            "thirds",
            "fourths",
            "fifths",
            "sixths",
            "sevenths",
            "eighths",
            "ninths",
            "tenths",
            "twelfths",
            "hundredths",
            "thousandths",
            "millionths",
            "factorials",
            "percents",
            "negatives",
            "opposites",
            "inverses",
            "reciprocals",
            "squares",
            "cubes",
            "powers",
            "logs",
            "thereabouts");

    private Units() {}

    /** The factor that a word such as "million" stands for, null for other words. */
    public static @Nullable Rational magnitude(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return MAGNITUDES.get(lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower);
    }

    /** Whether a word before or after a number says nothing about it. */
    public static boolean isFiller(String word) {
        return FILLERS.contains(word.toLowerCase(Locale.ROOT));
    }

    /** Whether a word may lead up to an answer: "the answer is". */
    public static boolean isLead(String word) {
        return LEADS.contains(word.toLowerCase(Locale.ROOT));
    }

    /** Whether a word in lower case is a unit or a thing of our lists; other plurals are not. */
    public static boolean isListed(String word) {
        String singular = singular(word);
        return word.equals(word.toLowerCase(Locale.ROOT))
                && (UNITS.containsKey(word)
                        || NOUNS.contains(word)
                        || (word.length() > 3 && (UNITS.containsKey(singular) || NOUNS.contains(singular))));
    }

    /** The unit or the counted thing that a word names, null where it is neither. */
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
}
