package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.family.Register.Row;
import dev.guerdon.offlineweb.sites.Html;
import dev.guerdon.offlineweb.sites.Site;
import java.time.Duration;
import java.util.List;

/** The register: one long table, an edition of it that turns readers away, and a copy of the lines' figures. */
record RegisterSite(World world) implements Site {

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
            case "/copies/lines" -> Reply.html(Html.page("Yearbook", LinesSite.table(world.lines())));
            case "/members" ->
                new Reply(
                        403,
                        "text/html; charset=utf-8",
                        Html.page("403 Forbidden", Html.paragraph("Access denied. This edition is for members.")),
                        Duration.ZERO);
            default -> Reply.missing("page " + request.path());
        };
    }

    private static String table(Register register) {
        String counted = Character.toUpperCase(register.counted().charAt(0))
                + register.counted().substring(1);
        List<List<String>> rows =
                register.rows().stream().map(RegisterSite::row).toList();
        return Html.page(
                "Public register",
                Html.table(
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
                Html.number(row.surface()),
                Html.number(row.before()),
                Html.number(row.after()));
    }
}
