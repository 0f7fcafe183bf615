package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.OfflineWeather.Place;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The weather archive: a page for each place, tables by month in UTC days and American units, and the JSON service of {@link
 * WeatherApi}.
 */
final class WeatherSite implements OfflineSite {

    static final String HOST = "weather";

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (Place place : OfflineWeather.PLACES) {
            entries.add(new Entry(
                    HOST,
                    "/place/" + place.slug(),
                    place.name() + " weather archive - Skylog",
                    "Daily weather records of " + place.name()
                            + " since 2010: temperature, high, low, rain, precipitation and wind by month and year,"
                            + " with coordinates and time zone. " + about(place)));
        }
        entries.add(new Entry(
                HOST,
                "/docs",
                "Skylog data service - documentation",
                "How to get daily and hourly weather data of the Skylog archive as JSON: parameters latitude,"
                        + " longitude, start_date, end_date, daily, hourly, timezone."));
        return entries;
    }

    @Override
    public Reply answer(Request request) {
        List<String> parts = request.parts();
        return switch (parts.getFirst()) {
            case "" -> Reply.html(home());
            case "docs" -> Reply.html(documentation(request));
            case "v1" -> WeatherApi.answer(request);
            case "place" ->
                place(parts, 2).map(place -> Reply.html(placePage(place))).orElse(unknown(request));
            case "history" -> history(request, parts);
            default -> unknown(request);
        };
    }

    private static Reply unknown(Request request) {
        return Reply.missing("weather page " + request.path());
    }

    private static Optional<Place> place(List<String> parts, int length) {
        return parts.size() == length ? OfflineWeather.named(parts.get(1)) : Optional.empty();
    }

    private static Reply history(Request request, List<String> parts) {
        Optional<Place> place = place(parts, 3).or(() -> place(parts, 4));
        if (place.isEmpty() || !parts.get(2).matches("20(1\\d|2[0-4])")) {
            return unknown(request);
        }
        int year = Integer.parseInt(parts.get(2));
        if (parts.size() == 3) {
            return Reply.html(yearPage(place.get(), year));
        }
        return parts.get(3).matches("[1-9]|1[0-2]")
                ? Reply.html(monthPage(place.get(), year, Integer.parseInt(parts.get(3))))
                : unknown(request);
    }

    private static String home() {
        return SiteHtml.page(
                "Skylog weather archive",
                SiteHtml.paragraph("Weather records since 2010.")
                        + SiteHtml.list(OfflineWeather.PLACES.stream()
                                .map(place -> SiteHtml.link("/place/" + place.slug(), place.name()))));
    }

    private static String about(Place place) {
        return String.format(
                Locale.ROOT,
                "Latitude %.2f, longitude %.2f, %d m above the sea, time zone %s.",
                place.latitude(),
                place.longitude(),
                place.height(),
                place.zone());
    }

    private static String placePage(Place place) {
        return SiteHtml.page(
                place.name() + " weather archive",
                SiteHtml.paragraph(about(place))
                        + SiteHtml.paragraph("Choose a year to see its months.")
                        + SiteHtml.list(OfflineWeather.years(place, "/history/")));
    }

    private static String yearPage(Place place, int year) {
        return SiteHtml.page(
                place.name() + " weather in " + year,
                SiteHtml.list(OfflineWeather.months("/history/" + place.slug(), year)));
    }

    private static String monthPage(Place place, int year, int number) {
        LocalDate first = LocalDate.of(year, number, 1);
        List<OfflineWeather.Day> days =
                OfflineWeather.days(place, first, first.plusMonths(1).minusDays(1), ZoneOffset.UTC);
        String title = place.name() + " weather in " + SiteHtml.name(first.getMonth()) + " " + year;
        String table = SiteHtml.table(
                "Days of " + SiteHtml.name(first.getMonth()) + " " + year,
                List.of("Date", "High °F", "Low °F", "Mean °F", "Rain in", "Hours of rain", "Gusts m/s"),
                days.stream().map(WeatherSite::row).toList());
        return SiteHtml.page(
                title,
                SiteHtml.paragraph("Days on this page are UTC days, in degrees Fahrenheit and inches;"
                                + " the data service gives local days, degrees Celsius and millimetres.")
                        + table
                        + SiteHtml.paragraph(about(place)));
    }

    private static List<String> row(OfflineWeather.Day day) {
        return List.of(
                day.date().toString(),
                fahrenheit(day.high()),
                fahrenheit(day.low()),
                fahrenheit(day.mean()),
                String.format(Locale.ROOT, "%.2f", day.rain() / 25.4),
                String.valueOf(day.rainHours()),
                SiteHtml.oneDecimal(day.gust()));
    }

    private static String fahrenheit(double celsius) {
        return SiteHtml.oneDecimal(celsius * 1.8 + 32);
    }

    private static String documentation(Request request) {
        String example = request.links()
                .to(
                        HOST,
                        "/v1/archive?latitude=51.45&longitude=-2.59&start_date=2021-07-01&end_date=2021-07-31"
                                + "&daily=precipitation_sum&timezone=auto");
        return SiteHtml.page(
                "Skylog data service",
                SiteHtml.paragraph("One request gives the days or hours of one place as JSON, as in " + example)
                        + SiteHtml.list(WeatherApi.PARAMETERS.stream().map(SiteHtml::text)));
    }
}
