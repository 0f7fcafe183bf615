package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.family.Trade.Firm;
import dev.guerdon.offlineweb.family.Trade.Kind;
import dev.guerdon.offlineweb.questions.Questions;
import dev.guerdon.offlineweb.questions.Questions.Question;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Questions on the businesses around a square. */
final class TradeQuestions {

    private final World world;

    private TradeQuestions(World world) {
        this.world = world;
    }

    static List<Question> of(World world) {
        TradeQuestions make = new TradeQuestions(world);
        return List.of(make.count(), make.early(), make.closest(), make.phone());
    }

    private static Question ask(String text, String gold) {
        return new Question("local_business", text, gold);
    }

    private Kind kind(int number) {
        return world.trade().kinds().get(number);
    }

    private String square(int number) {
        return world.trade().squares().get(number);
    }

    private Question count() {
        List<Firm> firms = world.trade().near(square(0), kind(0).one());
        // The middle one of all ratings, so that there is always something to count.
        double least = firms.stream()
                .map(Firm::rating)
                .sorted()
                .skip(firms.size() / 2)
                .findFirst()
                .orElseThrow();
        long count = firms.stream().filter(firm -> firm.rating() >= least).count();
        return ask(
                "How many " + kind(0).many() + " near " + square(0) + " have got a rating of at least " + least + "?",
                String.valueOf(count));
    }

    private Question early() {
        List<Firm> firms = world.trade().near(square(1), kind(0).one());
        int opens = firms.stream().mapToInt(Firm::opens).min().orElseThrow() + 30;
        String gold = firms.stream()
                .filter(firm -> firm.opens() < opens)
                .map(Firm::name)
                .collect(Collectors.joining("\n"));
        return ask(
                "Which " + kind(0).many() + " near " + square(1) + " open before " + clock(opens)
                        + "? List every one by name.",
                gold);
    }

    private Question closest() {
        Firm firm = world.trade().near(square(0), kind(1).one()).stream()
                .min(Comparator.comparingInt(Firm::metres))
                .orElseThrow();
        return ask("Which " + kind(1).one() + " is the closest one to " + square(0) + "?", firm.name());
    }

    private Question phone() {
        Firm firm = world.trade().near(square(1), kind(1).one()).stream()
                .min(Comparator.comparingInt(Firm::metres))
                .orElseThrow();
        return ask(
                "Which " + kind(1).one() + " is closest to " + square(1)
                        + "? Reply with a JSON object with the keys name and phone.",
                Questions.object("name", firm.name(), "phone", firm.phone()));
    }

    /** Minutes of the day as a time. */
    static String clock(int minutes) {
        return minutes / 60 + ":" + (minutes % 60 < 10 ? "0" : "") + minutes % 60;
    }
}
