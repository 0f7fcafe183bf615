package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.sites.Html;
import dev.guerdon.offlineweb.sites.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The company that runs the lines: its page has the figures first hand, and takes longer than browsers wait. */
record LinesSite(World world) implements Site {

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
                ? Reply.html(Html.page("Figures", table(world.lines()))).after(DELAY)
                : Reply.missing("page " + request.path());
    }

    static String table(Lines lines) {
        List<String> heads = new ArrayList<>(List.of("Name"));
        String used =
                Character.toUpperCase(lines.used().charAt(0)) + lines.used().substring(1);
        for (int year = Lines.FIRST_YEAR; year <= Lines.LAST_YEAR; year++) {
            heads.add(used + " " + year);
        }
        List<List<String>> rows = new ArrayList<>();
        for (Lines.Line line : lines.rows()) {
            List<String> row = new ArrayList<>(List.of(line.name()));
            line.counts().forEach(count -> row.add(Html.number(count)));
            rows.add(row);
        }
        return Html.table("By " + lines.noun() + " and year", heads, rows);
    }
}
