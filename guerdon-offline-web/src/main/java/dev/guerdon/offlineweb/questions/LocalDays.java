package dev.guerdon.offlineweb.questions;

import dev.guerdon.api.Internal;
import dev.guerdon.offlineweb.sites.Weather;
import dev.guerdon.offlineweb.sites.Weather.Place;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.SortedMap;
import java.util.TreeMap;

/** The days of a place as its own clocks have them, put together hour by hour. */
@Internal
public final class LocalDays {

    /** What one day brought. */
    public static final class Totals {

        private double high = Double.NEGATIVE_INFINITY;
        private double low = Double.POSITIVE_INFINITY;
        private int rainTenths;

        public double high() {
            return high;
        }

        public double low() {
            return low;
        }

        /** Rain in tenths of a millimetre. */
        public int rainTenths() {
            return rainTenths;
        }
    }

    private LocalDays() {}

    /** Sorts every hour around the period into its local day. */
    public static SortedMap<LocalDate, Totals> of(Place place, LocalDate from, LocalDate to) {
        return of(place, from, to, ZoneId.of(place.zone()));
    }

    /** The same with the days of some zone. */
    public static SortedMap<LocalDate, Totals> of(Place place, LocalDate from, LocalDate to, ZoneId zone) {
        SortedMap<LocalDate, Totals> days = new TreeMap<>();
        for (long hour = (from.toEpochDay() - 2) * 24; hour < (to.toEpochDay() + 3) * 24; hour++) {
            LocalDate date = LocalDate.ofInstant(Instant.ofEpochSecond(hour * 3600), zone);
            if (date.isBefore(from) || date.isAfter(to)) {
                continue;
            }
            Totals day = days.computeIfAbsent(date, key -> new Totals());
            day.high = Math.max(day.high, Weather.temperature(place, hour));
            day.low = Math.min(day.low, Weather.temperature(place, hour));
            day.rainTenths += Weather.rainTenths(place, hour);
        }
        return days;
    }
}
