package dev.guerdon.lab.probe;

import dev.guerdon.lab.answer.Dates;
import dev.guerdon.lab.spi.ProbeVariant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The ways to write a date; and dates near it. */
final class DateVariants {

    private static final List<Map.Entry<String, String>> FORMS = List.of(
            Map.entry("ISO", "yyyy-MM-dd"),
            Map.entry("month, day, year", "MMMM d, yyyy"),
            Map.entry("day, month, year", "d MMMM yyyy"),
            Map.entry("short month", "MMM d, yyyy"),
            Map.entry("with weekday", "EEEE, MMMM d, yyyy"),
            Map.entry("slashes, month first", "MM/dd/yyyy"),
            Map.entry("slashes, no zeros", "M/d/yyyy"),
            Map.entry("slashes, day first", "dd/MM/yyyy"),
            Map.entry("slashes, year first", "yyyy/MM/dd"),
            Map.entry("points", "dd.MM.yyyy"),
            Map.entry("two-digit year", "MM/dd/yy"),
            Map.entry("compact", "yyyyMMdd"),
            Map.entry("with time", "yyyy-MM-dd'T00:00:00Z'"));

    private DateVariants() {}

    static List<ProbeVariant> of(String gold) {
        LocalDate date = Dates.in(gold).getFirst();
        List<ProbeVariant> out = new ArrayList<>();
        FORMS.forEach(form -> out.add(ProbeVariant.right("date", form.getKey(), format(date, form.getValue()))));
        out.add(ProbeVariant.right(
                "date", "ordinal", format(date, "MMMM ") + ordinal(date.getDayOfMonth()) + format(date, ", yyyy")));
        out.add(ProbeVariant.wrong("month and year only", format(date, "MMMM yyyy")));
        out.add(ProbeVariant.wrong("year only", format(date, "yyyy")));
        out.add(ProbeVariant.wrong("next day", format(date.plusDays(1), "yyyy-MM-dd")));
        out.add(ProbeVariant.wrong("next month", format(date.plusMonths(1), "yyyy-MM-dd")));
        out.add(ProbeVariant.wrong("next year", format(date.plusYears(1), "yyyy-MM-dd")));
        return out;
    }

    private static String format(LocalDate date, String form) {
        return DateTimeFormatter.ofPattern(form, Locale.ENGLISH).format(date);
    }

    private static String ordinal(int day) {
        if (day / 10 == 1) {
            return day + "th";
        }
        return day
                + switch (day % 10) {
                    case 1 -> "st";
                    case 2 -> "nd";
                    case 3 -> "rd";
                    default -> "th";
                };
    }
}
