package dev.guerdon.offlineweb.questions;

import dev.guerdon.offlineweb.questions.Questions.Question;
import dev.guerdon.offlineweb.sites.Goods;
import dev.guerdon.offlineweb.sites.Goods.Product;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Questions on the shop. */
final class ShopQuestions {

    private ShopQuestions() {}

    static List<Question> all() {
        String cheapest = products("kettle").stream()
                .filter(product -> product.size() >= 1.7)
                .min(Comparator.comparingInt(Product::cents))
                .orElseThrow()
                .name();
        String cheap = products("lamp").stream()
                .filter(product -> product.size() >= 800 && product.cents() < 3000)
                .map(Product::name)
                .sorted()
                .collect(Collectors.joining("\n"));
        double lowest = products("backpack").stream()
                        .filter(product -> product.rating() >= 4.5)
                        .mapToInt(Product::cents)
                        .min()
                        .orElseThrow()
                / 100.0;
        return List.of(
                ask(
                        "Which kettle of the Larkfield shop with a capacity of at least 1.7 litres is the cheapest?",
                        cheapest),
                ask(
                        "Which lamps of the Larkfield shop have a brightness of at least 800 lumens and cost less than $30?"
                                + " Give all their names.",
                        cheap),
                ask(
                        "What is the lowest price of a backpack with a rating of at least 4.5 in the Larkfield shop, in"
                                + " dollars?",
                        Questions.number(lowest)));
    }

    private static Question ask(String text, String gold) {
        return new Question("shop", text, gold);
    }

    private static List<Product> products(String noun) {
        return Goods.all().stream()
                .filter(product -> product.category().noun().equals(noun))
                .toList();
    }
}
