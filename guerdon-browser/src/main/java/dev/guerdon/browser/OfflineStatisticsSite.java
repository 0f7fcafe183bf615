package dev.guerdon.browser;

import java.util.List;

/** The statistics office: one long table of counties, and a copy of the ferry company's figures. */
final class OfflineStatisticsSite implements OfflineSite {

    static final String HOST = "statistics";

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public List<Entry> entries() {
        return List.of(
                new Entry(
                        HOST,
                        "/population",
                        "Population of the counties - Office of Statistics",
                        "Census table: population of every county in 2010 and 2020, with region and area in square"
                                + " kilometres."),
                new Entry(
                        HOST,
                        "/archive/transport",
                        "Transport yearbook (archived copy) - Office of Statistics",
                        "Archived yearbook table: ferry passengers by route and year, 2014 to 2022, copied from the"
                                + " operators."));
    }

    @Override
    public Reply answer(Request request) {
        return switch (request.path()) {
            case "/" ->
                Reply.html(OfflineHtml.page(
                        "Office of Statistics",
                        "<ul><li>" + OfflineHtml.link("/population", "Population of the counties") + "</li><li>"
                                + OfflineHtml.link("/archive/transport", "Transport yearbook") + "</li></ul>"));
            case "/population" -> Reply.html(population());
            case "/archive/transport" -> Reply.html(OfflineHtml.page("Transport yearbook", OfflineFerrySite.table()));
            default -> Reply.missing("table " + request.path());
        };
    }

    private static String population() {
        List<List<String>> rows = OfflineCounts.counties().stream()
                .map(county -> List.of(
                        county.name(),
                        county.region(),
                        OfflineHtml.number(county.before()),
                        OfflineHtml.number(county.after()),
                        OfflineHtml.number(county.area())))
                .toList();
        return OfflineHtml.page(
                "Population of the counties",
                OfflineHtml.paragraph("Census counts of April 1. Areas are land areas.")
                        + OfflineHtml.table(
                                "Population by county",
                                List.of("County", "Region", "Population 2010", "Population 2020", "Area km²"),
                                rows));
    }
}
