package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.OfflineWeather.Place;
import java.time.LocalDate;
import java.time.Month;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The weather of a world: pages by month in UTC days, inches and degrees Fahrenheit, and a service with local days. */
record ClimateSite(SeededWorld world) implements OfflineSite {

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
        return SiteHtml.page(
                place.name(),
                OfflineWeather.years(place, "/of/")
                        .collect(Collectors.joining(
                                "", SiteHtml.paragraph(where(place)) + "<nav aria-label=\"Years\">", "</nav>")));
    }

    private static String yearPage(Place place, int year) {
        return SiteHtml.page(
                place.name() + " in " + year, SiteHtml.list(OfflineWeather.months("/of/" + place.slug(), year)));
    }

    private static String monthPage(Place place, int year, Month month) {
        LocalDate first = LocalDate.of(year, month, 1);
        List<List<String>> rows = new ArrayList<>();
        for (OfflineWeather.Day day :
                OfflineWeather.days(place, first, first.plusMonths(1).minusDays(1), ZoneOffset.UTC)) {
            rows.add(List.of(
                    day.date().toString(),
                    String.format(Locale.ROOT, "%.2f", day.rain() / 25.4),
                    SiteHtml.oneDecimal(day.low() * 1.8 + 32),
                    SiteHtml.oneDecimal(day.high() * 1.8 + 32)));
        }
        return SiteHtml.page(
                place.name() + " in " + SiteHtml.name(month) + " " + year,
                SiteHtml.table(
                                SiteHtml.name(month) + " day by day",
                                List.of("Day", "Rain (inches)", "Low (Fahrenheit)", "High (Fahrenheit)"),
                                rows)
                        + SiteHtml.paragraph("Days begin at midnight in Greenwich."));
    }
}
