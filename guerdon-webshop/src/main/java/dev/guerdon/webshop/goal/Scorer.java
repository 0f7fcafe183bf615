package dev.guerdon.webshop.goal;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Repr;
import dev.guerdon.cpython.Strings;
import dev.guerdon.webshop.catalogue.Product;
import dev.guerdon.webshop.nouns.NounExtractor;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Computes the reward of a purchase. */
@Internal
public final class Scorer {

    /** Two texts count as the same from here on, exclusive. */
    private static final int SAME = 85;

    private final NounExtractor nouns;

    public Scorer(NounExtractor nouns) {
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
    public RewardBreakdown score(Product bought, double price, Collection<String> chosen, Goal goal) {
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
        return new RewardBreakdown(
                reward,
                type,
                attributeCount == 0 ? 0 : (double) attributeMatches / attributeCount,
                attributeCount / parts,
                queryMatch,
                categoryMatch,
                titleScore,
                optionCount == 0 ? null : (Double) ((double) optionMatches / optionCount),
                optionCount == 0 ? null : (Double) (optionCount / parts),
                cheapEnough,
                1 / parts);
    }

    /** The share of the wanted title's nouns; the count below the line has repeats, so even the same title can stay below 1. */
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
            levels.add(Strings.strip(level));
        }
        return levels;
    }

    private static int attributeMatches(Product bought, List<String> wanted) {
        List<List<String>> has =
                bought.attributes().stream().map(TokenSetRatio::prepare).toList();
        String title = Strings.lower(bought.title());
        String bullets = Strings.lower(String.join(" ", bought.bullets()));
        String description = Strings.lower(bought.description());
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

    private static int optionMatches(Collection<String> chosen, List<Goal.Choice> wanted) {
        List<List<String>> has = chosen.stream()
                .map(value -> TokenSetRatio.prepare(Colours.normalize(value)))
                .toList();
        int matches = 0;
        for (Goal.Choice choice : wanted) {
            List<String> words = TokenSetRatio.prepare(comparable(choice));
            if (has.stream().anyMatch(one -> TokenSetRatio.of(one, words) > SAME)) {
                matches++;
            }
        }
        return matches;
    }

    /** The text that a wanted option is compared by. The reference prints the pairs of machine-written goals, escapes and all. */
    private static String comparable(Goal.Choice choice) {
        String name = choice.name();
        if (name == null) {
            return Colours.normalize(choice.value());
        }
        String colour = Colours.ofPair(name, choice.value());
        return colour != null ? colour : printed(name, choice.value());
    }

    public static String printed(String name, String value) {
        return "(" + Repr.of(name) + ", " + Repr.of(value) + ")";
    }
}
