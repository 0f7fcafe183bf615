package dev.guerdon.offlineweb.diagnosis;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.spi.Patch;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Data were asked for in another time zone than that of the place in question. */
@Internal
public final class WrongTimezoneRule implements DiagnosisRule {

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
        return Sections.on(space, kind(), "timezone", "direct_api");
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
                                .because(Evidence.at(
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
}
