package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.Weather.Day;
import dev.guerdon.offlineweb.sites.Weather.Place;
import java.time.LocalDate;
import java.time.Month;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** The weather archive: a page for each place, tables by month in UTC days and American units, and the JSON service of {@link WeatherApi}. */
final class WeatherSite implements Site {

    static final String HOST = "weather";

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (Place place : Weather.PLACES) {
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
        return parts.size() == length ? Weather.named(parts.get(1)) : Optional.empty();
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
        StringBuilder out = new StringBuilder("<p>Weather records since 2010.</p><ul>");
        Weather.PLACES.forEach(place -> out.append("<li>")
                .append(Html.link("/place/" + place.slug(), place.name()))
                .append("</li>"));
        return Html.page("Skylog weather archive", out.append("</ul>").toString());
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
        StringBuilder out = new StringBuilder(Html.paragraph(about(place)))
                .append(Html.paragraph("Choose a year to see its months."))
                .append("<ul>");
        for (int year = Weather.FIRST.getYear(); year <= Weather.LAST.getYear(); year++) {
            out.append("<li>")
                    .append(Html.link("/history/" + place.slug() + "/" + year, place.name() + " " + year))
                    .append("</li>");
        }
        return Html.page(place.name() + " weather archive", out.append("</ul>").toString());
    }

    private static String yearPage(Place place, int year) {
        StringBuilder out = new StringBuilder("<ul>");
        for (Month month : Month.values()) {
            out.append("<li>")
                    .append(Html.link(
                            "/history/" + place.slug() + "/" + year + "/" + month.getValue(), name(month) + " " + year))
                    .append("</li>");
        }
        return Html.page(
                place.name() + " weather in " + year, out.append("</ul>").toString());
    }

    private static String monthPage(Place place, int year, int number) {
        LocalDate first = LocalDate.of(year, number, 1);
        List<Day> days = Weather.days(place, first, first.plusMonths(1).minusDays(1), ZoneOffset.UTC);
        String title = place.name() + " weather in " + name(first.getMonth()) + " " + year;
        String table = Html.table(
                "Days of " + name(first.getMonth()) + " " + year,
                List.of("Date", "High °F", "Low °F", "Mean °F", "Rain in", "Hours of rain", "Gusts m/s"),
                days.stream().map(WeatherSite::row).toList());
        return Html.page(
                title,
                Html.paragraph("Days on this page are UTC days, in degrees Fahrenheit and inches;"
                                + " the data service gives local days, degrees Celsius and millimetres.")
                        + table
                        + Html.paragraph(about(place)));
    }

    private static List<String> row(Day day) {
        return List.of(
                day.date().toString(),
                fahrenheit(day.high()),
                fahrenheit(day.low()),
                fahrenheit(day.mean()),
                String.format(Locale.ROOT, "%.2f", day.rain() / 25.4),
                String.valueOf(day.rainHours()),
                Html.oneDecimal(day.gust()));
    }

    private static String fahrenheit(double celsius) {
        return Html.oneDecimal(celsius * 1.8 + 32);
    }

    private static String documentation(Request request) {
        String example = request.links()
                .to(
                        HOST,
                        "/v1/archive?latitude=51.45&longitude=-2.59&start_date=2021-07-01&end_date=2021-07-31"
                                + "&daily=precipitation_sum&timezone=auto");
        return Html.page(
                "Skylog data service",
                Html.paragraph("One request gives the days or hours of one place as JSON, as in " + example)
                        + "<ul>"
                        + IntStream.range(0, WeatherApi.PARAMETERS.size())
                                .mapToObj(i -> "<li>" + Html.text(WeatherApi.PARAMETERS.get(i)) + "</li>")
                                .reduce("", String::concat)
                        + "</ul>");
    }

    private static String name(Month month) {
        return month.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }
}
