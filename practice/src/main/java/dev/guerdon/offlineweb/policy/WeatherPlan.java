package dev.guerdon.offlineweb.policy;

import dev.guerdon.offlineweb.policy.WeatherQuery.Window;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Researches questions about past weather: by the service where the prompt names one, else by the pages of the place. */
final class WeatherPlan implements RuleBasedResearcher.Plan {

    private static final Pattern TEMPLATE = Pattern.compile("https?://\\S+latitude=LAT\\S+");
    private static final Pattern ZONE_RULE = Pattern.compile("pass timezone=([A-Za-z/_]+)");
    private static final Pattern COORDINATES =
            Pattern.compile("[Ll]atitude (-?\\d+(?:\\.\\d+)?), longitude (-?\\d+(?:\\.\\d+)?)");
    private static final String ALL_VARIABLES =
            "precipitation_sum,temperature_2m_max,temperature_2m_min,temperature_2m_mean";

    private final WeatherQuery query;
    private final SearchMemory results = new SearchMemory();
    private final Map<LocalDate, Double> figures = new HashMap<>();
    private final List<Window> toRead = new ArrayList<>();
    private @Nullable List<String> calls;
    private String latitude = "";
    private String longitude = "";
    private String placePage = "";

    WeatherPlan(WeatherQuery query) {
        this.query = query;
        toRead.addAll(query.windows());
    }

    @Override
    public PolicyMove next(PromptView view) {
        Matcher template = TEMPLATE.matcher(view.system());
        return template.find() ? byService(view, template.group()) : byPages(view);
    }

    private PolicyMove byService(PromptView view, String template) {
        List<String> left = calls;
        if (left == null) {
            Optional<PolicyMove> way = toPlace(view);
            if (way.isPresent()) {
                return way.get();
            }
            left = calls(view, template);
            calls = left;
        } else {
            readJson(view.fetched());
            view.page().texts().stream().filter(text -> text.startsWith("{")).forEach(this::readJson);
        }
        if (!left.isEmpty()) {
            return PolicyMove.call(view, left.removeFirst());
        }
        return query.answer(figures)
                .map(answer -> PolicyMove.answer(view, answer))
                .orElseGet(() -> PolicyMove.giveUp("The data that I can see does not cover all days in question."));
    }

    /** Moves until the coordinates of the place are known. */
    private Optional<PolicyMove> toPlace(PromptView view) {
        boolean told = view.told("Weather");
        Optional<PolicyMove> way =
                results.toSource(view, told ? query.place() + " weather archive" : query.place() + " weather");
        if (way.isPresent()) {
            return way;
        }
        for (String text : view.page().texts()) {
            Matcher found = COORDINATES.matcher(text);
            if (found.find()) {
                latitude = found.group(1);
                longitude = found.group(2);
                return Optional.empty();
            }
        }
        return Optional.of(results.next("This page does not say where the place is."));
    }

    private List<String> calls(PromptView view, String template) {
        Window all = new Window(
                query.windows().getFirst().from(), query.windows().getLast().to());
        List<Window> windows = view.told("Per year") ? query.windows() : List.of(all);
        boolean narrow = view.told("Weather");
        Matcher rule = ZONE_RULE.matcher(view.system());
        String zone = rule.find() ? rule.group(1) : "";
        List<String> made = new ArrayList<>();
        for (Window window : windows) {
            LocalDate from = narrow ? window.from() : window.from().withDayOfYear(1);
            LocalDate to = narrow ? window.to() : window.to().withMonth(12).withDayOfMonth(31);
            String call = template.replace("LAT", latitude)
                    .replace("LON", longitude)
                    .replaceFirst("YYYY-MM-DD", from.toString())
                    .replaceFirst("YYYY-MM-DD", to.toString())
                    .replace("VARIABLES", narrow ? query.variable() : ALL_VARIABLES);
            made.add(zone.isEmpty() ? call : call.replaceFirst("timezone=[^&]*", "timezone=" + zone));
        }
        return made;
    }

    /** Reads days and figures as far as they are there; a text that was cut has fewer figures than days. */
    private void readJson(String text) {
        List<String> days = list(text, "time");
        List<String> values = list(text, query.variable());
        for (int i = 0; i < Math.min(days.size(), values.size()); i++) {
            OptionalDouble value = QuestionWords.number(values.get(i));
            Optional<LocalDate> day = date(days.get(i).replace("\"", ""));
            if (day.isPresent() && value.isPresent()) {
                figures.put(day.get(), value.getAsDouble());
            }
        }
    }

    private static List<String> list(String text, String name) {
        int at = text.indexOf("\"" + name + "\":[");
        if (at < 0) {
            return List.of();
        }
        int from = at + name.length() + 4;
        int end = text.indexOf(']', from);
        // Without its end, the last element may be cut as well.
        int last = end >= 0 ? end : Math.max(from, text.lastIndexOf(','));
        return List.of(text.substring(from, last).split(",", -1));
    }

    private PolicyMove byPages(PromptView view) {
        Optional<PolicyMove> way = placePage.isEmpty() ? toPlace(view) : Optional.empty();
        if (way.isPresent()) {
            return way.get();
        }
        placePage = placePage.isEmpty() ? view.url() : placePage;
        for (ListedItem row : ListedItem.on(view.page())) {
            readRow(row);
        }
        toRead.removeIf(window -> figures.containsKey(window.from()) && figures.containsKey(window.to()));
        if (toRead.isEmpty()) {
            return query.answer(figures)
                    .map(answer -> PolicyMove.answer(view, answer))
                    .orElseGet(() -> PolicyMove.giveUp("The table does not cover all days in question."));
        }
        return towards(view, toRead.getFirst().from());
    }

    private void readRow(ListedItem row) {
        for (String heading : query.headings()) {
            for (Map.Entry<String, String> field : row.fields().entrySet()) {
                OptionalDouble value = QuestionWords.number(field.getValue());
                Optional<LocalDate> day = date(row.name());
                if (field.getKey().startsWith(heading) && day.isPresent() && value.isPresent()) {
                    figures.putIfAbsent(day.get(), value.getAsDouble());
                }
            }
        }
    }

    /** Follows the links to the table of a month; from a table that is of no use it goes back to the place. */
    private PolicyMove towards(PromptView view, LocalDate day) {
        if (view.pageCut() && !ListedItem.on(view.page()).isEmpty()) {
            return PolicyMove.giveUp("The table is cut off before the days in question.");
        }
        String month = day.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH) + " " + day.getYear();
        List<PageElement> links = view.page().roles("link");
        return links.stream()
                .filter(link -> link.name().equals(month))
                .findFirst()
                .or(() -> links.stream()
                        .filter(link -> link.name().endsWith(" " + day.getYear())
                                && link.name().contains(query.place()))
                        .findFirst())
                .map(link -> PolicyMove.click("I follow the link to the time in question.", link))
                .orElseGet(() -> PolicyMove.open("I go back to the place.", placePage));
    }

    private static Optional<LocalDate> date(String text) {
        try {
            return Optional.of(LocalDate.parse(text.strip()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
