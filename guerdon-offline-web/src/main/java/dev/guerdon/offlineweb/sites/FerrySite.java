package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.Counts.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The ferry company: has the first hand figures, but its server takes longer than browsers wait. */
final class FerrySite implements Site {

    static final String HOST = "ferries";
    static final Duration DELAY = Duration.ofSeconds(12);

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public List<Entry> entries() {
        return List.of(new Entry(
                HOST,
                "/passengers",
                "Ferry passengers by route and year - Strait Ferries",
                "How many passengers used each ferry route in each year. Busiest ferry routes, passengers, routes."));
    }

    @Override
    public Reply answer(Request request) {
        return request.path().equals("/passengers")
                ? Reply.html(Html.page("Ferry passengers", table())).after(DELAY)
                : Reply.missing("page " + request.path());
    }

    static String table() {
        List<String> heads = new ArrayList<>(List.of("Route"));
        for (int year = Counts.FIRST_FERRY_YEAR; year <= Counts.LAST_FERRY_YEAR; year++) {
            heads.add("Passengers " + year);
        }
        return Html.table(
                "Ferry passengers by route and year",
                heads,
                Counts.routes().stream().map(FerrySite::row).toList());
    }

    private static List<String> row(Route route) {
        List<String> row = new ArrayList<>(List.of(route.name()));
        route.passengers().forEach(count -> row.add(Html.number(count)));
        return row;
    }
}
