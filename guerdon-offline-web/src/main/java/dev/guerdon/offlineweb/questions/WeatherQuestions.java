package dev.guerdon.offlineweb.questions;

import dev.guerdon.offlineweb.questions.LocalDays.Totals;
import dev.guerdon.offlineweb.questions.Questions.Question;
import dev.guerdon.offlineweb.sites.Weather;
import dev.guerdon.offlineweb.sites.Weather.Place;
import java.time.LocalDate;
import java.time.Month;
import java.time.YearMonth;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/** Questions on the weather; days are those of the place, put together hour by hour. */
final class WeatherQuestions {

    private WeatherQuestions() {}

    static List<Question> all() {
        return List.of(
                rainyDays("Port Ansel", 2021, 7, 5),
                rainyDays("Brackwater", 2019, 5, 3),
                rainyDays("Hollin Bay", 2016, 10, 4),
                highest("Dry Cutting", 2019, 8),
                lowest("Quillan Springs", 2015, 1),
                totalRain("Westerfell", 2022, 11),
                wettestDay("Hollin Bay", 2020, 6),
                wettestDay("Port Ansel", 2014, 3),
                shareOfRainyDays("Hollin Bay", 9, 1, 7, 2016, 2020, 0.5),
                shareOfRainyDays("Brackwater", 3, 10, 20, 2012, 2016, 1),
                wettestMonth("Westerfell", 2018),
                meanHigh("Port Ansel", 3, 1, 10, 2015, 2019));
    }

    private static Question ask(String text, String gold) {
        return new Question("weather", text, gold);
    }

    private static Question rainyDays(String name, int year, int month, int least) {
        long days = month(name, year, month).values().stream()
                .filter(day -> day.rainTenths() >= 10 * least)
                .count();
        return ask(
                "How many days in " + monthName(month) + " " + year + " had at least " + least + " mm of rain in "
                        + name + "? Count days in local time.",
                String.valueOf(days));
    }

    private static Question highest(String name, int year, int month) {
        double highest = month(name, year, month).values().stream()
                .mapToDouble(Totals::high)
                .max()
                .orElseThrow();
        return ask(
                "What was the highest temperature in " + name + " in " + monthName(month) + " " + year
                        + ", in degrees Celsius?",
                Questions.number(highest));
    }

    private static Question lowest(String name, int year, int month) {
        double lowest = month(name, year, month).values().stream()
                .mapToDouble(Totals::low)
                .min()
                .orElseThrow();
        return ask(
                "What was the lowest temperature in " + name + " in " + monthName(month) + " " + year
                        + ", in degrees Celsius?",
                Questions.number(lowest));
    }

    private static Question totalRain(String name, int year, int month) {
        int tenths = month(name, year, month).values().stream()
                .mapToInt(Totals::rainTenths)
                .sum();
        return ask(
                "How much rain fell in " + name + " in " + monthName(month) + " " + year + " in total, in millimetres?",
                Questions.number(tenths / 10.0));
    }

    private static Question wettestDay(String name, int year, int month) {
        LocalDate wettest = null;
        int most = -1;
        for (var day : month(name, year, month).entrySet()) {
            if (day.getValue().rainTenths() > most) {
                most = day.getValue().rainTenths();
                wettest = day.getKey();
            }
        }
        return ask(
                "On which day of " + monthName(month) + " " + year + " did most rain fall in " + name
                        + ", local time? Answer with a JSON object with the keys date (as YYYY-MM-DD) and rain_mm.",
                Questions.object("date", String.valueOf(wettest), "rain_mm", most / 10.0));
    }

    private static Question wettestMonth(String name, int year) {
        int most = -1;
        String wettest = "";
        for (int month = 1; month <= 12; month++) {
            int tenths = month(name, year, month).values().stream()
                    .mapToInt(Totals::rainTenths)
                    .sum();
            if (tenths > most) {
                most = tenths;
                wettest = monthName(month);
            }
        }
        return ask("In which month of " + year + " did most rain fall in " + name + "?", wettest);
    }

    private static Question shareOfRainyDays(
            String name, int month, int from, int to, int firstYear, int lastYear, double least) {
        int days = 0;
        int rainy = 0;
        for (int year = firstYear; year <= lastYear; year++) {
            for (Totals day : period(name, LocalDate.of(year, month, from), LocalDate.of(year, month, to))
                    .values()) {
                days++;
                rainy += day.rainTenths() >= 10 * least ? 1 : 0;
            }
        }
        return ask(
                "What percentage of the days from " + window(month, from, to) + " in the years " + firstYear + " to "
                        + lastYear + " had at least " + Questions.number(least) + " mm of rain in " + name
                        + "? Count days in local time and round to one decimal.",
                Questions.number(Weather.tenth(100.0 * rainy / days)));
    }

    private static Question meanHigh(String name, int month, int from, int to, int firstYear, int lastYear) {
        int days = 0;
        double sum = 0;
        for (int year = firstYear; year <= lastYear; year++) {
            for (Totals day : period(name, LocalDate.of(year, month, from), LocalDate.of(year, month, to))
                    .values()) {
                days++;
                sum += day.high();
            }
        }
        return ask(
                "What was the average daily high in " + name + " from " + window(month, from, to) + " in the years "
                        + firstYear + " to " + lastYear + ", in degrees Celsius, rounded to one decimal?",
                Questions.number(Weather.tenth(sum / days)));
    }

    private static String window(int month, int from, int to) {
        return monthName(month) + " " + from + " to " + monthName(month) + " " + to;
    }

    private static String monthName(int month) {
        return Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }

    private static SortedMap<LocalDate, Totals> month(String name, int year, int month) {
        YearMonth days = YearMonth.of(year, month);
        return period(name, days.atDay(1), days.atEndOfMonth());
    }

    private static SortedMap<LocalDate, Totals> period(String name, LocalDate from, LocalDate to) {
        Place place = Weather.PLACES.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        return LocalDays.of(place, from, to);
    }
}
