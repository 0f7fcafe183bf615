package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.Homes.Home;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Sold homes by town: filters by year and bedrooms, orders, and pages. */
final class HomesSite implements Site {

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
                        "/sold/" + Html.slug(town),
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
                        && Html.slug(name).equals(parts.get(1)))
                .findFirst();
        return town.map(name -> Reply.html(listing(name, request))).orElse(Reply.missing("listing " + request.path()));
    }

    private static String home() {
        StringBuilder out = new StringBuilder("<p>Homes that were sold, by town.</p><ul>");
        Homes.TOWNS.forEach(town -> out.append("<li>")
                .append(Html.link("/sold/" + Html.slug(town), town))
                .append("</li>"));
        return Html.page("Doorstep: sold homes", out.append("</ul>").toString());
    }

    private static String listing(String town, Request request) {
        List<Home> found = new ArrayList<>(Homes.all().stream()
                .filter(home -> home.town().equals(town))
                .filter(home -> request.get("year").isEmpty()
                        || request.get("year").equals(String.valueOf(home.sold().getYear())))
                .filter(home -> bedsFit(home, request.get("beds")))
                .toList());
        switch (request.get("sort")) {
            case "price" -> found.sort(Comparator.comparingInt(Home::price));
            case "price_desc" -> found.sort(Comparator.comparingInt(Home::price).reversed());
            default -> {}
        }
        int pages = Math.max(1, Math.ceilDiv(found.size(), PER_PAGE));
        int page = Math.min(request.number("page"), pages);
        StringBuilder out = new StringBuilder(filters(request)).append(Html.paragraph(found.size() + " homes found"));
        found.stream().skip((page - 1L) * PER_PAGE).limit(PER_PAGE).forEach(home -> out.append(article(home)));
        return Html.page(
                "Homes sold in " + town,
                out.append(Html.pager(request, page, pages)).toString());
    }

    private static boolean bedsFit(Home home, String wanted) {
        boolean orMore = wanted.matches("[1-5]\\+");
        return wanted.isEmpty()
                || wanted.equals(String.valueOf(home.beds()))
                || (orMore && home.beds() >= wanted.charAt(0) - '0');
    }

    private static String filters(Request request) {
        StringBuilder out = new StringBuilder("<nav aria-label=\"Filters\">");
        for (int year = Homes.FIRST_YEAR; year <= Homes.LAST_YEAR; year++) {
            out.append(Html.link(request.with("year", String.valueOf(year)), "Sold in " + year));
        }
        for (int beds = 1; beds <= 5; beds++) {
            out.append(Html.link(
                    request.with("beds", String.valueOf(beds)), "Exactly " + beds + (beds == 1 ? " bed" : " beds")));
        }
        for (int beds = 2; beds <= 4; beds++) {
            out.append(Html.link(request.with("beds", beds + "+"), "At least " + beds + " beds"));
        }
        return out.append(Html.link(request.with("sort", "price"), "Cheapest first"))
                .append(Html.link(request.with("sort", "price_desc"), "Most expensive first"))
                .append("</nav>")
                .toString();
    }

    private static String article(Home home) {
        return "<article><h3>" + Html.text(home.address()) + "</h3>"
                + Html.paragraph("Sold for $" + Html.number(home.price()) + " on " + DATE.format(home.sold()))
                + Html.paragraph(home.kind() + ", " + home.beds() + (home.beds() == 1 ? " bed, " : " beds, ")
                        + home.baths() + (home.baths() == 1 ? " bath, " : " baths, ")
                        + Html.number(home.squareFeet()) + " sq ft")
                + Html.paragraph(home.note()) + "</article>";
    }
}
