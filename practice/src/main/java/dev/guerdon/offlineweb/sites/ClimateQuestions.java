package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.ClimateQuestions.LocalDays.Totals;
import dev.guerdon.offlineweb.sites.OfflineQuestions.Question;
import dev.guerdon.offlineweb.sites.OfflineWeather.Place;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Questions on the weather of a world; where whose days they are makes no difference, another month is drawn. */
final class ClimateQuestions {

    private final SeededWorld world;
    private int asked;

    private ClimateQuestions(SeededWorld world) {
        this.world = world;
    }

    static List<Question> of(SeededWorld world) {
        ClimateQuestions make = new ClimateQuestions(world);
        return List.of(
                make.rainyDays(0),
                make.rainyDays(1),
                make.rainyDays(2),
                make.highest(3),
                make.lowest(0),
                make.total(1),
                make.wettest(2),
                make.share(3),
                make.meanHigh(0));
    }

    private static Question ask(String text, String gold) {
        return new Question("weather", text, gold);
    }

    private Place place(int number) {
        return world.climate().get(number);
    }

    private int draw(int below, String what, int attempt) {
        return KeyedRandom.below(
                below, "climate question " + world.seed() + "/" + world.number() + "/" + asked + " " + what, attempt);
    }

    /** Returns the first month by lot that fits. */
    private YearMonth month(Predicate<YearMonth> fits) {
        asked++;
        for (int attempt = 0; ; attempt++) {
            YearMonth month = YearMonth.of(2011 + draw(13, "year", attempt), 1 + draw(12, "month", attempt));
            if (fits.test(month)) {
                return month;
            }
        }
    }

    private static Map<LocalDate, Totals> days(Place place, YearMonth month) {
        return LocalDays.of(place, month.atDay(1), month.atEndOfMonth());
    }

    private static Map<LocalDate, Totals> utc(Place place, YearMonth month) {
        return LocalDays.of(place, month.atDay(1), month.atEndOfMonth(), ZoneOffset.UTC);
    }

    private static String name(YearMonth month) {
        return SiteHtml.name(month.getMonth()) + " " + month.getYear();
    }

    private static long rainy(Collection<Totals> days, double least) {
        return days.stream().filter(day -> day.rainTenths() >= 10 * least).count();
    }

    private Question rainyDays(int number) {
        Place place = place(number);
        int least = 2 + world.choice(5, "least " + number);
        YearMonth month = month(one -> rainy(days(place, one).values(), least) > 0
                && rainy(days(place, one).values(), least)
                        != rainy(utc(place, one).values(), least));
        String text = world.choice(2, "rainy words " + number) == 0
                ? "How many days of " + name(month) + " brought at least " + least + " mm of precipitation in "
                        + place.name() + "? A day is one by the clocks there."
                : "How many days were there in " + name(month) + " with at least " + least + " mm of rain in "
                        + place.name() + ", by local time?";
        return ask(text, String.valueOf(rainy(days(place, month).values(), least)));
    }

    private Question highest(int number) {
        Place place = place(number);
        YearMonth month = month(one -> true);
        double highest = days(place, month).values().stream()
                .mapToDouble(Totals::high)
                .max()
                .orElseThrow();
        return ask(
                "Which temperature was the highest in " + place.name() + " in " + name(month) + ", in degrees Celsius?",
                OfflineQuestions.number(highest));
    }

    private Question lowest(int number) {
        Place place = place(number);
        YearMonth month = month(one -> true);
        double lowest = days(place, month).values().stream()
                .mapToDouble(Totals::low)
                .min()
                .orElseThrow();
        return ask(
                "To which temperature did it fall at its lowest in " + place.name() + " in " + name(month)
                        + "? Give degrees Celsius.",
                OfflineQuestions.number(lowest));
    }

    private Question total(int number) {
        Place place = place(number);
        YearMonth month = month(one -> sum(days(place, one)) != sum(utc(place, one)) && sum(days(place, one)) > 0);
        return ask(
                "What was the sum of all rain in " + place.name() + " in " + name(month) + ", in millimetres?",
                OfflineQuestions.number(sum(days(place, month)) / 10.0));
    }

    private static int sum(Map<LocalDate, Totals> days) {
        return days.values().stream().mapToInt(Totals::rainTenths).sum();
    }

    private Question wettest(int number) {
        Place place = place(number);
        YearMonth month = month(one -> {
            List<Integer> most = days(place, one).values().stream()
                    .map(Totals::rainTenths)
                    .sorted(Comparator.reverseOrder())
                    .toList();
            return most.get(0) > most.get(1);
        });
        Map.Entry<LocalDate, Totals> wettest = days(place, month).entrySet().stream()
                .max(Comparator.comparingInt(day -> day.getValue().rainTenths()))
                .orElseThrow();
        return ask(
                "By local time in " + place.name() + ", on which day of " + name(month)
                        + " was there most rain? Answer with a JSON object with the keys day (as YYYY-MM-DD)"
                        + " and millimetres.",
                OfflineQuestions.object(
                        "day",
                        wettest.getKey().toString(),
                        "millimetres",
                        wettest.getValue().rainTenths() / 10.0));
    }

    private Question share(int number) {
        Place place = place(number);
        asked++;
        for (int attempt = 0; ; attempt++) {
            Window window = window(attempt);
            int days = 0;
            long rainy = 0;
            for (int year = window.first(); year <= window.last(); year++) {
                Collection<Totals> some = window.in(place, year).values();
                days += some.size();
                rainy += rainy(some, 1);
            }
            if (rainy > 0) {
                return ask(
                        "Look at the weather in " + place.name() + ": what percentage of the days " + window
                                + " had at least 1 mm of rain? Go by local time, and round to one decimal.",
                        OfflineQuestions.number(OfflineWeather.tenth(100.0 * rainy / days)));
            }
        }
    }

    private Question meanHigh(int number) {
        Place place = place(number);
        asked++;
        Window window = window(0);
        int days = 0;
        double sum = 0;
        for (int year = window.first(); year <= window.last(); year++) {
            for (Totals day : window.in(place, year).values()) {
                days++;
                sum += day.high();
            }
        }
        return ask(
                "How high was the average daily high in " + place.name() + " " + window
                        + "? Give degrees Celsius with one decimal.",
                OfflineQuestions.number(OfflineWeather.tenth(sum / days)));
    }

    private Window window(int attempt) {
        int first = 2010 + draw(9, "first year", attempt);
        int from = 1 + draw(14, "from", attempt);
        return new Window(
                first,
                first + 4 + draw(2, "years", attempt),
                1 + draw(12, "month", attempt),
                from,
                from + 6 + draw(6, "length", attempt));
    }

    /** The same days in several years. */
    private record Window(int first, int last, int month, int from, int to) {

        Map<LocalDate, Totals> in(Place place, int year) {
            return LocalDays.of(place, LocalDate.of(year, month, from), LocalDate.of(year, month, to));
        }

        @Override
        public String toString() {
            String named = SiteHtml.name(Month.of(month));
            return "from " + named + " " + from + " to " + named + " " + to + " in the years " + first + " to " + last;
        }
    }

    /** The days of a place as its own clocks have them, put together hour by hour. */
    static final class LocalDays {

        /** Figures of one day. */
        static final class Totals {

            private double high = Double.NEGATIVE_INFINITY;
            private double low = Double.POSITIVE_INFINITY;
            private int rainTenths;

            double high() {
                return high;
            }

            double low() {
                return low;
            }

            /** Returns the rain in tenths of a millimetre. */
            int rainTenths() {
                return rainTenths;
            }
        }

        private LocalDays() {}

        /** Sorts every hour around the period into its local day. */
        static SortedMap<LocalDate, Totals> of(Place place, LocalDate from, LocalDate to) {
            return of(place, from, to, ZoneId.of(place.zone()));
        }

        /** Returns the same with the days of some zone. */
        static SortedMap<LocalDate, Totals> of(Place place, LocalDate from, LocalDate to, ZoneId zone) {
            SortedMap<LocalDate, Totals> days = new TreeMap<>();
            for (long hour = (from.toEpochDay() - 2) * 24; hour < (to.toEpochDay() + 3) * 24; hour++) {
                LocalDate date = LocalDate.ofInstant(Instant.ofEpochSecond(hour * 3600), zone);
                if (date.isBefore(from) || date.isAfter(to)) {
                    continue;
                }
                Totals day = days.computeIfAbsent(date, key -> new Totals());
                day.high = Math.max(day.high, OfflineWeather.temperature(place, hour));
                day.low = Math.min(day.low, OfflineWeather.temperature(place, hour));
                day.rainTenths += OfflineWeather.rainTenths(place, hour);
            }
            return days;
        }
    }
}
