package dev.guerdon.offlineweb;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Patch;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Data were asked for in another time zone than that of the place in question. */
final class WrongTimezoneRule implements DiagnosisRule {

    private static final List<String> PARAMETERS = List.of("timezone", "tz", "time_zone", "timezone_id", "zone");
    private static final List<String> OFFSETS =
            List.of("utc_offset", "utcoffset", "gmt_offset", "tz_offset", "utc_offset_seconds", "utc_offset_hours");
    private static final Pattern ZONE_ASKED_FOR = Pattern.compile(
            "\\b(?:UTC|GMT|[Tt]ime ?zone|(?:Eastern|Central|Mountain|Pacific) (?:[Ss]tandard )?[Tt]ime)\\b");

    @Override
    public String kind() {
        return "wrong_timezone";
    }

    @Override
    public String remedy() {
        return "Ask the source for the time zone of the place that the question names.";
    }

    @Override
    public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        return DateWindowRule.Sections.on(space, kind(), "timezone", "direct_api");
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        String question = episode.question();
        Optional<PlaceZones.Place> place =
                ZONE_ASKED_FOR.matcher(question).find() ? Optional.empty() : PlaceZones.in(question);
        if (place.isEmpty()) {
            return Optional.empty();
        }
        ZoneId wanted = place.get().zone();
        int year = DateWindow.asked(question).stream()
                .flatMap(List::stream)
                .findFirst()
                .map(window -> window.from().getYear())
                .orElse(2024);
        Optional<Finding> last = Optional.empty();
        for (Turn turn : episode.turns()) {
            Map<String, String> parameters = DiagnosisCase.parameters(turn);
            Optional<ZoneId> zone = zone(parameters);
            if (zone.isPresent()) {
                String call = parameters.toString();
                // What was asked for last is what the answer was made from.
                last = PlaceZones.differ(zone.get(), wanted, year)
                        ? Optional.of(Finding.of(
                                        this,
                                        0.78,
                                        "Data for " + place.get().name() + " (" + wanted
                                                + ") were asked for in the time zone " + zone.get() + ".")
                                .because(Finding.Evidence.at(
                                        turn.index(),
                                        DiagnosisCase.quote(DiagnosisCase.addresses(turn).stream()
                                                .filter(address -> zone(DiagnosisCase.parameters(address))
                                                        .isPresent())
                                                .findFirst()
                                                .orElse(call))))
                                .wouldAtMost(episode))
                        : Optional.empty();
            }
        }
        return last;
    }

    private static Optional<ZoneId> zone(Map<String, String> parameters) {
        return PARAMETERS.stream()
                .filter(parameters::containsKey)
                .map(name -> PlaceZones.zone(parameters.getOrDefault(name, "")))
                .flatMap(Optional::stream)
                .findFirst()
                .or(() -> OFFSETS.stream()
                        .filter(parameters::containsKey)
                        .map(name -> PlaceZones.offset(parameters.getOrDefault(name, "")))
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    /** Time zones of places, for those that give a zone its name and some large cities more. */
    static final class PlaceZones {

        private static final Map<String, ZoneId> PLACES = new LinkedHashMap<>();

        /** What people write for zones that have no such name. */
        private static final Map<String, String> SHORT = new HashMap<>();

        static {
            ZoneId.getAvailableZoneIds().stream()
                    .filter(id -> id.matches("(?:Africa|America|Asia|Australia|Europe|Pacific)/[A-Z][A-Za-z_/]{3,}"))
                    .sorted()
                    .forEach(id ->
                            PLACES.put(id.substring(id.lastIndexOf('/') + 1).replace('_', ' '), ZoneId.of(id)));
            for (String line :
                    Utf8.resource(PlaceZones.class, "zones.txt").lines().toList()) {
                String[] cities = line.split(": ", 2);
                String[] word = line.split(" = ", 2);
                if (word.length == 2) {
                    SHORT.put(word[1], word[0]);
                } else if (!line.startsWith("#")) {
                    Arrays.asList(cities[1].split(", ")).forEach(name -> PLACES.put(name, ZoneId.of(cities[0])));
                }
            }
        }

        private static final Pattern NAMES = Pattern.compile("\\b("
                + PLACES.keySet().stream()
                        .sorted((a, b) -> b.length() - a.length())
                        .map(Pattern::quote)
                        .collect(Collectors.joining("|"))
                + ")\\b");

        /** A place that a text names. */
        record Place(String name, ZoneId zone) {}

        private PlaceZones() {}

        /** Returns the first place that a text names. */
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

        /** Reads an offset from UTC in hours or, if it is large, in seconds: {@code -7}, {@code 5.5}, {@code -25200}. */
        static Optional<ZoneId> offset(String text) {
            try {
                double value = Double.parseDouble(text.strip());
                return Optional.of(
                        ZoneOffset.ofTotalSeconds((int) Math.round(Math.abs(value) <= 18 ? value * 3600 : value)));
            } catch (NumberFormatException | DateTimeException notAnOffset) {
                return zone(text);
            }
        }

        /** Returns whether clocks in both zones differ: at some time of a year, or, where one is a mere offset, all the year. */
        static boolean differ(ZoneId a, ZoneId b, int year) {
            boolean winter = !offset(a, year, 1).equals(offset(b, year, 1));
            boolean summer = !offset(a, year, 7).equals(offset(b, year, 7));
            boolean always = a instanceof ZoneOffset || b instanceof ZoneOffset;
            return always ? winter && summer : winter || summer;
        }

        private static ZoneOffset offset(ZoneId zone, int year, int month) {
            return zone.getRules().getOffset(LocalDate.of(year, month, 15).atTime(12, 0));
        }
    }
}
