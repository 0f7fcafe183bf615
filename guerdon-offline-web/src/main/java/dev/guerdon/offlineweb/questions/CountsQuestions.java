package dev.guerdon.offlineweb.questions;

import dev.guerdon.offlineweb.questions.Questions.Question;
import dev.guerdon.offlineweb.sites.Counts;
import dev.guerdon.offlineweb.sites.Counts.County;
import dev.guerdon.offlineweb.sites.Counts.Route;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Questions on counties and ferries. */
final class CountsQuestions {

    private CountsQuestions() {}

    static List<Question> all() {
        List<County> counties = Counts.counties();
        County largest =
                counties.stream().max(Comparator.comparingInt(County::after)).orElseThrow();
        String smallest = counties.stream()
                .filter(county -> county.region().equals("Islands"))
                .sorted(Comparator.comparingInt(County::area))
                .limit(3)
                .map(County::name)
                .collect(Collectors.joining("\n"));
        County late = counties.get(counties.size() - 9);
        long large = counties.stream()
                .filter(county -> county.region().equals("West") && county.after() >= 200_000)
                .count();
        List<Route> routes = Counts.routes();
        Route busiest = routes.stream()
                .max(Comparator.comparingInt(route -> route.passengers(2018)))
                .orElseThrow();
        Route sixth = routes.get(5);
        return List.of(
                ask("statistics", "Which county had the largest population in 2020?", largest.name()),
                ask(
                        "statistics",
                        "Which 3 counties of the region Islands have the smallest area? Give all their names.",
                        smallest),
                ask(
                        "statistics",
                        "What was the population of the county " + late.name() + " in 2010?",
                        String.valueOf(late.before())),
                ask(
                        "statistics",
                        "How many counties of the region West had a population of at least 200,000 in 2020?",
                        String.valueOf(large)),
                densest(counties),
                growth(counties.get(40)),
                ask("transport", "Which ferry route had the most passengers in 2018?", busiest.name()),
                ask(
                        "transport",
                        "How many passengers used the ferry route " + sixth.name() + " in 2019?",
                        String.valueOf(sixth.passengers(2019))));
    }

    private static Question densest(List<County> counties) {
        County densest = counties.stream()
                .max(Comparator.comparingDouble(county -> (double) county.after() / county.area()))
                .orElseThrow();
        return ask("statistics", "Which county had the most people per square kilometre in 2020?", densest.name());
    }

    private static Question growth(County county) {
        return ask(
                "statistics",
                "By how many people did the county " + county.name() + " grow or shrink between 2010 and 2020?",
                String.valueOf(Math.abs(county.after() - county.before())));
    }

    private static Question ask(String domain, String text, String gold) {
        return new Question(domain, text, gold);
    }
}
