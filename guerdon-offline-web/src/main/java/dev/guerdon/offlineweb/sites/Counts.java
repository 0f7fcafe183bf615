package dev.guerdon.offlineweb.sites;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.List;

/** What the statistics office counted: people by county, and passengers by ferry route. */
@Internal
public final class Counts {

    private static final List<String> FRONT = List.of(
            "Marrow", "Thorn", "Elder", "Grims", "Wool", "Hart", "Penny", "Raven", "Stoke", "Under", "Wick", "Bar");
    private static final List<String> BACK = List.of("dale", "ford", "ham", "mere", "stead", "ton", "wick", "low");
    private static final List<String> REGIONS = List.of("North", "East", "South", "West", "Islands");
    private static final List<String> ROUTES = List.of(
            "Ansel - Brackwater",
            "Ansel - Tern Island",
            "Brackwater - Gull Point",
            "Cold Quay - Fennimore",
            "Fennimore - Tern Island",
            "Gull Point - Saltmere",
            "Hollin - Cold Quay",
            "Saltmere - Outer Skerry",
            "Tern Island - Outer Skerry",
            "Westerfell - Hollin");

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

    /** All counties by name. */
    public static List<County> counties() {
        List<County> counties = new ArrayList<>();
        for (String front : FRONT) {
            for (String back : BACK) {
                int i = counties.size();
                int before = 9_000 + Draws.below(460_000, "people", i);
                int after = (int) (before * Draws.between(0.9, 1.25, "growth", i));
                String region = REGIONS.get(Draws.below(REGIONS.size(), "region", i));
                counties.add(new County(front + back, region, before, after, 180 + Draws.below(5200, "area", i)));
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
                passengers.add(20_000 + Draws.below(400_000, name, year));
            }
            routes.add(new Route(name, List.copyOf(passengers)));
        }
        return List.copyOf(routes);
    }
}
