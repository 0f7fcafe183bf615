package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.HomesSite.Homes.Home;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Sold homes by town: filters by year and bedrooms, orders, and pages. */
final class HomesSite implements OfflineSite {

    static final String HOST = "homes";

    private static final int PER_PAGE = 40;
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("MMMM d, yyyy", Locale.ENGLISH);

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public List<Entry> entries() {
        return Homes.TOWNS.stream()
                .map(town -> new Entry(
                        HOST,
                        "/sold/" + SiteHtml.slug(town),
                        "Homes sold in " + town + " - Doorstep",
                        "Sold homes in " + town + " with prices, bedrooms, bathrooms and dates of sale, 2020 to 2023:"
                                + " houses, townhouses, condos, bungalows. Recently sold properties and their price."))
                .toList();
    }

    @Override
    public Reply answer(Request request) {
        List<String> parts = request.parts();
        if (request.path().equals("/")) {
            return Reply.html(home());
        }
        Optional<String> town = Homes.TOWNS.stream()
                .filter(name -> parts.size() == 2
                        && parts.get(0).equals("sold")
                        && SiteHtml.slug(name).equals(parts.get(1)))
                .findFirst();
        return town.map(name -> Reply.html(listing(name, request))).orElse(Reply.missing("listing " + request.path()));
    }

    private static String home() {
        return SiteHtml.page(
                "Doorstep: sold homes",
                SiteHtml.paragraph("Homes that were sold, by town.")
                        + SiteHtml.list(
                                Homes.TOWNS.stream().map(town -> SiteHtml.link("/sold/" + SiteHtml.slug(town), town))));
    }

    private static String listing(String town, Request request) {
        List<Home> found = new ArrayList<>(Homes.all().stream()
                .filter(home -> home.town().equals(town))
                .filter(home -> request.allows("year", home.sold().getYear()))
                .filter(home -> request.allowsFrom("beds", home.beds()))
                .toList());
        switch (request.get("sort")) {
            case "price" -> found.sort(Comparator.comparingInt(Home::price));
            case "price_desc" -> found.sort(Comparator.comparingInt(Home::price).reversed());
            default -> {}
        }
        StringBuilder out =
                new StringBuilder(filters(request)).append(SiteHtml.paragraph(found.size() + " homes found"));
        request.page(found, PER_PAGE).forEach(home -> out.append(article(home)));
        return SiteHtml.page(
                "Homes sold in " + town,
                out.append(SiteHtml.pager(request, found.size(), PER_PAGE)).toString());
    }

    private static String filters(Request request) {
        StringBuilder out = new StringBuilder("<nav aria-label=\"Filters\">");
        for (int year = Homes.FIRST_YEAR; year <= Homes.LAST_YEAR; year++) {
            out.append(SiteHtml.link(request.with("year", String.valueOf(year)), "Sold in " + year));
        }
        for (int beds = 1; beds <= 5; beds++) {
            out.append(SiteHtml.link(
                    request.with("beds", String.valueOf(beds)), "Exactly " + beds + (beds == 1 ? " bed" : " beds")));
        }
        for (int beds = 2; beds <= 4; beds++) {
            out.append(SiteHtml.link(request.with("beds", beds + "+"), "At least " + beds + " beds"));
        }
        return out.append(SiteHtml.link(request.with("sort", "price"), "Cheapest first"))
                .append(SiteHtml.link(request.with("sort", "price_desc"), "Most expensive first"))
                .append("</nav>")
                .toString();
    }

    private static String article(Home home) {
        return "<article><h3>" + SiteHtml.text(home.address()) + "</h3>"
                + SiteHtml.paragraph("Sold for $" + SiteHtml.number(home.price()) + " on " + DATE.format(home.sold()))
                + SiteHtml.paragraph(home.kind() + ", " + home.beds() + (home.beds() == 1 ? " bed, " : " beds, ")
                        + home.baths() + (home.baths() == 1 ? " bath, " : " baths, ")
                        + SiteHtml.number(home.squareFeet()) + " sq ft")
                + SiteHtml.paragraph(home.note()) + "</article>";
    }

    /** Homes that were sold, as the offline web's listings have them. */
    static final class Homes {

        public static final List<String> TOWNS =
                List.of("Alder Point", "Kestrel Heights", "Mossbridge", "Saltmere", "Fennimore");
        public static final int FIRST_YEAR = 2020;
        public static final int LAST_YEAR = 2023;

        private static final List<String> STREETS = KeyedRandom.list("streets of homes");
        private static final List<String> KINDS = List.of("House", "Townhouse", "Condo", "Bungalow");
        private static final List<String> NOTES = KeyedRandom.list("notes on homes");

        /** A home that was sold. */
        public record Home(
                String town,
                String address,
                String kind,
                int beds,
                int baths,
                int squareFeet,
                int price,
                LocalDate sold,
                String note) {}

        private static final List<Home> ALL = make();

        private Homes() {}

        /** Returns all homes, the latest sale first. */
        public static List<Home> all() {
            return ALL;
        }

        private static List<Home> make() {
            List<Home> homes = new ArrayList<>();
            for (int t = 0; t < TOWNS.size(); t++) {
                String town = TOWNS.get(t);
                for (int i = 0; i < 160; i++) {
                    homes.add(home(town, 1 + 0.18 * t, i));
                }
            }
            homes.sort(Comparator.comparing(Home::sold).reversed().thenComparing(Home::address));
            return List.copyOf(homes);
        }

        private static Home home(String town, double level, int i) {
            int beds = 1 + KeyedRandom.below(5, town + " beds", i);
            int feet = 520 + 310 * beds + KeyedRandom.below(400, town + " feet", i);
            double factor = KeyedRandom.between(0.8, 1.3, town + " price", i);
            int price = (int) (feet * 205 * level * factor) / 100 * 100;
            LocalDate sold = LocalDate.of(FIRST_YEAR, 1, 1).plusDays(KeyedRandom.below(1461, town + " sold", i));
            // The house number carries the index, so that no address comes twice in a town.
            String address = (3 + i * 2) + " " + KeyedRandom.of(STREETS, town + " street", i);
            return new Home(
                    town,
                    address,
                    KeyedRandom.of(KINDS, town + " kind", i),
                    beds,
                    1 + KeyedRandom.below(Math.max(1, beds), town + " baths", i),
                    feet,
                    price,
                    sold,
                    KeyedRandom.of(NOTES, town + " note", i));
        }
    }
}
