package dev.guerdon.browser;

import dev.guerdon.browser.OfflineCounts.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The ferry company: has the first hand figures, but its server takes longer than browsers wait. */
final class OfflineFerrySite implements OfflineSite {

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
                ? Reply.html(OfflineHtml.page("Ferry passengers", table())).after(DELAY)
                : Reply.missing("page " + request.path());
    }

    static String table() {
        List<String> heads = new ArrayList<>(List.of("Route"));
        for (int year = OfflineCounts.FIRST_FERRY_YEAR; year <= OfflineCounts.LAST_FERRY_YEAR; year++) {
            heads.add("Passengers " + year);
        }
        return OfflineHtml.table(
                "Ferry passengers by route and year",
                heads,
                OfflineCounts.routes().stream().map(OfflineFerrySite::row).toList());
    }

    private static List<String> row(Route route) {
        List<String> row = new ArrayList<>(List.of(route.name()));
        route.passengers().forEach(count -> row.add(OfflineHtml.number(count)));
        return row;
    }
}
