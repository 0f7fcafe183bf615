package dev.guerdon.rewards;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.Month;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads a text that is nothing but a date.
 *
 * <p>Understands year first (2024-03-05, 2024/3/5), day or month first (5.3.2024, 3/5/2024), and month names in English, whole or cut
 * to three letters (5 March 2024, Mar 5th, 2024). Where day and month could be either, both readings are given.
 */
final class CalendarDates {

    private static final int LONGEST = 40;

    private CalendarDates() {}

    /** Returns the dates that the text may mean; none if it is not a date. */
    static Set<LocalDate> read(String text) {
        if (text.length() > LONGEST) {
            return Set.of();
        }
        List<String> parts = new ArrayList<>();
        for (String part : text.toLowerCase(Locale.ROOT).split("[\\s,./-]+", -1)) {
            if (!part.isEmpty() && !part.equals("of") && !part.equals("the")) {
                parts.add(part);
            }
        }
        if (parts.size() != 3) {
            return Set.of();
        }
        Set<LocalDate> dates = new HashSet<>();
        String first = parts.get(0);
        String second = parts.get(1);
        String third = parts.get(2);
        add(dates, first, second, third);
        add(dates, third, second, first);
        add(dates, third, first, second);
        return dates;
    }

    private static void add(Set<LocalDate> dates, String year, String month, String day) {
        int y = year.matches("\\d{4}") ? Integer.parseInt(year) : -1;
        int m = month(month);
        int d = day.matches("\\d{1,2}(st|nd|rd|th)?") ? Integer.parseInt(day.replaceAll("\\D", "")) : -1;
        if (y < 0 || m < 1 || d < 1) {
            return;
        }
        try {
            dates.add(LocalDate.of(y, m, d));
        } catch (DateTimeException e) {
            // Such as the 31st of April: not a date.
        }
    }

    private static int month(String word) {
        if (word.matches("\\d{1,2}")) {
            return Integer.parseInt(word);
        }
        for (Month month : Month.values()) {
            String name = month.name().toLowerCase(Locale.ROOT);
            if (word.equals(name) || word.equals(name.substring(0, 3))) {
                return month.getValue();
            }
        }
        return word.equals("sept") ? 9 : -1;
    }
}
