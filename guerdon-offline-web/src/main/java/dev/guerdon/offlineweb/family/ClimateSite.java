package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.sites.Html;
import dev.guerdon.offlineweb.sites.Site;
import dev.guerdon.offlineweb.sites.Weather;
import dev.guerdon.offlineweb.sites.Weather.Day;
import dev.guerdon.offlineweb.sites.Weather.Place;
import dev.guerdon.offlineweb.sites.WeatherApi;
import java.time.LocalDate;
import java.time.Month;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The weather of a world: pages by month in UTC days, inches and degrees Fahrenheit, and a service with local days. */
record ClimateSite(World world) implements Site {

    static final String NAME = "climate";
    static final String SERVICE = "/service/days";

    @Override
    public String host() {
        return world.host(NAME);
    }

    @Override
    public List<Entry> entries() {
        return world.climate().stream()
                .map(place -> new Entry(
                        host(),
                        "/of/" + place.slug(),
                        "Weather archive of " + place.name() + " - Barometer House",
                        "What the weather was like in " + place.name() + ", month by month: temperature, rain and"
                                + " precipitation. " + where(place)))
                .toList();
    }

    @Override
    public Reply answer(Request request) {
        if (request.path().equals(SERVICE)) {
            return WeatherApi.archiveOf(request, world.climate());
        }
        List<String> parts = request.parts();
        Optional<Place> place = world.climate().stream()
                .filter(one -> parts.size() >= 2
                        && parts.get(0).equals("of")
                        && parts.get(1).equals(one.slug()))
                .findFirst();
        if (place.isEmpty() || parts.size() > 4) {
            return Reply.missing("page " + request.path());
        }
        if (parts.size() == 2) {
            return Reply.html(placePage(place.get()));
        }
        if (!parts.get(2).matches("20(1\\d|2[0-4])")) {
            return Reply.missing("year " + parts.get(2));
        }
        int year = Integer.parseInt(parts.get(2));
        if (parts.size() == 3) {
            return Reply.html(yearPage(place.get(), year));
        }
        return parts.get(3).matches("[1-9]|1[0-2]")
                ? Reply.html(monthPage(place.get(), year, Month.of(Integer.parseInt(parts.get(3)))))
                : Reply.missing("month " + parts.get(3));
    }

    private static String where(Place place) {
        return String.format(
                Locale.ROOT,
                "Latitude %.2f, longitude %.2f; clocks follow %s.",
                place.latitude(),
                place.longitude(),
                place.zone());
    }

    private static String placePage(Place place) {
        StringBuilder out = new StringBuilder(Html.paragraph(where(place))).append("<nav aria-label=\"Years\">");
        for (int year = Weather.FIRST.getYear(); year <= Weather.LAST.getYear(); year++) {
            out.append(Html.link("/of/" + place.slug() + "/" + year, place.name() + " " + year));
        }
        return Html.page(place.name(), out.append("</nav>").toString());
    }

    private static String yearPage(Place place, int year) {
        StringBuilder out = new StringBuilder("<ul>");
        for (Month month : Month.values()) {
            out.append("<li>")
                    .append(Html.link(
                            "/of/" + place.slug() + "/" + year + "/" + month.getValue(), name(month) + " " + year))
                    .append("</li>");
        }
        return Html.page(place.name() + " in " + year, out.append("</ul>").toString());
    }

    private static String monthPage(Place place, int year, Month month) {
        LocalDate first = LocalDate.of(year, month, 1);
        List<List<String>> rows = new ArrayList<>();
        for (Day day : Weather.days(place, first, first.plusMonths(1).minusDays(1), ZoneOffset.UTC)) {
            rows.add(List.of(
                    day.date().toString(),
                    String.format(Locale.ROOT, "%.2f", day.rain() / 25.4),
                    Html.oneDecimal(day.low() * 1.8 + 32),
                    Html.oneDecimal(day.high() * 1.8 + 32)));
        }
        return Html.page(
                place.name() + " in " + name(month) + " " + year,
                Html.table(
                                name(month) + " day by day",
                                List.of("Day", "Rain (inches)", "Low (Fahrenheit)", "High (Fahrenheit)"),
                                rows)
                        + Html.paragraph("Days begin at midnight in Greenwich."));
    }

    private static String name(Month month) {
        return month.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }
}
