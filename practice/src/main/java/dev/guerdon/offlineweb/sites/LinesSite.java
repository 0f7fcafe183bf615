package dev.guerdon.offlineweb.sites;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The company that runs the lines: its page has the figures first hand, and takes longer than browsers wait. */
record LinesSite(SeededWorld world) implements OfflineSite {

    private static final Duration DELAY = Duration.ofSeconds(12);

    @Override
    public String host() {
        return world.host("company");
    }

    @Override
    public List<Entry> entries() {
        Lines lines = world.lines();
        return List.of(new Entry(
                host(),
                "/figures",
                "How many " + lines.used() + " each " + lines.noun() + " around " + world.home()
                        + " carried - the company's own figures",
                "Which " + lines.noun() + " took the most " + lines.used() + ", which carried the fewest: "
                        + lines.used() + " of every " + lines.noun() + " by year."));
    }

    @Override
    public Reply answer(Request request) {
        return request.path().equals("/figures")
                ? Reply.html(SiteHtml.page("Figures", table(world.lines()))).after(DELAY)
                : Reply.missing("page " + request.path());
    }

    static String table(Lines lines) {
        List<String> heads = new ArrayList<>(List.of("Name"));
        String used = SiteHtml.capital(lines.used());
        for (int year = Lines.FIRST_YEAR; year <= Lines.LAST_YEAR; year++) {
            heads.add(used + " " + year);
        }
        List<List<String>> rows = new ArrayList<>();
        for (Lines.Line line : lines.rows()) {
            List<String> row = new ArrayList<>(List.of(line.name()));
            line.counts().forEach(count -> row.add(SiteHtml.number(count)));
            rows.add(row);
        }
        return SiteHtml.table("By " + lines.noun() + " and year", heads, rows);
    }

    /**
     * Lines of a company and who used them, whose own page never loads in time.
     *
     * @param noun what a line is called
     * @param used who uses it
     * @param rows the lines
     */
    record Lines(String noun, String used, List<Line> rows) {

        static final int FIRST_YEAR = 2011;
        static final int LAST_YEAR = 2016;

        private static final int COUNT = 9;
        private static final List<String> NOUNS = List.of("tram line", "cable car", "night bus", "canal boat");
        private static final List<String> USED = List.of("riders", "guests", "commuters");

        /** A line with a count for each year; no two have the same in a year. */
        record Line(String name, List<Integer> counts) {

            int in(int year) {
                return counts.get(year - FIRST_YEAR);
            }
        }

        static Lines of(String key, SeededWorld.Names names) {
            List<Line> rows = new ArrayList<>();
            for (String name : names.next(COUNT)) {
                int i = rows.size();
                List<Integer> counts = new ArrayList<>();
                for (int year = FIRST_YEAR; year <= LAST_YEAR; year++) {
                    counts.add(COUNT * (700 + KeyedRandom.below(30_000, key + " line " + i, year)) + i);
                }
                rows.add(new Line(name, List.copyOf(counts)));
            }
            return new Lines(
                    KeyedRandom.of(NOUNS, key + " lines", 0),
                    KeyedRandom.of(USED, key + " used", 0),
                    List.copyOf(rows));
        }
    }
}
