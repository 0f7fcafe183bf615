package dev.guerdon.lab.text;

import dev.guerdon.api.Internal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.Month;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds dates in text, and writes them in the usual ways. */
@Internal
public final class DateText {

    private static final String MONTHS = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?";
    private static final Pattern ISO = Pattern.compile("\\b(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})(?=T\\d|\\b)");
    private static final Pattern MONTH_FIRST =
            Pattern.compile("(?i)\\b" + MONTHS + "\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b");
    private static final Pattern DAY_FIRST =
            Pattern.compile("(?i)\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?" + MONTHS + ",?\\s+(\\d{4})\\b");
    private static final Pattern SLASHED = Pattern.compile("(?<![\\d-])(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})\\b");

    private static final List<DateTimeFormatter> FORMS = Stream.of(
                    "yyyy-MM-dd", "MMMM d, yyyy", "MM/dd/yyyy", "M/d/yyyy", "d MMMM yyyy", "dd/MM/yyyy", "dd.MM.yyyy")
            .map(form -> DateTimeFormatter.ofPattern(form, Locale.ENGLISH))
            .toList();

    private DateText() {}

    /** Returns every date of a text, in the order of the ways of writing them. */
    public static List<LocalDate> in(String text) {
        List<LocalDate> dates = new ArrayList<>();
        find(ISO, text, m -> date(m.group(1), m.group(2), m.group(3)), dates);
        find(MONTH_FIRST, text, m -> date(m.group(3), month(m.group(1)), m.group(2)), dates);
        find(DAY_FIRST, text, m -> date(m.group(3), month(m.group(2)), m.group(1)), dates);
        find(SLASHED, text, DateText::slashed, dates);
        return dates;
    }

    /** Returns the only date of a text in all the usual ways; nothing if there is none or more than one. */
    public static List<String> otherwise(String text) {
        List<LocalDate> dates = in(text);
        return text.length() > 200 || dates.size() != 1
                ? List.of()
                : FORMS.stream().map(dates.getFirst()::format).toList();
    }

    static String month(String beginning) {
        for (Month month : Month.values()) {
            if (month.getDisplayName(TextStyle.SHORT, Locale.ENGLISH)
                    .equalsIgnoreCase(beginning.substring(0, Math.min(3, beginning.length())))) {
                return Integer.toString(month.getValue());
            }
        }
        return "0";
    }

    /** Returns the month first, as in America, unless it can only be the day; the day first between stops, as in Europe. */
    private static Optional<LocalDate> slashed(Matcher m) {
        Optional<LocalDate> monthFirst = date(m.group(3), m.group(1), m.group(2));
        Optional<LocalDate> dayFirst = date(m.group(3), m.group(2), m.group(1));
        return m.group().contains(".") ? dayFirst.or(() -> monthFirst) : monthFirst.or(() -> dayFirst);
    }

    @FunctionalInterface
    private interface Reading {
        Optional<LocalDate> of(Matcher matcher);
    }

    private static void find(Pattern pattern, String text, Reading reading, List<LocalDate> dates) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find() && dates.size() < 50) {
            reading.of(matcher).ifPresent(dates::add);
        }
    }

    private static Optional<LocalDate> date(String year, String month, String day) {
        try {
            return Optional.of(LocalDate.of(Integer.parseInt(year), Integer.parseInt(month), Integer.parseInt(day)));
        } catch (DateTimeException notADate) {
            return Optional.empty();
        }
    }
}
