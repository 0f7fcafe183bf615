package dev.guerdon.offlineweb.sites;

import dev.guerdon.api.Internal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Homes that were sold, as the offline web's listings have them. */
@Internal
public final class Homes {

    public static final List<String> TOWNS =
            List.of("Alder Point", "Kestrel Heights", "Mossbridge", "Saltmere", "Fennimore");
    public static final int FIRST_YEAR = 2020;
    public static final int LAST_YEAR = 2023;

    private static final List<String> STREETS = List.of(
            "Juniper Lane",
            "Foundry Street",
            "Quarry Road",
            "Millrace Way",
            "Heron Court",
            "Tannery Row",
            "Larkspur Avenue",
            "Chandler Street",
            "Orchard Hill",
            "Signal Road",
            "Granary Close",
            "Pilot Street");
    private static final List<String> KINDS = List.of("House", "Townhouse", "Condo", "Bungalow");
    private static final List<String> NOTES = List.of(
            "New roof and a fenced garden.",
            "Close to the school and the bus stop.",
            "Kitchen renovated two years before the sale.",
            "Corner lot with old trees.",
            "Quiet street, garage for one car.",
            "Bay windows and a dry cellar.",
            "South-facing terrace.",
            "Walk to the shops and the ferry.");

    /** A home that was sold. */
    public record Home(
            String town,
            String address,
            String kind,
            int beds,
            int baths,
            int squareFeet,
            int price,
            LocalDate sold,
            String note) {}

    private static final List<Home> ALL = make();

    private Homes() {}

    /** All homes, the latest sale first. */
    public static List<Home> all() {
        return ALL;
    }

    private static List<Home> make() {
        List<Home> homes = new ArrayList<>();
        for (int t = 0; t < TOWNS.size(); t++) {
            String town = TOWNS.get(t);
            for (int i = 0; i < 160; i++) {
                homes.add(home(town, 1 + 0.18 * t, i));
            }
        }
        homes.sort(Comparator.comparing(Home::sold).reversed().thenComparing(Home::address));
        return List.copyOf(homes);
    }

    private static Home home(String town, double level, int i) {
        int beds = 1 + Draws.below(5, town + " beds", i);
        int feet = 520 + 310 * beds + Draws.below(400, town + " feet", i);
        double factor = Draws.between(0.8, 1.3, town + " price", i);
        int price = (int) (feet * 205 * level * factor) / 100 * 100;
        LocalDate sold = LocalDate.of(FIRST_YEAR, 1, 1).plusDays(Draws.below(1461, town + " sold", i));
        // The house number carries the index, so that no address comes twice in a town.
        String address = (3 + i * 2) + " " + STREETS.get(Draws.below(STREETS.size(), town + " street", i));
        return new Home(
                town,
                address,
                KINDS.get(Draws.below(KINDS.size(), town + " kind", i)),
                beds,
                1 + Draws.below(Math.max(1, beds), town + " baths", i),
                feet,
                price,
                sold,
                NOTES.get(Draws.below(NOTES.size(), town + " note", i)));
    }
}
