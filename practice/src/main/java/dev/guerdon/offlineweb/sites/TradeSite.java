package dev.guerdon.offlineweb.sites;

import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.offlineweb.sites.OfflineQuestions.Question;
import dev.guerdon.offlineweb.sites.TradeSite.Trade.Firm;
import dev.guerdon.offlineweb.sites.TradeSite.Trade.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Businesses around a square: a list in parts, and data that only programs get. */
record TradeSite(SeededWorld world) implements OfflineSite {

    private static final int PART = 8;

    @Override
    public String host() {
        return world.host("kerb");
    }

    @Override
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (String square : world.trade().squares()) {
            for (Kind kind : world.trade().kinds()) {
                entries.add(new Entry(
                        host(),
                        path("/list", square, kind),
                        title(square, kind) + " - Kerb",
                        "Every " + kind.one() + " around " + square
                                + ", with its rating and how far it is away; the data have the hours and the"
                                + " phone number, too. Which is closest, which is open early?"));
            }
        }
        return entries;
    }

    private static String path(String page, String square, Kind kind) {
        return page + "?square=" + SiteHtml.slug(square) + "&kind=" + kind.one();
    }

    private static String title(String square, Kind kind) {
        return SiteHtml.capital(kind.many()) + " near " + square;
    }

    @Override
    public Reply answer(Request request) {
        Optional<String> square = world.trade().squares().stream()
                .filter(name -> SiteHtml.slug(name).equals(request.get("square")))
                .findFirst();
        Optional<Kind> kind = world.trade().kinds().stream()
                .filter(one -> one.one().equals(request.get("kind")))
                .findFirst();
        if (square.isEmpty() || kind.isEmpty()) {
            return Reply.missing("such list");
        }
        List<Firm> firms = world.trade().near(square.get(), kind.get().one());
        return switch (request.path()) {
            case "/list" -> Reply.html(list(request, square.get(), kind.get(), firms));
            case "/data" ->
                request.json()
                        ? Reply.json(200, JsonCodec.write(data(firms)))
                        : Reply.refused(406, "Only for programs", "Browsers are not served here.");
            default -> Reply.missing("page " + request.path());
        };
    }

    private String list(Request request, String square, Kind kind, List<Firm> firms) {
        int parts = Math.ceilDiv(firms.size(), PART);
        int part = Math.min(request.number("part"), parts);
        int shown = Math.min(part * PART, firms.size());
        StringBuilder out = new StringBuilder(SiteHtml.paragraph("Showing " + shown + " of " + firms.size()));
        firms.stream()
                .limit(shown)
                .forEach(firm -> out.append("<article><h3>")
                        .append(SiteHtml.text(firm.name()))
                        .append("</h3>")
                        .append(SiteHtml.paragraph("Distance: " + firm.metres() + " m"))
                        .append(SiteHtml.paragraph("Rating: " + firm.rating()))
                        .append("</article>"));
        if (part < parts) {
            out.append(SiteHtml.link(request.with("part", String.valueOf(part + 1)), "Show more"));
        }
        out.append(SiteHtml.paragraph("Data of this list: " + request.links().to(host(), path("/data", square, kind))));
        return SiteHtml.page(title(square, kind), out.toString());
    }

    private static Map<String, @Nullable Object> data(List<Firm> firms) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (Firm firm : firms) {
            Map<String, @Nullable Object> one = new LinkedHashMap<>();
            one.put("name", firm.name());
            one.put("distance_m", firm.metres());
            one.put("rating", firm.rating());
            one.put("opens", TradeQuestions.clock(firm.opens()));
            one.put("closes", TradeQuestions.clock(firm.closes()));
            one.put("phone", firm.phone());
            all.add(one);
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("firms", all);
        return answer;
    }

    /**
     * Businesses around squares.
     *
     * @param kinds what kinds there are, singular and plural
     * @param squares the squares
     * @param all the businesses of all kinds and squares
     */
    record Trade(List<Kind> kinds, List<String> squares, List<Firm> all) {

        private static final List<Kind> KINDS = List.of(
                new Kind("bookshop", "bookshops"),
                new Kind("tailor", "tailors"),
                new Kind("florist", "florists"),
                new Kind("cinema", "cinemas"),
                new Kind("barber", "barbers"),
                new Kind("optician", "opticians"));

        /** A kind of business. */
        record Kind(String one, String many) {}

        /** A business; opening and closing are minutes of the day, and no two of a list are equally far away. */
        record Firm(
                String kind,
                String square,
                String name,
                int metres,
                double rating,
                int opens,
                int closes,
                String phone) {}

        static Trade of(String key, SeededWorld.Names names) {
            int first = KeyedRandom.below(KINDS.size(), key + " kinds", 0);
            List<Kind> kinds = List.of(KINDS.get(first), KINDS.get((first + 1) % KINDS.size()));
            List<String> squares =
                    names.next(2).stream().map(name -> name + " Square").toList();
            List<Firm> all = new ArrayList<>();
            for (String square : squares) {
                for (Kind kind : kinds) {
                    String draw = key + " " + square + " " + kind.one;
                    int count = 24 + KeyedRandom.below(12, draw + " count", 0);
                    List<String> called = names.next(count);
                    for (int i = 0; i < count; i++) {
                        all.add(new Firm(
                                kind.one,
                                square,
                                called.get(i),
                                40 + 40 * i + KeyedRandom.below(39, draw + " metres", i),
                                Math.rint(KeyedRandom.between(2.5, 5, draw + " rating", i) * 10) / 10,
                                330 + 30 * KeyedRandom.below(9, draw + " opens", i),
                                960 + 30 * KeyedRandom.below(12, draw + " closes", i),
                                "0" + (20_000 + KeyedRandom.below(70_000, draw + " phone", i)) + "-" + (100 + i)));
                    }
                }
            }
            return new Trade(kinds, squares, List.copyOf(all));
        }

        /** Returns a list as the site shows it: by name, so that the first are not the nearest. */
        List<Firm> near(String square, String kind) {
            return all.stream()
                    .filter(firm -> firm.square.equals(square) && firm.kind.equals(kind))
                    .sorted(Comparator.comparing(Firm::name))
                    .toList();
        }
    }

    /** Questions on the businesses around a square. */
    static final class TradeQuestions {

        private final SeededWorld world;

        private TradeQuestions(SeededWorld world) {
            this.world = world;
        }

        static List<Question> of(SeededWorld world) {
            TradeQuestions make = new TradeQuestions(world);
            return List.of(make.count(), make.early(), make.closest(), make.phone());
        }

        private static Question ask(String text, String gold) {
            return new Question("local_business", text, gold);
        }

        private Kind kind(int number) {
            return world.trade().kinds().get(number);
        }

        private String square(int number) {
            return world.trade().squares().get(number);
        }

        private Question count() {
            List<Firm> firms = world.trade().near(square(0), kind(0).one());
            // The middle one of all ratings, so that there is always something to count.
            double least = firms.stream()
                    .map(Firm::rating)
                    .sorted()
                    .skip(firms.size() / 2)
                    .findFirst()
                    .orElseThrow();
            long count = firms.stream().filter(firm -> firm.rating() >= least).count();
            return ask(
                    "How many " + kind(0).many() + " near " + square(0) + " have got a rating of at least " + least
                            + "?",
                    String.valueOf(count));
        }

        private Question early() {
            List<Firm> firms = world.trade().near(square(1), kind(0).one());
            int opens = firms.stream().mapToInt(Firm::opens).min().orElseThrow() + 30;
            String gold = firms.stream()
                    .filter(firm -> firm.opens() < opens)
                    .map(Firm::name)
                    .collect(Collectors.joining("\n"));
            return ask(
                    "Which " + kind(0).many() + " near " + square(1) + " open before " + clock(opens)
                            + "? List every one by name.",
                    gold);
        }

        private Question closest() {
            Firm firm = world.trade().near(square(0), kind(1).one()).stream()
                    .min(Comparator.comparingInt(Firm::metres))
                    .orElseThrow();
            return ask("Which " + kind(1).one() + " is the closest one to " + square(0) + "?", firm.name());
        }

        private Question phone() {
            Firm firm = world.trade().near(square(1), kind(1).one()).stream()
                    .min(Comparator.comparingInt(Firm::metres))
                    .orElseThrow();
            return ask(
                    "Which " + kind(1).one() + " is closest to " + square(1)
                            + "? Reply with a JSON object with the keys name and phone.",
                    OfflineQuestions.object("name", firm.name(), "phone", firm.phone()));
        }

        /** Minutes of the day as a time. */
        static String clock(int minutes) {
            return minutes / 60 + ":" + (minutes % 60 < 10 ? "0" : "") + minutes % 60;
        }
    }
}
