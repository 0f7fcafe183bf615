package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.family.Lettings.Dwelling;
import dev.guerdon.offlineweb.questions.Questions;
import dev.guerdon.offlineweb.questions.Questions.Question;
import dev.guerdon.offlineweb.sites.Draws;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Questions on dwellings that were sold. */
final class LettingsQuestions {

    private final World world;
    private final Lettings lettings;

    private LettingsQuestions(World world) {
        this.world = world;
        lettings = world.lettings();
    }

    static List<Question> of(World world) {
        LettingsQuestions make = new LettingsQuestions(world);
        return List.of(make.highest(0), make.count(1), make.cheapest(2), make.median(0), make.dearest(1));
    }

    private Question ask(String text, String gold) {
        return new Question("real_estate", text, gold);
    }

    /** A town, a year, a number of bedrooms, and what fits them, of which there are at least four. */
    private record Choice(String town, int year, int beds, List<Dwelling> fitting) {}

    private Choice choose(int town, String what, boolean orMore) {
        String key = "lettings question " + world.seed() + "/" + world.number() + " " + what;
        for (int attempt = 0; ; attempt++) {
            String name = lettings.towns().get(town);
            int year = Lettings.FIRST_YEAR
                    + Draws.below(Lettings.LAST_YEAR - Lettings.FIRST_YEAR + 1, key + " year", attempt);
            int beds = 2 + Draws.below(2, key + " beds", attempt);
            Predicate<Dwelling> fits = one -> orMore ? one.beds() >= beds : one.beds() == beds;
            List<Dwelling> fitting = lettings.sold(name, year).stream()
                    .filter(fits)
                    .sorted(Comparator.comparingInt(Dwelling::price))
                    .toList();
            if (fitting.size() >= 4) {
                return new Choice(name, year, beds, fitting);
            }
        }
    }

    private Question highest(int town) {
        Choice choice = choose(town, "highest", false);
        return ask(
                "What was the highest price that somebody paid in " + choice.year + " in " + choice.town
                        + " for one of the " + lettings.noun() + " with exactly " + choice.beds
                        + " bedrooms, in dollars?",
                String.valueOf(choice.fitting.getLast().price()));
    }

    private Question count(int town) {
        Choice choice = choose(town, "count", true);
        return ask(
                "How many " + lettings.noun() + " with at least " + choice.beds + " bedrooms changed hands in "
                        + choice.town + " during " + choice.year + "?",
                String.valueOf(choice.fitting.size()));
    }

    private Question cheapest(int town) {
        Choice choice = choose(town, "cheapest", false);
        return ask(
                "At which address is the cheapest of the " + lettings.noun() + " with exactly " + choice.beds
                        + " bedrooms that were sold in " + choice.town + " in " + choice.year + "?",
                choice.fitting.getFirst().address());
    }

    private Question median(int town) {
        Choice choice = choose(town, "median", true);
        List<Dwelling> fitting = choice.fitting;
        int middle = fitting.size() / 2;
        double median = fitting.size() % 2 == 1
                ? fitting.get(middle).price()
                : (fitting.get(middle - 1).price() + fitting.get(middle).price()) / 2.0;
        return ask(
                "Of the " + lettings.noun() + " with at least " + choice.beds + " bedrooms sold in " + choice.town
                        + " during " + choice.year + ", how high was the median price in dollars?",
                Questions.number(median));
    }

    private Question dearest(int town) {
        Choice choice = choose(town, "dearest", true);
        String gold = choice.fitting.reversed().stream()
                .limit(3)
                .map(one -> Questions.object("address", one.address(), "price", one.price()))
                .collect(Collectors.joining("\n"));
        return ask(
                "Which were the 3 most expensive " + lettings.noun() + " with at least " + choice.beds
                        + " bedrooms sold in " + choice.town + " in " + choice.year
                        + "? Write a JSON object in a line for each, with the keys address and price.",
                gold);
    }
}
