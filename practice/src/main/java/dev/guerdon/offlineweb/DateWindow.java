package dev.guerdon.offlineweb;

import dev.guerdon.lab.spi.DiagnosisCase;
import java.time.LocalDate;
import java.time.Month;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A span of days.
 *
 * @param from the first day
 * @param to the last day
 */
record DateWindow(LocalDate from, LocalDate to) {

    private static final String YEAR = "((?:19|20)\\d{2})";
    private static final Pattern YEARS = Pattern.compile(
            "(?<![\\w-])" + YEAR + "(?:\\s*(?:-|–|—|to|through|until|and|till)\\s*" + YEAR + ")?(?![\\w-])");
    private static final Pattern MONTHS = Pattern.compile(
            "\\b(January|February|March|April|May|June|July|August|September|October|November|December)\\b");
    /** Text that stands between years that are asked about together. */
    private static final Pattern TOGETHER = Pattern.compile("\\s*(?:,|and|&|or|,\\s*and|and in|,\\s*in)\\s*");

    /** Times that are not those of the data: when the question was asked, or from when on something holds. */
    private static final Pattern IN_PASSING = Pattern.compile(
            "(?i)\\b(?:as of|retrieved(?: on)?|accessed(?: on)?|published on|since|before|after)\\s+"
                    + "(?:(?:\\d{1,2}\\s+)?\\p{L}{3,9}\\.?\\s+)?(?:\\d{1,2}(?:st|nd|rd|th)?,?\\s+)?\\d{4}(?:-\\d{2}(?:-\\d{2})?)?");

    private static final List<String> STARTS = List.of(
            "start_date", "startdate", "start", "from", "date_from", "begin", "since", "starttime", "start_time");
    private static final List<String> ENDS =
            List.of("end_date", "enddate", "end", "to", "date_to", "until", "endtime", "end_time");
    private static final int LONGEST_RANGE = 60;

    /**
     * Returns the spans of time that a question asks about, in groups: days, months or years.
     *
     * <p>What is named together belongs together, as in "2020 and 2021". What is named apart may be said in passing, as in "the band, founded
     * in 1985, in 2001", so that either group may be the one. Nothing where no span is named.
     */
    static List<List<DateWindow>> asked(String question) {
        String text = IN_PASSING.matcher(question).replaceAll(" ");
        List<LocalDate> dates = DiagnosisCase.dates(text);
        if (dates.size() == 2) {
            return List.of(List.of(between(dates.getFirst(), dates.getLast())));
        }
        if (!dates.isEmpty()) {
            return List.of(
                    dates.stream().map(date -> new DateWindow(date, date)).toList());
        }
        TreeSet<Integer> months = new TreeSet<>();
        Matcher month = MONTHS.matcher(text);
        while (month.find()) {
            months.add(Month.valueOf(month.group(1).toUpperCase(Locale.ROOT)).getValue());
        }
        List<List<DateWindow>> groups = new ArrayList<>();
        for (TreeSet<Integer> years : years(text)) {
            List<DateWindow> windows = new ArrayList<>();
            for (int year : years) {
                YearMonth first = YearMonth.of(year, months.isEmpty() ? Month.JANUARY.getValue() : months.first());
                YearMonth last = YearMonth.of(year, months.isEmpty() ? Month.DECEMBER.getValue() : months.last());
                windows.add(new DateWindow(first.atDay(1), last.atEndOfMonth()));
            }
            groups.add(windows);
        }
        return groups;
    }

    /** Returns the span that the parameters of a call name. */
    static Optional<DateWindow> fetched(Map<String, String> parameters) {
        Optional<LocalDate> from = first(parameters, STARTS);
        Optional<LocalDate> to = first(parameters, ENDS);
        if (from.isPresent() && to.isPresent()) {
            return Optional.of(between(from.get(), to.get()));
        }
        String year = parameters.getOrDefault("year", "");
        if (year.matches(YEAR)) {
            int value = Integer.parseInt(year);
            return Optional.of(new DateWindow(LocalDate.of(value, 1, 1), LocalDate.of(value, 12, 31)));
        }
        return first(parameters, List.of("date", "day")).map(day -> new DateWindow(day, day));
    }

    /** Returns the share of the days of some spans that others cover. */
    static double covered(List<DateWindow> wanted, List<DateWindow> had) {
        long days = 0;
        long covered = 0;
        for (DateWindow window : wanted) {
            for (LocalDate day = window.from; !day.isAfter(window.to); day = day.plusDays(1)) {
                LocalDate one = day;
                days++;
                covered += had.stream().anyMatch(other -> other.has(one)) ? 1 : 0;
            }
        }
        return days == 0 ? 1 : covered / (double) days;
    }

    boolean has(LocalDate day) {
        return !day.isBefore(from) && !day.isAfter(to);
    }

    @Override
    public String toString() {
        return from.equals(to) ? from.toString() : from + " to " + to;
    }

    private static DateWindow between(LocalDate a, LocalDate b) {
        LocalDate from = a.isBefore(b) ? a : b;
        LocalDate to = a.isBefore(b) ? b : a;
        // A model may ask for any time; what is counted day by day must end.
        return new DateWindow(from, to.isAfter(from.plusYears(LONGEST_RANGE)) ? from.plusYears(LONGEST_RANGE) : to);
    }

    private static List<TreeSet<Integer>> years(String question) {
        List<TreeSet<Integer>> groups = new ArrayList<>();
        Matcher matcher = YEARS.matcher(question);
        int end = -1;
        while (matcher.find()) {
            int from = Integer.parseInt(matcher.group(1));
            int to = matcher.group(2) == null ? from : Integer.parseInt(matcher.group(2));
            if (end < 0
                    || !TOGETHER.matcher(question.substring(end, matcher.start()))
                            .matches()) {
                groups.add(new TreeSet<>());
            }
            for (int year = from; year <= Math.min(to, from + LONGEST_RANGE); year++) {
                groups.getLast().add(year);
            }
            end = matcher.end();
        }
        return groups;
    }

    private static Optional<LocalDate> first(Map<String, String> parameters, List<String> names) {
        return names.stream()
                .filter(parameters::containsKey)
                .flatMap(name -> DiagnosisCase.dates(parameters.getOrDefault(name, "")).stream())
                .findFirst();
    }
}
