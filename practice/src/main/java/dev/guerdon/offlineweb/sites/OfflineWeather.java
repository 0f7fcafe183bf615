package dev.guerdon.offlineweb.sites;

import dev.guerdon.api.Internal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The weather of the offline web: for each place and each hour of fifteen years a temperature and the rain that fell.
 *
 * <p>Hours are those of UTC. What belongs to a day depends on whose day it is: the aggregates of a day need a time zone.
 */
@Internal
public final class OfflineWeather {

    public static final LocalDate FIRST = LocalDate.of(2010, 1, 1);
    public static final LocalDate LAST = LocalDate.of(2024, 12, 31);

    /**
     * A place.
     *
     * @param mean the mean temperature of the year
     * @param swing how far summer and winter are from the mean; negative in the south
     * @param wet how many of the quarter days have rain
     */
    public record Place(
            String name,
            double latitude,
            double longitude,
            String zone,
            double mean,
            double swing,
            double wet,
            int height) {

        public String slug() {
            return SiteHtml.slug(name);
        }
    }

    /** Figures of one day. */
    public record Day(LocalDate date, double high, double low, double mean, double rain, int rainHours, double gust) {}

    public static final List<Place> PLACES = List.of(
            new Place("Port Ansel", 58.31, -134.42, "America/Juneau", 6, 9, 0.30, 12),
            new Place("Brackwater", -41.29, 174.78, "Pacific/Auckland", 13, -5, 0.17, 31),
            new Place("Hollin Bay", 35.44, 139.64, "Asia/Tokyo", 16, 11, 0.16, 8),
            new Place("Dry Cutting", 39.74, -104.99, "America/Denver", 10, 13, 0.08, 1609),
            new Place("Westerfell", 51.45, -2.59, "Europe/London", 11, 7, 0.20, 42),
            new Place("Saltmere", 43.65, -70.26, "America/New_York", 8, 13, 0.15, 19),
            new Place("Quillan Springs", 21.31, -157.86, "Pacific/Honolulu", 25, 3, 0.07, 5),
            new Place("Tamber", 28.61, 77.21, "Asia/Kolkata", 25, 9, 0.06, 216));

    private OfflineWeather() {}

    public static Optional<Place> named(String slug) {
        return PLACES.stream().filter(place -> place.slug().equals(slug)).findFirst();
    }

    /** Links to the years of a place. */
    public static Stream<String> years(Place place, String path) {
        return IntStream.rangeClosed(FIRST.getYear(), LAST.getYear())
                .mapToObj(year -> SiteHtml.link(path + place.slug() + "/" + year, place.name() + " " + year));
    }

    /** Links to the months of a year. */
    public static Stream<String> months(String path, int year) {
        return Arrays.stream(Month.values())
                .map(month ->
                        SiteHtml.link(path + "/" + year + "/" + month.getValue(), SiteHtml.name(month) + " " + year));
    }

    /** Returns the place within half a degree. */
    static Optional<Place> at(List<Place> places, double latitude, double longitude) {
        return places.stream()
                .filter(place -> Math.abs(place.latitude - latitude) <= 0.5)
                .filter(place -> Math.abs(place.longitude - longitude) <= 0.5)
                .findFirst();
    }

    /** Returns the temperature of an hour, counted from the epoch, to a tenth of a degree. */
    public static double temperature(Place place, long hour) {
        double year = 2 * Math.PI * (hour / 24.0 / 365.25 - 0.55);
        double sun = 2 * Math.PI * (((hour + place.longitude / 15) % 24) - 15) / 24;
        double weather = 4 * (KeyedRandom.unit(place.name + " front", Math.floorDiv(hour, 31)) - 0.5)
                + 2 * (KeyedRandom.unit(place.name + " air", hour) - 0.5);
        return tenth(place.mean + place.swing * StrictMath.cos(year) + 4.5 * StrictMath.cos(sun) + weather);
    }

    /** Returns the rain of an hour in tenths of a millimetre; it falls in showers of some hours. */
    public static int rainTenths(Place place, long hour) {
        long shower = Math.floorDiv(hour, 5);
        if (KeyedRandom.unit(place.name + " cloud", shower) >= place.wet) {
            return 0;
        }
        double heavy = KeyedRandom.unit(place.name + " heavy", shower);
        double part = KeyedRandom.unit(place.name + " drop", hour);
        return (int) (heavy * heavy * 45 * part);
    }

    public static double tenth(double value) {
        return Math.rint(value * 10) / 10;
    }

    /** Returns the first hour of a day in a zone. */
    public static long startOf(LocalDate date, ZoneId zone) {
        return Math.ceilDiv(date.atStartOfDay(zone).toEpochSecond(), 3600L);
    }

    /** Returns the days of a period as a zone has them. */
    public static List<Day> days(Place place, LocalDate from, LocalDate to, ZoneId zone) {
        List<Day> days = new ArrayList<>();
        for (LocalDate date = from; !date.isAfter(to); date = date.plusDays(1)) {
            days.add(day(place, date, zone));
        }
        return days;
    }

    private static Day day(Place place, LocalDate date, ZoneId zone) {
        long start = startOf(date, zone);
        long end = startOf(date.plusDays(1), zone);
        double high = Double.NEGATIVE_INFINITY;
        double low = Double.POSITIVE_INFINITY;
        double sum = 0;
        int rain = 0;
        int rainHours = 0;
        for (long hour = start; hour < end; hour++) {
            double degrees = temperature(place, hour);
            high = Math.max(high, degrees);
            low = Math.min(low, degrees);
            sum += degrees;
            int tenths = rainTenths(place, hour);
            rain += tenths;
            rainHours += tenths > 0 ? 1 : 0;
        }
        double gust = tenth(KeyedRandom.between(4, 19, place.name + " gust", start));
        return new Day(date, high, low, tenth(sum / (end - start)), rain / 10.0, rainHours, gust);
    }

    /** Returns the offset of a zone at a date, in seconds. */
    public static int offset(ZoneId zone, LocalDate date) {
        return zone.getRules()
                .getOffset(
                        Instant.ofEpochSecond(date.atStartOfDay(ZoneOffset.UTC).toEpochSecond()))
                .getTotalSeconds();
    }
}
