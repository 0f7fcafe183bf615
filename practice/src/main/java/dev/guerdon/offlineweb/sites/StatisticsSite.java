package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.StatisticsSite.FerrySite.Counts;
import dev.guerdon.offlineweb.sites.StatisticsSite.FerrySite.Counts.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The statistics office: one long table of counties, and a copy of the ferry company's figures. */
final class StatisticsSite implements OfflineSite {

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
                Reply.html(SiteHtml.page(
                        "Office of Statistics",
                        SiteHtml.list(Stream.of(
                                SiteHtml.link("/population", "Population of the counties"),
                                SiteHtml.link("/archive/transport", "Transport yearbook")))));
            case "/population" -> Reply.html(population());
            case "/archive/transport" -> Reply.html(SiteHtml.page("Transport yearbook", FerrySite.table()));
            default -> Reply.missing("table " + request.path());
        };
    }

    private static String population() {
        List<List<String>> rows = Counts.counties().stream()
                .map(county -> List.of(
                        county.name(),
                        county.region(),
                        SiteHtml.number(county.before()),
                        SiteHtml.number(county.after()),
                        SiteHtml.number(county.area())))
                .toList();
        return SiteHtml.page(
                "Population of the counties",
                SiteHtml.paragraph("Census counts of April 1. Areas are land areas.")
                        + SiteHtml.table(
                                "Population by county",
                                List.of("County", "Region", "Population 2010", "Population 2020", "Area km²"),
                                rows));
    }

    /** The ferry company: has the first hand figures, but its server takes longer than browsers wait. */
    static final class FerrySite implements OfflineSite {

        static final String HOST = "ferries";
        static final Duration DELAY = Duration.ofSeconds(12);

        @Override
        public String host() {
            return HOST;
        }

        @Override
        public List<Entry> entries() {
            return List.of(
                    new Entry(
                            HOST,
                            "/passengers",
                            "Ferry passengers by route and year - Strait Ferries",
                            "How many passengers used each ferry route in each year. Busiest ferry routes, passengers, routes."));
        }

        @Override
        public Reply answer(Request request) {
            return request.path().equals("/passengers")
                    ? Reply.html(SiteHtml.page("Ferry passengers", table())).after(DELAY)
                    : Reply.missing("page " + request.path());
        }

        static String table() {
            List<String> heads = new ArrayList<>(List.of("Route"));
            for (int year = Counts.FIRST_FERRY_YEAR; year <= Counts.LAST_FERRY_YEAR; year++) {
                heads.add("Passengers " + year);
            }
            return SiteHtml.table(
                    "Ferry passengers by route and year",
                    heads,
                    Counts.routes().stream().map(FerrySite::row).toList());
        }

        private static List<String> row(Route route) {
            List<String> row = new ArrayList<>(List.of(route.name()));
            route.passengers().forEach(count -> row.add(SiteHtml.number(count)));
            return row;
        }

        /** Figures that the statistics office counted: people by county, and passengers by ferry route. */
        static final class Counts {

            private static final List<String> FRONT = KeyedRandom.list("beginnings of counties");
            private static final List<String> BACK = KeyedRandom.list("ends of counties");
            private static final List<String> REGIONS = List.of("North", "East", "South", "West", "Islands");
            private static final List<String> ROUTES = KeyedRandom.list("ferry routes");

            public static final int FIRST_FERRY_YEAR = 2014;
            public static final int LAST_FERRY_YEAR = 2022;

            /** People of a county; the area is in square kilometres. */
            public record County(String name, String region, int before, int after, int area) {}

            /** Passengers of a route, one figure for each year. */
            public record Route(String name, List<Integer> passengers) {

                public int passengers(int year) {
                    return passengers.get(year - FIRST_FERRY_YEAR);
                }
            }

            private Counts() {}

            /** Returns all counties by name. */
            public static List<County> counties() {
                List<County> counties = new ArrayList<>();
                for (String front : FRONT) {
                    for (String back : BACK) {
                        int i = counties.size();
                        int before = 9_000 + KeyedRandom.below(460_000, "people", i);
                        int after = (int) (before * KeyedRandom.between(0.9, 1.25, "growth", i));
                        String region = KeyedRandom.of(REGIONS, "region", i);
                        counties.add(new County(
                                front + back, region, before, after, 180 + KeyedRandom.below(5200, "area", i)));
                    }
                }
                counties.sort((a, b) -> a.name().compareTo(b.name()));
                return List.copyOf(counties);
            }

            public static List<Route> routes() {
                List<Route> routes = new ArrayList<>();
                for (String name : ROUTES) {
                    List<Integer> passengers = new ArrayList<>();
                    for (int year = FIRST_FERRY_YEAR; year <= LAST_FERRY_YEAR; year++) {
                        passengers.add(20_000 + KeyedRandom.below(400_000, name, year));
                    }
                    routes.add(new Route(name, List.copyOf(passengers)));
                }
                return List.copyOf(routes);
            }
        }
    }
}
