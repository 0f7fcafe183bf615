package dev.guerdon.webshop;

import dev.guerdon.core.base.Utf8;
import dev.guerdon.cpython.EditDistance;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.catalogue.ShopProduct;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Computes the reward of a purchase. */
final class PurchaseScorer {

    /** Two texts count as the same from here on, exclusive. */
    private static final int SAME = 85;

    private final NounExtractor nouns;

    public PurchaseScorer(NounExtractor nouns) {
        this.nouns = nouns;
    }

    /**
     * Scores a purchase.
     *
     * @param bought the product
     * @param price its price
     * @param chosen the option values that were chosen
     * @param goal what was wanted
     */
    public Webshop.Parts score(ShopProduct bought, double price, Collection<String> chosen, ShopGoal goal) {
        double titleScore = titleScore(nouns.nouns(bought.title()), nouns.nouns(goal.name()));
        boolean queryMatch = bought.query().equals(goal.query());
        boolean categoryMatch = commonDepartments(bought.productCategory(), goal.productCategory()) >= 2;
        double type = type(queryMatch || categoryMatch, titleScore);
        int attributeMatches = attributeMatches(bought, goal.attributes());
        int optionMatches = optionMatches(chosen, goal.options());
        boolean cheapEnough = price <= goal.priceUpper();
        int attributeCount = goal.attributes().size();
        int optionCount = goal.options().size();
        double parts = attributeCount + optionCount + 1;
        double reward = (attributeMatches + optionMatches + (cheapEnough ? 1 : 0)) / parts * type;
        return new Webshop.Parts(
                reward,
                type,
                attributeCount == 0 ? 0 : (double) attributeMatches / attributeCount,
                attributeCount / parts,
                queryMatch,
                categoryMatch,
                titleScore,
                optionCount == 0 ? 0 : (double) optionMatches / optionCount,
                optionCount / parts,
                cheapEnough,
                1 / parts);
    }

    /** Returns the share of the wanted title's nouns; the count below the line has repeats, so even the same title can stay below 1. */
    static double titleScore(List<String> bought, List<String> wanted) {
        if (wanted.isEmpty()) {
            return 0.2;
        }
        Set<String> shared = new HashSet<>(wanted);
        shared.retainAll(new HashSet<>(bought));
        return (double) shared.size() / wanted.size();
    }

    static double type(boolean sameKind, double titleScore) {
        if (titleScore == 0) {
            return 0;
        }
        if (titleScore < 0.1) {
            return 0.1;
        }
        return sameKind || titleScore > 0.2 ? 1 : 0.5;
    }

    private static int commonDepartments(String a, String b) {
        Set<String> shared = departments(a);
        shared.retainAll(departments(b));
        return shared.size();
    }

    private static Set<String> departments(String path) {
        Set<String> levels = new HashSet<>();
        for (String level : path.split("›", -1)) {
            levels.add(PythonStrings.strip(level));
        }
        return levels;
    }

    private static int attributeMatches(ShopProduct bought, List<String> wanted) {
        List<List<String>> has =
                bought.attributes().stream().map(TokenSetRatio::prepare).toList();
        String title = PythonStrings.lower(bought.title());
        String bullets = PythonStrings.lower(String.join(" ", bought.bullets()));
        String description = PythonStrings.lower(bought.description());
        int matches = 0;
        for (String attribute : wanted) {
            List<String> words = TokenSetRatio.prepare(attribute);
            if (has.stream().anyMatch(one -> TokenSetRatio.of(one, words) > SAME)
                    || title.contains(attribute)
                    || bullets.contains(attribute)
                    || description.contains(attribute)) {
                matches++;
            }
        }
        return matches;
    }

    private static int optionMatches(Collection<String> chosen, List<ShopGoal.Choice> wanted) {
        List<List<String>> has = chosen.stream()
                .map(value -> TokenSetRatio.prepare(Colours.normalize(value)))
                .toList();
        int matches = 0;
        for (ShopGoal.Choice choice : wanted) {
            List<String> words = TokenSetRatio.prepare(comparable(choice));
            if (has.stream().anyMatch(one -> TokenSetRatio.of(one, words) > SAME)) {
                matches++;
            }
        }
        return matches;
    }

    /**
     * Returns the text that a wanted option is compared by. The reference prints the pairs of machine-written goals, escapes and
     * all.
     */
    private static String comparable(ShopGoal.Choice choice) {
        String name = choice.name();
        if (name == null) {
            return Colours.normalize(choice.value());
        }
        String colour = Colours.ofPair(name, choice.value());
        return colour != null ? colour : printed(name, choice.value());
    }

    public static String printed(String name, String value) {
        return "(" + PythonRepr.of(name) + ", " + PythonRepr.of(value) + ")";
    }

    /** Reduces option values to plain colour words, as the reference does before it compares them. */
    static final class Colours {

        /** In the order in which they are tried. */
        private static final List<String> WORDS = List.of(
                Utf8.resource(PurchaseScorer.class, "colours.txt").strip().split(" "));

        private static final Set<String> SET = Set.copyOf(WORDS);

        private Colours() {}

        /** Returns the first colour word inside the text, else the text. A plain substring: "standard" is tan. */
        static String normalize(String text) {
            for (String word : WORDS) {
                if (text.contains(word)) {
                    return word;
                }
            }
            return text;
        }

        /** Returns the first colour word that equals the name or the value of a pair, or null. */
        static @Nullable String ofPair(String name, String value) {
            if (SET.contains(name) && SET.contains(value)) {
                return WORDS.indexOf(name) <= WORDS.indexOf(value) ? name : value;
            }
            return SET.contains(name) ? name : SET.contains(value) ? value : null;
        }
    }

    /**
     * Likeness of two texts as sets of words, 0 to 100: the {@code token_set_ratio} of the fuzzy matchers that the reference uses.
     *
     * <p>Texts are prepared once with {@link #prepare}; comparing two takes time proportional to the product of their lengths.
     */
    static final class TokenSetRatio {

        private TokenSetRatio() {}

        /** Returns the distinct words of a text, sorted: letters and digits only, lower case. */
        static List<String> prepare(String text) {
            StringBuilder clean = new StringBuilder(text.length());
            text.codePoints().forEach(c -> {
                if (c >= 0x80 && c <= 0xff) {
                    return;
                }
                if (isWordCharacter(c)) {
                    clean.appendCodePoint(c);
                } else {
                    clean.append(' ');
                }
            });
            return List.copyOf(new TreeSet<>(PythonStrings.split(PythonStrings.lower(clean.toString()))));
        }

        private static boolean isWordCharacter(int c) {
            return switch (Character.getType(c)) {
                case Character.UPPERCASE_LETTER,
                        Character.LOWERCASE_LETTER,
                        Character.TITLECASE_LETTER,
                        Character.MODIFIER_LETTER,
                        Character.OTHER_LETTER,
                        Character.DECIMAL_DIGIT_NUMBER,
                        Character.LETTER_NUMBER,
                        Character.OTHER_NUMBER -> true;
                default -> false;
            };
        }

        static int of(String a, String b) {
            return of(prepare(a), prepare(b));
        }

        /** Compares two prepared texts. */
        static int of(List<String> a, List<String> b) {
            if (a.isEmpty() || b.isEmpty()) {
                return 0;
            }
            StringBuilder shared = new StringBuilder();
            StringBuilder onlyA = new StringBuilder();
            StringBuilder onlyB = new StringBuilder();
            Set<String> inB = Set.copyOf(b);
            Set<String> inA = Set.copyOf(a);
            for (String word : a) {
                append(inB.contains(word) ? shared : onlyA, word);
            }
            for (String word : b) {
                if (!inA.contains(word)) {
                    append(onlyB, word);
                }
            }
            if (shared.isEmpty()) {
                return round(ratio(onlyA, onlyB));
            }
            if (onlyA.isEmpty() || onlyB.isEmpty()) {
                return 100;
            }
            int base = shared.length();
            int lengthA = base + 1 + onlyA.length();
            int lengthB = base + 1 + onlyB.length();
            double sharedAndA = percent(base, base + lengthA);
            double sharedAndB = percent(base, base + lengthB);
            double both = percent(base + 1 + EditDistance.commonSubsequence(onlyA, onlyB), lengthA + lengthB);
            return round(Math.max(both, Math.max(sharedAndA, sharedAndB)));
        }

        private static void append(StringBuilder words, String word) {
            if (!words.isEmpty()) {
                words.append(' ');
            }
            words.append(word);
        }

        private static double ratio(CharSequence a, CharSequence b) {
            return percent(EditDistance.commonSubsequence(a, b), a.length() + b.length());
        }

        private static double percent(int common, int total) {
            return 100.0 * 2 * common / total;
        }

        private static int round(double value) {
            return (int) Math.rint(value);
        }
    }
}
