package dev.guerdon.offlineweb.questions;

import dev.guerdon.offlineweb.questions.Questions.Question;
import dev.guerdon.offlineweb.sites.Places;
import dev.guerdon.offlineweb.sites.Places.Place;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Questions on local businesses. */
final class PlacesQuestions {

    private PlacesQuestions() {}

    static List<Question> all() {
        return List.of(
                list(
                        "gym",
                        "Harbour Square",
                        "Which gyms within 500 metres of Harbour Square open before 6:00? Give all their names.",
                        place -> place.metres() <= 500 && place.opens() < 360),
                list(
                        "cafe",
                        "Lantern Park",
                        "Which cafes near Lantern Park have a rating of at least 4.6? Give all their names.",
                        place -> place.rating() >= 4.6),
                ask(
                        "Which bakery is closest to Union Station?",
                        closest("bakery", "Union Station").name()),
                count(),
                pharmacy(),
                ask(
                        "Which cafe near Harbour Square stays open longest on one day?",
                        near("cafe", "Harbour Square").stream()
                                .max(Comparator.comparingInt(place -> place.closes() - place.opens()))
                                .orElseThrow()
                                .name()),
                list(
                        "restaurant",
                        "Harbour Square",
                        "Which restaurants within 300 metres of Harbour Square have a rating of at least 4.0? Give all their"
                                + " names.",
                        place -> place.metres() <= 300 && place.rating() >= 4.0));
    }

    private static Question ask(String text, String gold) {
        return new Question("local_business", text, gold);
    }

    private static List<Place> near(String kind, String landmark) {
        return Places.all().stream()
                .filter(place -> place.kind().equals(kind) && place.near().equals(landmark))
                .toList();
    }

    private static Question list(String kind, String landmark, String text, Predicate<Place> fits) {
        return ask(
                text,
                near(kind, landmark).stream()
                        .filter(fits)
                        .map(Place::name)
                        .sorted()
                        .collect(Collectors.joining("\n")));
    }

    private static Place closest(String kind, String landmark) {
        return near(kind, landmark).stream()
                .min(Comparator.comparingInt(Place::metres))
                .orElseThrow();
    }

    private static Question count() {
        long count = near("restaurant", "Old Mill Bridge").stream()
                .filter(place -> place.rating() >= 4)
                .count();
        return ask("How many restaurants near Old Mill Bridge have a rating of at least 4.0?", String.valueOf(count));
    }

    private static Question pharmacy() {
        Place place = closest("pharmacy", "Lantern Park");
        return ask(
                "Which pharmacy is closest to Lantern Park? Answer with a JSON object with the keys name and phone.",
                Questions.object("name", place.name(), "phone", place.phone()));
    }
}
