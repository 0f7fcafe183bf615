package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.LinesSite.Lines;
import dev.guerdon.offlineweb.sites.LinesSite.Lines.Line;
import dev.guerdon.offlineweb.sites.OfflineQuestions.Question;
import dev.guerdon.offlineweb.sites.RegisterSite.Register.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The register: one long table, an edition of it that turns readers away, and a copy of the lines' figures. */
record RegisterSite(SeededWorld world) implements OfflineSite {

    @Override
    public String host() {
        return world.host("register");
    }

    @Override
    public List<Entry> entries() {
        Register register = world.register();
        Lines lines = world.lines();
        return List.of(
                new Entry(
                        host(),
                        "/members",
                        "How many " + register.counted() + " each " + register.noun() + " around " + world.home()
                                + " counted - members' edition",
                        "Most " + register.counted() + " by " + register.noun() + " and part, for members."),
                new Entry(
                        host(),
                        "/all",
                        "The " + register.counted() + " of every " + register.noun() + " around " + world.home()
                                + " - Public register",
                        "One table: " + register.counted() + " of each " + register.noun() + " in "
                                + register.years().getFirst() + " and "
                                + register.years().getLast()
                                + ", with its part of the country and its surface."),
                new Entry(
                        host(),
                        "/copies/lines",
                        "Yearbook (copy): " + lines.used() + " by " + lines.noun() + " around " + world.home()
                                + " - Public register",
                        "A copy of the company's table, kept for readers in later years."));
    }

    @Override
    public Reply answer(Request request) {
        return switch (request.path()) {
            case "/all" -> Reply.html(table(world.register()));
            case "/copies/lines" -> Reply.html(SiteHtml.page("Yearbook", LinesSite.table(world.lines())));
            case "/members" -> Reply.refused(403, "403 Forbidden", "Access denied. This edition is for members.");
            default -> Reply.missing("page " + request.path());
        };
    }

    private static String table(Register register) {
        String counted = SiteHtml.capital(register.counted());
        List<List<String>> rows =
                register.rows().stream().map(RegisterSite::row).toList();
        return SiteHtml.page(
                "Public register",
                SiteHtml.table(
                        "The " + register.counted() + " of every " + register.noun(),
                        List.of(
                                "Name",
                                "Part",
                                "Surface",
                                counted + " " + register.years().getFirst(),
                                counted + " " + register.years().getLast()),
                        rows));
    }

    private static List<String> row(Row row) {
        return List.of(
                row.name(),
                row.coast(),
                SiteHtml.number(row.surface()),
                SiteHtml.number(row.before()),
                SiteHtml.number(row.after()));
    }

    /**
     * A long table: areas with a count in two years.
     *
     * @param noun what one of the areas is called
     * @param counted what was counted
     * @param years the two years
     * @param rows the areas by name
     */
    record Register(String noun, String counted, List<Integer> years, List<Row> rows) {

        private static final int ROWS = 92;
        private static final List<String> NOUNS = List.of("parish", "canton", "district", "glen");
        private static final List<String> COUNTED = List.of("sheep", "orchards", "beehives", "windmills");
        private static final List<String> COASTS = List.of("Upper", "Middle", "Lower", "Outer");

        /** An area; no two have the same counts or the same surface, and no count looks like a year. */
        record Row(String name, String coast, int before, int after, int surface) {}

        static Register of(String key, SeededWorld.Names names) {
            List<Row> rows = new ArrayList<>();
            for (String name : names.next(ROWS)) {
                int i = rows.size();
                rows.add(new Row(
                        name,
                        KeyedRandom.of(COASTS, key + " coast", i),
                        ROWS * (120 + KeyedRandom.below(300, key + " before", i)) + i,
                        ROWS * (120 + KeyedRandom.below(300, key + " after", i)) + i,
                        ROWS * (2 + KeyedRandom.below(40, key + " surface", i)) + i));
            }
            rows.sort(Comparator.comparing(Row::name));
            int year = 2009 + KeyedRandom.below(4, key + " year", 0);
            return new Register(
                    KeyedRandom.of(NOUNS, key + " noun", 0),
                    KeyedRandom.of(COUNTED, key + " counted", 0),
                    List.of(year, year + 8),
                    List.copyOf(rows));
        }

        String plural() {
            return noun.endsWith("sh") ? noun + "es" : noun + "s";
        }
    }

    /** Questions on the long table, and on the lines whose own page never loads. */
    static final class TableQuestions {

        private TableQuestions() {}

        static List<Question> of(SeededWorld world) {
            String around = " around " + world.home();
            return List.of(
                    most(world.register(), around),
                    lookup(world.register(), world.choice(10, "late row")),
                    count(world.register(), world.choice(4, "coast"), around),
                    busiest(world.lines(), Lines.FIRST_YEAR + world.choice(6, "busiest year"), around),
                    used(world.lines(), world.choice(9, "line"), Lines.FIRST_YEAR + world.choice(6, "used year")),
                    fewest(world.lines(), Lines.FIRST_YEAR + world.choice(6, "fewest year"), around));
        }

        private static Question most(Register register, String around) {
            Row row = register.rows().stream()
                    .max(Comparator.comparingInt(Row::after))
                    .orElseThrow();
            return new Question(
                    "statistics",
                    "Which " + register.noun() + " counted the most " + register.counted() + around + " in "
                            + register.years().getLast() + "?",
                    row.name());
        }

        private static Question lookup(Register register, int fromEnd) {
            Row row = register.rows().get(register.rows().size() - 1 - fromEnd);
            return new Question(
                    "statistics",
                    "How many " + register.counted() + " did the " + register.noun() + " " + row.name() + " have in "
                            + register.years().getFirst() + "?",
                    String.valueOf(row.before()));
        }

        private static Question count(Register register, int number, String around) {
            String coast = register.rows().get(number).coast();
            List<Row> there = register.rows().stream()
                    .filter(row -> row.coast().equals(coast))
                    .toList();
            int middle = there.stream()
                    .map(Row::after)
                    .sorted()
                    .skip(there.size() / 2)
                    .findFirst()
                    .orElseThrow();
            long count = there.stream().filter(row -> row.after() >= middle).count();
            return new Question(
                    "statistics",
                    "How many " + register.plural() + " of the part " + coast + around + " had at least " + middle + " "
                            + register.counted() + " in " + register.years().getLast() + "?",
                    String.valueOf(count));
        }

        private static Question busiest(Lines lines, int year, String around) {
            Line line = lines.rows().stream()
                    .max(Comparator.comparingInt(one -> one.in(year)))
                    .orElseThrow();
            return new Question(
                    "transport",
                    "Which " + lines.noun() + " carried the most " + lines.used() + around + " in " + year + "?",
                    line.name());
        }

        private static Question used(Lines lines, int number, int year) {
            Line line = lines.rows().get(number);
            return new Question(
                    "transport",
                    "How many " + lines.used() + " took the " + lines.noun() + " " + line.name() + " in " + year + "?",
                    String.valueOf(line.in(year)));
        }

        private static Question fewest(Lines lines, int year, String around) {
            Line line = lines.rows().stream()
                    .min(Comparator.comparingInt(one -> one.in(year)))
                    .orElseThrow();
            return new Question(
                    "transport",
                    "Which " + lines.noun() + " carried the fewest " + lines.used() + around + " in " + year + "?",
                    line.name());
        }
    }
}
