package dev.guerdon.offlineweb.diagnosis;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which time zone a place is in, for the places that give a zone its name and some large cities more. */
final class PlaceZones {

    private static final Map<String, ZoneId> PLACES = places();

    private static final Pattern NAMES = Pattern.compile("\\b("
            + PLACES.keySet().stream()
                    .sorted((a, b) -> b.length() - a.length())
                    .map(Pattern::quote)
                    .collect(Collectors.joining("|"))
            + ")\\b");

    /** A place that a text names. */
    record Place(String name, ZoneId zone) {}

    private PlaceZones() {}

    /** The first place that a text names. */
    static Optional<Place> in(String text) {
        Matcher matcher = NAMES.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        ZoneId zone = PLACES.get(matcher.group(1));
        return zone == null ? Optional.empty() : Optional.of(new Place(matcher.group(1), zone));
    }

    /** Reads a zone's name, an offset, or UTC. */
    static Optional<ZoneId> zone(String name) {
        try {
            return Optional.of(ZoneId.of(name.strip()));
        } catch (DateTimeException notAZone) {
            return Optional.empty();
        }
    }

    /** Whether clocks in both zones differ at some time of a year. */
    static boolean differ(ZoneId a, ZoneId b, int year) {
        return !offset(a, year, 1).equals(offset(b, year, 1))
                || !offset(a, year, 7).equals(offset(b, year, 7));
    }

    private static ZoneOffset offset(ZoneId zone, int year, int month) {
        return zone.getRules().getOffset(LocalDate.of(year, month, 15).atTime(12, 0));
    }

    private static Map<String, ZoneId> places() {
        Map<String, ZoneId> places = new LinkedHashMap<>();
        ZoneId.getAvailableZoneIds().stream()
                .filter(id -> id.matches("(?:Africa|America|Asia|Australia|Europe|Pacific)/[A-Z][A-Za-z_/]{3,}"))
                .sorted()
                .forEach(id -> places.put(id.substring(id.lastIndexOf('/') + 1).replace('_', ' '), ZoneId.of(id)));
        more(
                places,
                "America/Los_Angeles",
                "San Francisco",
                "Seattle",
                "Portland",
                "San Diego",
                "Las Vegas",
                "Sacramento");
        more(
                places,
                "America/New_York",
                "Boston",
                "Miami",
                "Philadelphia",
                "Atlanta",
                "Washington",
                "Pittsburgh",
                "Orlando");
        more(
                places,
                "America/Chicago",
                "Houston",
                "Dallas",
                "Austin",
                "Minneapolis",
                "New Orleans",
                "St. Louis",
                "Nashville");
        more(places, "America/Denver", "Salt Lake City", "Albuquerque", "Boulder", "Santa Fe");
        more(places, "America/Toronto", "Ottawa", "Montreal");
        more(places, "Europe/Berlin", "Munich", "Hamburg", "Frankfurt", "Cologne");
        more(places, "Europe/Madrid", "Barcelona", "Valencia");
        more(places, "Europe/Rome", "Milan", "Naples");
        more(places, "Europe/London", "Manchester", "Edinburgh", "Glasgow");
        more(places, "Asia/Tokyo", "Osaka", "Kyoto", "Sapporo");
        more(places, "Asia/Shanghai", "Beijing", "Shenzhen");
        more(places, "Asia/Kolkata", "Mumbai", "Delhi", "Bangalore");
        return places;
    }

    private static void more(Map<String, ZoneId> places, String zone, String... names) {
        for (String name : names) {
            places.put(name, ZoneId.of(zone));
        }
    }
}
