package dev.guerdon.offlineweb.policy;

import dev.guerdon.core.base.JsonCodec;
import java.time.LocalDate;
import java.time.Month;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Question about daily weather.
 *
 * @param place where
 * @param variable the service's name of the figure
 * @param windows the days in question, one window for each year
 * @param operation what is to be done with the figures
 * @param least the limit that days are counted by
 * @param keys the keys of a JSON answer, empty if none is asked for
 */
record WeatherQuery(
        String place, String variable, List<Window> windows, Operation operation, double least, List<String> keys) {

    /** Days in a row. */
    record Window(LocalDate from, LocalDate to) {}

    /** Operation on the figures. */
    enum Operation {
        COUNT,
        PERCENT,
        MOST,
        LEAST,
        MEAN,
        SUM,
        WHICH_DAY
    }

    private static final String MONTHS = months();
    private static final Pattern WEATHER =
            Pattern.compile("\\b(rain|rainy|precipitation|temperature|daily high|daily low|degrees)\\b");
    private static final Pattern PLACE =
            Pattern.compile("\\bin (?!(?:" + MONTHS + ")\\b)((?:[A-Z]\\p{L}+)(?: [A-Z]\\p{L}+)*)");
    private static final Pattern MONTH_YEAR = Pattern.compile("\\b(" + MONTHS + ") (\\d{4})\\b");
    private static final Pattern WINDOW =
            Pattern.compile("from (" + MONTHS + ") (\\d{1,2}) to (" + MONTHS + ") (\\d{1,2})");
    private static final Pattern YEARS = Pattern.compile("years (\\d{4}) to (\\d{4})");
    private static final Pattern LIMIT = Pattern.compile("at least (\\d+(?:\\.\\d+)?) ?(?:mm|millimet)");

    /** Reads a question; empty if it is not about the weather of some days at a place. */
    static Optional<WeatherQuery> of(String question) {
        String lower = question.toLowerCase(Locale.ROOT);
        Matcher place = PLACE.matcher(question);
        List<Window> windows = windows(question);
        if (!WEATHER.matcher(lower).find() || !place.find() || windows.isEmpty()) {
            return Optional.empty();
        }
        Matcher limit = LIMIT.matcher(lower);
        return Optional.of(new WeatherQuery(
                place.group(1),
                variable(lower),
                windows,
                operation(lower),
                limit.find() ? Double.parseDouble(limit.group(1)) : 0.1,
                RecordQuery.of(question).keys()));
    }

    private static String months() {
        List<String> names = new ArrayList<>();
        for (Month month : Month.values()) {
            names.add(month.name().charAt(0) + month.name().substring(1).toLowerCase(Locale.ROOT));
        }
        return String.join("|", names);
    }

    private static int month(String name) {
        return Month.valueOf(name.toUpperCase(Locale.ROOT)).getValue();
    }

    private static List<Window> windows(String question) {
        List<Window> windows = new ArrayList<>();
        Matcher window = WINDOW.matcher(question);
        Matcher years = YEARS.matcher(question);
        if (window.find() && years.find()) {
            int last = Integer.parseInt(years.group(2));
            for (int year = Integer.parseInt(years.group(1)); year <= last; year++) {
                windows.add(new Window(
                        LocalDate.of(year, month(window.group(1)), Integer.parseInt(window.group(2))),
                        LocalDate.of(year, month(window.group(3)), Integer.parseInt(window.group(4)))));
            }
            return windows;
        }
        Matcher month = MONTH_YEAR.matcher(question);
        if (month.find()) {
            YearMonth days = YearMonth.of(Integer.parseInt(month.group(2)), month(month.group(1)));
            windows.add(new Window(days.atDay(1), days.atEndOfMonth()));
        }
        return windows;
    }

    private static String variable(String lower) {
        if (lower.contains("rain") || lower.contains("precipitation")) {
            return "precipitation_sum";
        }
        if (lower.contains("lowest") || lower.contains("daily low")) {
            return "temperature_2m_min";
        }
        return lower.contains("mean temperature") ? "temperature_2m_mean" : "temperature_2m_max";
    }

    private static Operation operation(String lower) {
        if (lower.contains("percentage")) {
            return Operation.PERCENT;
        }
        if (lower.startsWith("how many days")) {
            return Operation.COUNT;
        }
        if (lower.contains("which day")) {
            return Operation.WHICH_DAY;
        }
        if (lower.contains("average")) {
            return Operation.MEAN;
        }
        if (lower.contains("lowest")) {
            return Operation.LEAST;
        }
        return lower.contains("highest") ? Operation.MOST : Operation.SUM;
    }

    /** Returns the words of a table's heading that mean the variable. */
    List<String> headings() {
        return switch (variable) {
            case "precipitation_sum" -> List.of("rain mm", "rain", "precipitation");
            case "temperature_2m_min" -> List.of("low");
            case "temperature_2m_mean" -> List.of("mean");
            default -> List.of("high");
        };
    }

    /** Returns the answer, where every day in question has its figure. */
    Optional<String> answer(Map<LocalDate, Double> figures) {
        Map<LocalDate, Double> wanted = new LinkedHashMap<>();
        for (Window window : windows) {
            for (LocalDate day = window.from; !day.isAfter(window.to); day = day.plusDays(1)) {
                Double figure = figures.get(day);
                if (figure == null) {
                    return Optional.empty();
                }
                wanted.put(day, figure);
            }
        }
        return Optional.of(compute(wanted));
    }

    private String compute(Map<LocalDate, Double> days) {
        long counted = days.values().stream().filter(value -> value >= least).count();
        return switch (operation) {
            case COUNT -> String.valueOf(counted);
            case PERCENT -> QuestionWords.shown(tenth(100.0 * counted / days.size()));
            case MEAN -> QuestionWords.shown(tenth(sum(days) / days.size()));
            case SUM -> QuestionWords.shown(tenth(sum(days)));
            case MOST -> QuestionWords.shown(stream(days, true).orElse(0));
            case LEAST -> QuestionWords.shown(stream(days, false).orElse(0));
            case WHICH_DAY -> day(days);
        };
    }

    private static double sum(Map<LocalDate, Double> days) {
        return days.values().stream().mapToDouble(value -> value).sum();
    }

    private static OptionalDouble stream(Map<LocalDate, Double> days, boolean most) {
        var values = days.values().stream().mapToDouble(value -> value);
        return most ? values.max() : values.min();
    }

    private String day(Map<LocalDate, Double> days) {
        Map.Entry<LocalDate, Double> best = days.entrySet().stream()
                .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                .orElseThrow();
        if (keys.size() < 2) {
            return best.getKey().toString();
        }
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put(keys.get(0), best.getKey().toString());
        object.put(keys.get(1), best.getValue());
        return JsonCodec.write(object);
    }

    private static double tenth(double value) {
        return Math.rint(value * 10) / 10;
    }
}
