package dev.guerdon.offlineweb.sites;

import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.offlineweb.sites.OfflineSite.Reply;
import dev.guerdon.offlineweb.sites.OfflineSite.Request;
import dev.guerdon.offlineweb.sites.OfflineWeather.Day;
import dev.guerdon.offlineweb.sites.OfflineWeather.Place;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The weather archive's JSON service, in the shape of Open-Meteo's archive. */
final class WeatherApi {

    static final List<String> PARAMETERS = List.of(
            "latitude, longitude: the place, in degrees",
            "start_date, end_date: first and last day, as 2021-07-01",
            "daily: temperature_2m_max, temperature_2m_min, temperature_2m_mean, precipitation_sum; several with commas",
            "hourly: temperature_2m, precipitation; several with commas",
            "timezone: whose days and hours they are, such as Europe/London; auto for the place's own; GMT if not given");

    private record Daily(String unit, ToDoubleFunction<Day> value) {}

    private static final Map<String, Daily> DAILY = daily();

    private static Map<String, Daily> daily() {
        Map<String, Daily> daily = new LinkedHashMap<>();
        daily.put("temperature_2m_max", new Daily("°C", Day::high));
        daily.put("temperature_2m_min", new Daily("°C", Day::low));
        daily.put("temperature_2m_mean", new Daily("°C", Day::mean));
        daily.put("precipitation_sum", new Daily("mm", Day::rain));
        daily.put("precipitation_hours", new Daily("h", Day::rainHours));
        return daily;
    }

    private static final class Wrong extends RuntimeException {
        Wrong(String reason) {
            super(reason, null, false, false);
        }
    }

    private WeatherApi() {}

    static Reply answer(Request request) {
        try {
            return switch (request.path()) {
                case "/v1/archive" -> Reply.json(200, JsonCodec.write(archive(request, OfflineWeather.PLACES)));
                case "/v1/search" -> Reply.json(200, JsonCodec.write(search(request.get("name"))));
                default -> throw new Wrong("there is no service at " + request.path());
            };
        } catch (Wrong e) {
            return refusal(e);
        }
    }

    /** Returns the archive of other places, at whatever path. */
    public static Reply archiveOf(Request request, List<Place> places) {
        try {
            return Reply.json(200, JsonCodec.write(archive(request, places)));
        } catch (Wrong e) {
            return refusal(e);
        }
    }

    private static Reply refusal(Wrong e) {
        Map<String, @Nullable Object> error = new LinkedHashMap<>();
        error.put("error", true);
        error.put("reason", e.getMessage());
        return Reply.json(400, JsonCodec.write(error));
    }

    /** Places by the beginning of their name, as Open-Meteo's geocoding gives them. */
    private static Map<String, @Nullable Object> search(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        List<Map<String, @Nullable Object>> results = new ArrayList<>();
        for (Place place : OfflineWeather.PLACES) {
            if (!wanted.isEmpty() && place.name().toLowerCase(Locale.ROOT).startsWith(wanted)) {
                Map<String, @Nullable Object> one = new LinkedHashMap<>();
                one.put("name", place.name());
                one.put("latitude", place.latitude());
                one.put("longitude", place.longitude());
                one.put("elevation", place.height());
                one.put("timezone", place.zone());
                results.add(one);
            }
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("results", results);
        return answer;
    }

    private static Map<String, @Nullable Object> archive(Request request, List<Place> places) {
        Place place = OfflineWeather.at(places, degrees(request, "latitude"), degrees(request, "longitude"))
                .orElseThrow(() -> new Wrong("No data for this location"));
        LocalDate from = date(request, "start_date");
        LocalDate to = date(request, "end_date");
        if (to.isBefore(from)) {
            throw new Wrong("Parameter 'end_date' is before 'start_date'");
        }
        ZoneId zone = zone(request.get("timezone"), place);
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("latitude", place.latitude());
        answer.put("longitude", place.longitude());
        answer.put("utc_offset_seconds", OfflineWeather.offset(zone, from));
        answer.put("timezone", zone.getId());
        answer.put("timezone_abbreviation", zone.getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
        answer.put("elevation", place.height());
        if (!request.get("daily").isEmpty()) {
            putDaily(answer, names(request.get("daily")), OfflineWeather.days(place, from, to, zone));
        }
        if (!request.get("hourly").isEmpty()) {
            putHourly(answer, names(request.get("hourly")), place, from, to, zone);
        }
        return answer;
    }

    private static void putDaily(Map<String, @Nullable Object> answer, List<String> names, List<Day> days) {
        Map<String, @Nullable Object> units = new LinkedHashMap<>();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        units.put("time", "iso8601");
        values.put("time", days.stream().map(day -> day.date().toString()).toList());
        for (String name : names) {
            Daily daily = Optional.ofNullable(DAILY.get(name))
                    .orElseThrow(() -> new Wrong("Cannot initialize daily variable '" + name + "'"));
            units.put(name, daily.unit());
            values.put(
                    name,
                    days.stream().map(day -> daily.value().applyAsDouble(day)).toList());
        }
        answer.put("daily_units", units);
        answer.put("daily", values);
    }

    private static void putHourly(
            Map<String, @Nullable Object> answer,
            List<String> names,
            Place place,
            LocalDate from,
            LocalDate to,
            ZoneId zone) {
        List<String> times = new ArrayList<>();
        Map<String, @Nullable Object> units = new LinkedHashMap<>();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        units.put("time", "iso8601");
        values.put("time", times);
        long start = OfflineWeather.startOf(from, zone);
        long end = OfflineWeather.startOf(to.plusDays(1), zone);
        for (long hour = start; hour < end; hour++) {
            times.add(LocalDateTime.ofInstant(Instant.ofEpochSecond(hour * 3600), zone)
                    .toString());
        }
        for (String name : names) {
            List<Double> series = new ArrayList<>();
            for (long hour = start; hour < end; hour++) {
                series.add(
                        switch (name) {
                            case "temperature_2m" -> OfflineWeather.temperature(place, hour);
                            case "precipitation" -> OfflineWeather.rainTenths(place, hour) / 10.0;
                            default -> throw new Wrong("Cannot initialize hourly variable '" + name + "'");
                        });
            }
            units.put(name, name.equals("precipitation") ? "mm" : "°C");
            values.put(name, series);
        }
        answer.put("hourly_units", units);
        answer.put("hourly", values);
    }

    private static List<String> names(String listed) {
        return List.of(listed.split(",", -1));
    }

    private static double degrees(Request request, String name) {
        try {
            return Double.parseDouble(request.get(name));
        } catch (NumberFormatException e) {
            throw new Wrong("Parameter '" + name + "' must be a number of degrees");
        }
    }

    private static LocalDate date(Request request, String name) {
        try {
            LocalDate date = LocalDate.parse(request.get(name));
            if (date.isBefore(OfflineWeather.FIRST) || date.isAfter(OfflineWeather.LAST)) {
                throw new Wrong("Parameter '" + name + "' is out of allowed range from " + OfflineWeather.FIRST + " to "
                        + OfflineWeather.LAST);
            }
            return date;
        } catch (DateTimeException e) {
            throw new Wrong("Parameter '" + name + "' must be a date such as 2021-07-01");
        }
    }

    private static ZoneId zone(String name, Place place) {
        try {
            return switch (name) {
                case "", "GMT", "UTC" -> ZoneOffset.UTC.normalized();
                case "auto" -> ZoneId.of(place.zone());
                default -> ZoneId.of(name);
            };
        } catch (DateTimeException e) {
            throw new Wrong("Invalid timezone");
        }
    }
}
