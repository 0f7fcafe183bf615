package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.family.Lettings.Dwelling;
import dev.guerdon.offlineweb.sites.Html;
import dev.guerdon.offlineweb.sites.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Dwellings that were sold, as a table in short pages with filters below it. */
record LettingsSite(World world) implements Site {

    private static final int PER_PAGE = 9;

    @Override
    public String host() {
        return world.host("gable");
    }

    @Override
    public List<Entry> entries() {
        return world.lettings().towns().stream()
                .map(town -> new Entry(
                        host(),
                        "/in/" + Html.slug(town),
                        "Homes sold in " + town + ": " + world.lettings().noun() + " - Gable",
                        "All " + world.lettings().noun() + " that changed hands in " + town
                                + ": price, bedrooms, address and year of the sale of each."))
                .toList();
    }

    @Override
    public Reply answer(Request request) {
        Optional<String> town = world.lettings().towns().stream()
                .filter(name -> request.path().equals("/in/" + Html.slug(name)))
                .findFirst();
        return town.map(name -> Reply.html(listing(name, request))).orElse(Reply.missing("page " + request.path()));
    }

    private String listing(String town, Request request) {
        List<Dwelling> found = new ArrayList<>(world.lettings().all().stream()
                .filter(one -> one.town().equals(town))
                .filter(one -> request.get("year").isEmpty()
                        || request.get("year").equals(String.valueOf(one.sold().getYear())))
                .filter(one -> bedsFit(one, request.get("beds")))
                .toList());
        switch (request.get("order")) {
            case "up" -> found.sort(Comparator.comparingInt(Dwelling::price));
            case "down" -> found.sort(Comparator.comparingInt(Dwelling::price).reversed());
            default -> {}
        }
        int pages = Math.max(1, Math.ceilDiv(found.size(), PER_PAGE));
        int page = Math.min(request.number("page"), pages);
        List<List<String>> rows = found.stream()
                .skip((page - 1L) * PER_PAGE)
                .limit(PER_PAGE)
                .map(LettingsSite::row)
                .toList();
        return Html.page(
                "Homes sold in " + town,
                Html.table(
                                found.size() + " " + world.lettings().noun(),
                                List.of("Address", "Price", "Beds", "Baths", "Year"),
                                rows)
                        + Html.pager(request, page, pages)
                        + filters(request));
    }

    private static List<String> row(Dwelling one) {
        return List.of(
                one.address(),
                "$" + Html.number(one.price()),
                String.valueOf(one.beds()),
                String.valueOf(one.baths()),
                String.valueOf(one.sold().getYear()));
    }

    private static boolean bedsFit(Dwelling one, String wanted) {
        boolean orMore = wanted.matches("[1-4]\\+");
        return wanted.isEmpty()
                || wanted.equals(String.valueOf(one.beds()))
                || (orMore && one.beds() >= wanted.charAt(0) - '0');
    }

    private static String filters(Request request) {
        StringBuilder out = new StringBuilder("<nav aria-label=\"Narrow down\">");
        out.append(Html.link(request.with("order", "down"), "Most expensive first"))
                .append(Html.link(request.with("order", "up"), "Cheapest first"));
        for (int beds = 1; beds <= 4; beds++) {
            out.append(Html.link(request.with("beds", beds + "+"), "At least " + beds + (beds == 1 ? " bed" : " beds")))
                    .append(Html.link(
                            request.with("beds", String.valueOf(beds)),
                            "Exactly " + beds + (beds == 1 ? " bed" : " beds")));
        }
        for (int year = Lettings.LAST_YEAR; year >= Lettings.FIRST_YEAR; year--) {
            out.append(Html.link(request.with("year", String.valueOf(year)), "Sold in " + year));
        }
        return out.append("</nav>").toString();
    }
}
