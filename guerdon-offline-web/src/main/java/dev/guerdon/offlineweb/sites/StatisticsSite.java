package dev.guerdon.offlineweb.sites;

import java.util.List;

/** The statistics office: one long table of counties, and a copy of the ferry company's figures. */
final class StatisticsSite implements Site {

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
                Reply.html(Html.page(
                        "Office of Statistics",
                        "<ul><li>" + Html.link("/population", "Population of the counties") + "</li><li>"
                                + Html.link("/archive/transport", "Transport yearbook") + "</li></ul>"));
            case "/population" -> Reply.html(population());
            case "/archive/transport" -> Reply.html(Html.page("Transport yearbook", FerrySite.table()));
            default -> Reply.missing("table " + request.path());
        };
    }

    private static String population() {
        List<List<String>> rows = Counts.counties().stream()
                .map(county -> List.of(
                        county.name(),
                        county.region(),
                        Html.number(county.before()),
                        Html.number(county.after()),
                        Html.number(county.area())))
                .toList();
        return Html.page(
                "Population of the counties",
                Html.paragraph("Census counts of April 1. Areas are land areas.")
                        + Html.table(
                                "Population by county",
                                List.of("County", "Region", "Population 2010", "Population 2020", "Area km²"),
                                rows));
    }
}
