package dev.guerdon.offlineweb.diagnosis;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which time zone a place is in, for the places that give a zone its name and some large cities more. */
final class PlaceZones {

    private static final Map<String, ZoneId> PLACES = places();

    /** What people write for zones that have no such name. */
    private static final Map<String, String> SHORT = Map.of(
            "Z",
            "UTC",
            "EST",
            "America/New_York",
            "EDT",
            "America/New_York",
            "CST",
            "America/Chicago",
            "MST",
            "America/Denver",
            "PST",
            "America/Los_Angeles",
            "PDT",
            "America/Los_Angeles",
            "CET",
            "Europe/Paris",
            "BST",
            "Europe/London",
            "JST",
            "Asia/Tokyo");

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
        String stripped = name.strip();
        try {
            return Optional.of(ZoneId.of(SHORT.getOrDefault(stripped.toUpperCase(Locale.ROOT), stripped)));
        } catch (DateTimeException notAZone) {
            return Optional.empty();
        }
    }

    /** Reads an offset from UTC in hours or, where it is large, in seconds: {@code -7}, {@code 5.5}, {@code -25200}. */
    static Optional<ZoneId> offset(String text) {
        try {
            double value = Double.parseDouble(text.strip());
            return Optional.of(
                    ZoneOffset.ofTotalSeconds((int) Math.round(Math.abs(value) <= 18 ? value * 3600 : value)));
        } catch (NumberFormatException | DateTimeException notAnOffset) {
            return zone(text);
        }
    }

    /** Whether clocks in both zones differ: at some time of a year, or, where one is a mere offset, all the year. */
    static boolean differ(ZoneId a, ZoneId b, int year) {
        boolean winter = !offset(a, year, 1).equals(offset(b, year, 1));
        boolean summer = !offset(a, year, 7).equals(offset(b, year, 7));
        boolean always = a instanceof ZoneOffset || b instanceof ZoneOffset;
        return always ? winter && summer : winter || summer;
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
