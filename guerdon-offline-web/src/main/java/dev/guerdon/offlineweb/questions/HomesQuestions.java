package dev.guerdon.offlineweb.questions;

import dev.guerdon.offlineweb.questions.Questions.Question;
import dev.guerdon.offlineweb.sites.Homes;
import dev.guerdon.offlineweb.sites.Homes.Home;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Questions on sold homes. */
final class HomesQuestions {

    private HomesQuestions() {}

    static List<Question> all() {
        return List.of(
                highestPrice("Alder Point", 2022, 3),
                count("Kestrel Heights", 2021, 4),
                cheapest("Mossbridge", 2023),
                medianPrice("Fennimore", 2020, 2),
                mostExpensive("Saltmere", 2022, 3),
                difference("Alder Point", "Mossbridge", 2022));
    }

    private static Question ask(String text, String gold) {
        return new Question("real_estate", text, gold);
    }

    private static List<Home> sold(String town, int year) {
        return Homes.all().stream()
                .filter(home -> home.town().equals(town) && home.sold().getYear() == year)
                .sorted(Comparator.comparingInt(Home::price))
                .toList();
    }

    private static Question highestPrice(String town, int year, int beds) {
        int highest = sold(town, year).stream()
                .filter(home -> home.beds() == beds)
                .mapToInt(Home::price)
                .max()
                .orElseThrow();
        return ask(
                "What was the highest price paid for a home with exactly " + beds + " bedrooms in " + town + " in "
                        + year + ", in dollars?",
                String.valueOf(highest));
    }

    private static Question count(String town, int year, int beds) {
        long count =
                sold(town, year).stream().filter(home -> home.beds() >= beds).count();
        return ask(
                "How many homes with at least " + beds + " bedrooms were sold in " + town + " in " + year + "?",
                String.valueOf(count));
    }

    private static Question cheapest(String town, int year) {
        return ask(
                "What is the address of the cheapest home sold in " + town + " in " + year + "?",
                sold(town, year).getFirst().address());
    }

    private static Question medianPrice(String town, int year, int beds) {
        List<Integer> prices = sold(town, year).stream()
                .filter(home -> home.beds() == beds)
                .map(Home::price)
                .toList();
        int middle = prices.size() / 2;
        double median =
                prices.size() % 2 == 1 ? prices.get(middle) : (prices.get(middle - 1) + prices.get(middle)) / 2.0;
        return ask(
                "What was the median price of the homes with exactly " + beds + " bedrooms sold in " + town + " in "
                        + year + ", in dollars?",
                Questions.number(median));
    }

    private static Question difference(String more, String less, int year) {
        return ask(
                "What is the difference between the numbers of homes sold in " + more + " and in " + less + " in "
                        + year + "?",
                String.valueOf(
                        Math.abs(sold(more, year).size() - sold(less, year).size())));
    }

    private static Question mostExpensive(String town, int year, int count) {
        String gold = sold(town, year).reversed().stream()
                .limit(count)
                .map(home -> Questions.object("address", home.address(), "price", home.price()))
                .collect(Collectors.joining("\n"));
        return ask(
                "Which were the " + count + " most expensive homes sold in " + town + " in " + year
                        + "? Answer with a JSON object for each, one per line, with the keys address and price.",
                gold);
    }
}
