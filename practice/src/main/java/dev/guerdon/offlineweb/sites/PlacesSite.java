package dev.guerdon.offlineweb.sites;

import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.offlineweb.sites.PlacesSite.Places.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Businesses on a map: lists that a script fills once the page is scrolled, a page for each business, and the data as JSON. */
final class PlacesSite implements OfflineSite {

    static final String HOST = "places";

    private static final String SCRIPT = "<script>\n" + Utf8.resource(PlacesSite.class, "places.js") + "</script>\n";

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (String landmark : Places.LANDMARKS) {
            Places.KINDS.forEach((kind, plural) -> entries.add(new Entry(
                    HOST,
                    map(landmark, kind),
                    title(landmark, kind) + " - Waymark",
                    "Map and list of " + plural + " near " + landmark
                            + " with distance, rating, reviews, opening hours and phone. Find a " + kind + " around "
                            + landmark + ".")));
        }
        return entries;
    }

    private static String map(String landmark, String kind) {
        return "/map?near=" + SiteHtml.slug(landmark) + "&type=" + kind;
    }

    private static String title(String landmark, String kind) {
        String plural = Places.KINDS.getOrDefault(kind, kind);
        return SiteHtml.capital(plural) + " near " + landmark;
    }

    @Override
    public Reply answer(Request request) {
        List<String> parts = request.parts();
        return switch (parts.getFirst()) {
            case "" -> Reply.html(home());
            case "map" ->
                wanted(request)
                        .map(landmark -> Reply.html(mapPage(request, landmark)))
                        .orElse(Reply.missing("such list"));
            case "api" -> data(request);
            case "place" ->
                Places.all().stream()
                        .filter(place -> parts.size() == 2 && parts.get(1).equals(String.valueOf(place.id())))
                        .findFirst()
                        .map(place -> Reply.html(placePage(place)))
                        .orElse(Reply.missing("such business"));
            default -> Reply.missing("page " + request.path());
        };
    }

    private static Optional<String> wanted(Request request) {
        return Places.LANDMARKS.stream()
                .filter(name -> SiteHtml.slug(name).equals(request.get("near")))
                .filter(name -> Places.KINDS.containsKey(request.get("type")))
                .findFirst();
    }

    private static String home() {
        return SiteHtml.page(
                "Waymark: businesses around you",
                SiteHtml.list(Places.LANDMARKS.stream()
                        .flatMap(landmark -> Places.KINDS.keySet().stream()
                                .map(kind -> SiteHtml.link(map(landmark, kind), title(landmark, kind))))));
    }

    private static String mapPage(Request request, String landmark) {
        String address = request.links()
                .to(HOST, "/api/places?near=" + SiteHtml.slug(landmark) + "&type=" + request.get("type"));
        return SiteHtml.page(
                title(landmark, request.get("type")),
                "<p id=\"count\"></p><ul id=\"list\"></ul><button id=\"more\" hidden>Show more</button><p"
                        + " id=\"data\"></p><div style=\"height:1600px\"></div>"
                        + SCRIPT.replace("DATA", "'" + address + "'"));
    }

    private static Reply data(Request request) {
        Optional<String> landmark = wanted(request);
        if (!request.path().equals("/api/places") || landmark.isEmpty()) {
            return Reply.json(404, "{\"error\":\"no such list\"}");
        }
        if (!request.json()) {
            return Reply.refused(406, "For programs", "This address gives JSON to programs, not to browsers.");
        }
        List<Map<String, @Nullable Object>> places = Places.near(landmark.get(), request.get("type")).stream()
                .map(PlacesSite::asJson)
                .toList();
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("near", landmark.get());
        answer.put("places", places);
        return Reply.json(200, JsonCodec.write(answer));
    }

    private static Map<String, @Nullable Object> asJson(Place place) {
        Map<String, @Nullable Object> one = new LinkedHashMap<>();
        one.put("id", place.id());
        one.put("name", place.name());
        one.put("distance_m", place.metres());
        one.put("rating", place.rating());
        one.put("reviews", place.reviews());
        one.put("opens", Places.time(place.opens()));
        one.put("closes", Places.time(place.closes()));
        one.put("phone", place.phone());
        return one;
    }

    private static String placePage(Place place) {
        return SiteHtml.page(
                place.name(),
                "<ul><li>Distance from " + SiteHtml.text(place.near()) + ": " + place.metres()
                        + " m</li><li>Rating: "
                        + place.rating() + "</li><li>Opens: " + Places.time(place.opens()) + "</li><li>Closes: "
                        + Places.time(place.closes()) + "</li><li>Phone: " + place.phone() + "</li></ul>"
                        + SiteHtml.link(map(place.near(), place.kind()), "Back to the list"));
    }

    /** Local businesses around some landmarks. */
    static final class Places {

        public static final List<String> LANDMARKS =
                List.of("Harbour Square", "Lantern Park", "Union Station", "Old Mill Bridge");

        /** Kinds of business: singular and plural. */
        public static final Map<String, String> KINDS = kinds();

        private static final List<String> FIRST = KeyedRandom.list("beginnings of businesses");
        private static final Map<String, List<String>> LAST = Map.of(
                "gym", List.of("Fitness", "Strength Club", "Athletics", "Training Hall"),
                "cafe", List.of("Coffee House", "Espresso Bar", "Tea Room", "Roasters"),
                "bakery", List.of("Bakehouse", "Bread Company", "Patisserie", "Ovens"),
                "restaurant", List.of("Kitchen", "Grill", "Noodle House", "Table"),
                "pharmacy", List.of("Pharmacy", "Chemist", "Drugstore", "Apothecary"));

        /** A business; times are minutes after midnight. */
        public record Place(
                int id,
                String name,
                String kind,
                String near,
                int metres,
                double rating,
                int reviews,
                int opens,
                int closes,
                String phone) {}

        private static final List<Place> ALL = make();

        private Places() {}

        private static Map<String, String> kinds() {
            Map<String, String> kinds = new LinkedHashMap<>();
            kinds.put("gym", "gyms");
            kinds.put("cafe", "cafes");
            kinds.put("bakery", "bakeries");
            kinds.put("restaurant", "restaurants");
            kinds.put("pharmacy", "pharmacies");
            return kinds;
        }

        public static List<Place> all() {
            return ALL;
        }

        /** Returns those of a kind near a landmark, the best rated first. */
        public static List<Place> near(String landmark, String kind) {
            return ALL.stream()
                    .filter(place -> place.near.equals(landmark) && place.kind.equals(kind))
                    .sorted(Comparator.comparingDouble(Place::rating).reversed().thenComparing(Place::name))
                    .toList();
        }

        public static String time(int minutes) {
            return String.format(Locale.ROOT, "%02d:%02d", minutes / 60, minutes % 60);
        }

        private static List<Place> make() {
            List<Place> places = new ArrayList<>();
            int offset = 0;
            for (String landmark : LANDMARKS) {
                for (String kind : KINDS.keySet()) {
                    int count = 18 + KeyedRandom.below(7, landmark + kind, 0);
                    for (int i = 0; i < count; i++) {
                        places.add(place(places.size(), landmark, kind, i, offset));
                    }
                    offset += 5;
                }
            }
            return List.copyOf(places);
        }

        private static Place place(int id, String landmark, String kind, int i, int offset) {
            List<String> words = LAST.getOrDefault(kind, List.of("Company"));
            // Each first word comes once in a list, so that names differ in more than their last word.
            String name = FIRST.get((i + offset) % FIRST.size()) + " " + KeyedRandom.of(words, "name", id);
            int opens = 270 + 30 * KeyedRandom.below(12, landmark + kind + " opens", i);
            return new Place(
                    id,
                    name,
                    kind,
                    landmark,
                    40 + 10 * i + KeyedRandom.below(700, landmark + kind + " metres", i),
                    Math.rint(KeyedRandom.between(3.0, 5.0, landmark + kind + " rating", i) * 10) / 10,
                    5 + KeyedRandom.below(900, landmark + kind + " reviews", i),
                    opens,
                    opens + 60 * (8 + KeyedRandom.below(7, landmark + kind + " hours", i)),
                    "555-" + String.format(Locale.ROOT, "%04d", 100 + id * 7));
        }
    }
}
