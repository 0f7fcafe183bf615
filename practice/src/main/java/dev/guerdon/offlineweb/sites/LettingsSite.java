package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.LettingsSite.Lettings.Dwelling;
import dev.guerdon.offlineweb.sites.OfflineQuestions.Question;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Dwellings that were sold, as a table in short pages with filters below it. */
record LettingsSite(SeededWorld world) implements OfflineSite {

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
                        "/in/" + SiteHtml.slug(town),
                        "Homes sold in " + town + ": " + world.lettings().noun() + " - Gable",
                        "All " + world.lettings().noun() + " that changed hands in " + town
                                + ": price, bedrooms, address and year of the sale of each."))
                .toList();
    }

    @Override
    public Reply answer(Request request) {
        Optional<String> town = world.lettings().towns().stream()
                .filter(name -> request.path().equals("/in/" + SiteHtml.slug(name)))
                .findFirst();
        return town.map(name -> Reply.html(listing(name, request))).orElse(Reply.missing("page " + request.path()));
    }

    private String listing(String town, Request request) {
        List<Dwelling> found = new ArrayList<>(world.lettings().all().stream()
                .filter(one -> one.town().equals(town))
                .filter(one -> request.allows("year", one.sold().getYear()))
                .filter(one -> request.allowsFrom("beds", one.beds()))
                .toList());
        switch (request.get("order")) {
            case "up" -> found.sort(Comparator.comparingInt(Dwelling::price));
            case "down" -> found.sort(Comparator.comparingInt(Dwelling::price).reversed());
            default -> {}
        }
        List<List<String>> rows =
                request.page(found, PER_PAGE).map(LettingsSite::row).toList();
        return SiteHtml.page(
                "Homes sold in " + town,
                SiteHtml.table(
                                found.size() + " " + world.lettings().noun(),
                                List.of("Address", "Price", "Beds", "Baths", "Year"),
                                rows)
                        + SiteHtml.pager(request, found.size(), PER_PAGE)
                        + filters(request));
    }

    private static List<String> row(Dwelling one) {
        return List.of(
                one.address(),
                "$" + SiteHtml.number(one.price()),
                String.valueOf(one.beds()),
                String.valueOf(one.baths()),
                String.valueOf(one.sold().getYear()));
    }

    private static String filters(Request request) {
        StringBuilder out = new StringBuilder("<nav aria-label=\"Narrow down\">");
        out.append(SiteHtml.link(request.with("order", "down"), "Most expensive first"))
                .append(SiteHtml.link(request.with("order", "up"), "Cheapest first"));
        for (int beds = 1; beds <= 4; beds++) {
            out.append(SiteHtml.link(
                            request.with("beds", beds + "+"), "At least " + beds + (beds == 1 ? " bed" : " beds")))
                    .append(SiteHtml.link(
                            request.with("beds", String.valueOf(beds)),
                            "Exactly " + beds + (beds == 1 ? " bed" : " beds")));
        }
        for (int year = Lettings.LAST_YEAR; year >= Lettings.FIRST_YEAR; year--) {
            out.append(SiteHtml.link(request.with("year", String.valueOf(year)), "Sold in " + year));
        }
        return out.append("</nav>").toString();
    }

    /**
     * Dwellings that were sold in three towns.
     *
     * @param noun what one of them is called, in the plural
     * @param towns the towns
     * @param all the dwellings, the latest sale first
     */
    record Lettings(String noun, List<String> towns, List<Dwelling> all) {

        static final int FIRST_YEAR = 2017;
        static final int LAST_YEAR = 2019;

        private static final int PER_TOWN = 96;
        private static final List<String> NOUNS = List.of("cottages", "flats", "lodges", "chalets");

        /** A dwelling; the price is in whole dollars, and no two of a town have the same. */
        record Dwelling(String town, String address, int beds, int baths, int price, LocalDate sold) {}

        static Lettings of(String key, SeededWorld.Names names) {
            List<String> towns = names.next(3);
            List<String> streets = names.next(8);
            List<Dwelling> all = new ArrayList<>();
            for (String town : towns) {
                for (int i = 0; i < PER_TOWN; i++) {
                    String draw = key + " " + town;
                    int beds = 1 + KeyedRandom.below(4, draw + " beds", i);
                    int level = 90_000 + 41_000 * beds + KeyedRandom.below(90_000, draw + " price", i);
                    all.add(new Dwelling(
                            town,
                            (2 + 3 * i) + " " + KeyedRandom.of(streets, draw + " street", i) + " Street",
                            beds,
                            1 + KeyedRandom.below(beds, draw + " baths", i),
                            level / 200 * 200 + i, // the index keeps prices apart
                            LocalDate.of(FIRST_YEAR, 1, 1).plusDays(KeyedRandom.below(1095, draw + " sold", i))));
                }
            }
            all.sort(Comparator.comparing(Dwelling::sold).reversed().thenComparing(Dwelling::address));
            return new Lettings(KeyedRandom.of(NOUNS, key + " dwelling", 0), towns, List.copyOf(all));
        }

        List<Dwelling> sold(String town, int year) {
            return all.stream()
                    .filter(one -> one.town().equals(town) && one.sold().getYear() == year)
                    .toList();
        }
    }

    /** Questions on dwellings that were sold. */
    static final class LettingsQuestions {

        private final SeededWorld world;
        private final Lettings lettings;

        private LettingsQuestions(SeededWorld world) {
            this.world = world;
            lettings = world.lettings();
        }

        static List<Question> of(SeededWorld world) {
            LettingsQuestions make = new LettingsQuestions(world);
            return List.of(make.highest(0), make.count(1), make.cheapest(2), make.median(0), make.dearest(1));
        }

        private Question ask(String text, String gold) {
            return new Question("real_estate", text, gold);
        }

        /** A town, a year, a number of bedrooms, and what fits them, of which there are at least four. */
        private record Choice(String town, int year, int beds, List<Dwelling> fitting) {}

        private Choice choose(int town, String what, boolean orMore) {
            String key = "lettings question " + world.seed() + "/" + world.number() + " " + what;
            for (int attempt = 0; ; attempt++) {
                String name = lettings.towns().get(town);
                int year = Lettings.FIRST_YEAR
                        + KeyedRandom.below(Lettings.LAST_YEAR - Lettings.FIRST_YEAR + 1, key + " year", attempt);
                int beds = 2 + KeyedRandom.below(2, key + " beds", attempt);
                Predicate<Dwelling> fits = one -> orMore ? one.beds() >= beds : one.beds() == beds;
                List<Dwelling> fitting = lettings.sold(name, year).stream()
                        .filter(fits)
                        .sorted(Comparator.comparingInt(Dwelling::price))
                        .toList();
                if (fitting.size() >= 4) {
                    return new Choice(name, year, beds, fitting);
                }
            }
        }

        private Question highest(int town) {
            Choice choice = choose(town, "highest", false);
            return ask(
                    "What was the highest price that somebody paid in " + choice.year + " in " + choice.town
                            + " for one of the " + lettings.noun() + " with exactly " + choice.beds
                            + " bedrooms, in dollars?",
                    String.valueOf(choice.fitting.getLast().price()));
        }

        private Question count(int town) {
            Choice choice = choose(town, "count", true);
            return ask(
                    "How many " + lettings.noun() + " with at least " + choice.beds + " bedrooms changed hands in "
                            + choice.town + " during " + choice.year + "?",
                    String.valueOf(choice.fitting.size()));
        }

        private Question cheapest(int town) {
            Choice choice = choose(town, "cheapest", false);
            return ask(
                    "At which address is the cheapest of the " + lettings.noun() + " with exactly " + choice.beds
                            + " bedrooms that were sold in " + choice.town + " in " + choice.year + "?",
                    choice.fitting.getFirst().address());
        }

        private Question median(int town) {
            Choice choice = choose(town, "median", true);
            List<Dwelling> fitting = choice.fitting;
            int middle = fitting.size() / 2;
            double median = fitting.size() % 2 == 1
                    ? fitting.get(middle).price()
                    : (fitting.get(middle - 1).price() + fitting.get(middle).price()) / 2.0;
            return ask(
                    "Of the " + lettings.noun() + " with at least " + choice.beds + " bedrooms sold in " + choice.town
                            + " during " + choice.year + ", how high was the median price in dollars?",
                    OfflineQuestions.number(median));
        }

        private Question dearest(int town) {
            Choice choice = choose(town, "dearest", true);
            String gold = choice.fitting.reversed().stream()
                    .limit(3)
                    .map(one -> OfflineQuestions.object("address", one.address(), "price", one.price()))
                    .collect(Collectors.joining("\n"));
            return ask(
                    "Which were the 3 most expensive " + lettings.noun() + " with at least " + choice.beds
                            + " bedrooms sold in " + choice.town + " in " + choice.year
                            + "? Write a JSON object in a line for each, with the keys address and price.",
                    gold);
        }
    }
}
