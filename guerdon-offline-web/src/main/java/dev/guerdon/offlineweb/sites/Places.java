package dev.guerdon.offlineweb.sites;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Local businesses around some landmarks. */
@Internal
public final class Places {

    public static final List<String> LANDMARKS =
            List.of("Harbour Square", "Lantern Park", "Union Station", "Old Mill Bridge");

    /** Kinds of business: singular and plural. */
    public static final Map<String, String> KINDS = kinds();

    private static final List<String> FIRST = List.of(
            "Anchor", "Beacon", "Copper", "Drift", "Ember", "Ferry", "Gable", "Hazel", "Iron", "Jasper", "Keel", "Lark",
            "Maple", "North", "Opal", "Pier", "Quartz", "River", "Stone", "Tide", "Umber", "Velvet", "Willow",
            "Zephyr");
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

    /** Those of a kind near a landmark, the best rated first. */
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
                int count = 18 + Draws.below(7, landmark + kind, 0);
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
        String name = FIRST.get((i + offset) % FIRST.size()) + " " + words.get(Draws.below(words.size(), "name", id));
        int opens = 270 + 30 * Draws.below(12, landmark + kind + " opens", i);
        return new Place(
                id,
                name,
                kind,
                landmark,
                40 + 10 * i + Draws.below(700, landmark + kind + " metres", i),
                Math.rint(Draws.between(3.0, 5.0, landmark + kind + " rating", i) * 10) / 10,
                5 + Draws.below(900, landmark + kind + " reviews", i),
                opens,
                opens + 60 * (8 + Draws.below(7, landmark + kind + " hours", i)),
                "555-" + String.format(Locale.ROOT, "%04d", 100 + id * 7));
    }
}
