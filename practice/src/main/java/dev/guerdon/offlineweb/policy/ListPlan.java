package dev.guerdon.offlineweb.policy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.offlineweb.policy.RecordQuery.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Researches questions about lists: finds the list, brings all of it to view as far as the prompt says how, and computes. */
final class ListPlan implements RuleBasedResearcher.Plan {

    private static final Pattern SHOWING = Pattern.compile("Showing (\\d+) of (\\d+)");
    private static final Pattern DATA = Pattern.compile("Data[^:]*: (https?://\\S+)");

    private final RecordQuery query;
    private final SearchMemory results = new SearchMemory();
    private final Set<String> applied = new HashSet<>();
    private final Set<ListedItem> records = new LinkedHashSet<>();
    private boolean fetched;

    ListPlan(RecordQuery query) {
        this.query = query;
    }

    @Override
    public PolicyMove next(PromptView view) {
        if (fetched && !view.fetched().isEmpty()) {
            return fromData(view);
        }
        Optional<PolicyMove> way = results.toSource(view, searchWords(view));
        return way.orElseGet(() -> onSource(view));
    }

    private String searchWords(PromptView view) {
        if (query.aboutHomes() && view.told("Real estate")) {
            return "homes sold in " + query.place();
        }
        Optional<String> business = query.business();
        return business.isPresent() && view.told("Local business")
                ? business.get() + " near " + query.place()
                : query.question();
    }

    private PolicyMove onSource(PromptView view) {
        if (query.aboutHomes() && view.told("Real estate")) {
            Optional<PageElement> filter = nextFilter(view);
            if (filter.isPresent()) {
                applied.add(filter.get().name());
                return PolicyMove.click("I apply a filter of the site.", filter.get());
            }
        }
        List<ListedItem> here = ListedItem.on(view.page());
        if (here.isEmpty()) {
            return results.next("This page lists nothing of use, so I look at the next source.");
        }
        records.addAll(here);
        Optional<PageElement> more = more(view);
        if (more.isPresent()) {
            return PolicyMove.click("The list goes on.", more.get());
        }
        return conclude(view);
    }

    /** Returns the site's filters and orders that the question asks for, one after the other. */
    private Optional<PageElement> nextFilter(PromptView view) {
        List<String> wanted = new ArrayList<>();
        if (!query.year().isEmpty()) {
            wanted.add("Sold in " + query.year());
        }
        for (RecordQuery.Limit limit : query.limits()) {
            if (limit.words().contains("bedroom")) {
                String how = limit.relation() == RecordQuery.Relation.EXACTLY ? "Exactly " : "At least ";
                wanted.add(how + QuestionWords.shown(limit.value()) + " bed");
            }
        }
        switch (query.operation()) {
            case MOST -> wanted.add("Most expensive first");
            case LEAST -> wanted.add("Cheapest first");
            default -> {}
        }
        return view.page().roles("link").stream()
                .filter(link -> !applied.contains(link.name()))
                .filter(link -> wanted.stream().anyMatch(name -> link.name().startsWith(name)))
                .findFirst();
    }

    private Optional<PageElement> more(PromptView view) {
        boolean homes = query.aboutHomes() && view.told("Real estate");
        boolean business = query.business().isPresent() && view.told("Local business");
        return view.page().clickables().stream()
                .filter(one -> (homes && one.name().equals("Next page"))
                        || (business && one.name().equals("Show more")))
                .findFirst();
    }

    private PolicyMove conclude(PromptView view) {
        Optional<String> answer = new Findings(query, List.copyOf(records)).answer();
        if (!isWhole(view)) {
            return isLookup() && answer.isPresent()
                    ? PolicyMove.answer(view, answer.get())
                    : PolicyMove.giveUp("I see only a part of the list, which does not tell.");
        }
        if (answer.isPresent()) {
            return PolicyMove.answer(view, answer.get());
        }
        Optional<String> data = data(view);
        if (data.isPresent() && view.told("Local business")) {
            fetched = true;
            return PolicyMove.call(view, data.get());
        }
        return results.next("This list does not have what the question asks for.");
    }

    /** Returns whether a single row is enough, whatever the rest of the list is. */
    private boolean isLookup() {
        return records.stream()
                .anyMatch(
                        record -> record.name().length() > 3 && query.question().contains(record.name()));
    }

    private boolean isWhole(PromptView view) {
        boolean another = view.page().clickables().stream()
                .anyMatch(one -> one.name().equals("Next page") || one.name().equals("Show more"));
        boolean all = view.page().texts().stream()
                .map(SHOWING::matcher)
                .filter(Matcher::find)
                .allMatch(shown -> shown.group(1).equals(shown.group(2)));
        return !view.pageCut() && !another && all;
    }

    private static Optional<String> data(PromptView view) {
        return view.page().texts().stream()
                .map(DATA::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst();
    }

    private PolicyMove fromData(PromptView view) {
        fetched = false;
        try {
            List<ListedItem> found = ListedItem.in(JsonCodec.read(view.fetched(), "the fetched data"));
            Optional<String> answer = new Findings(query, found).answer();
            if (answer.isPresent()) {
                return PolicyMove.answer(view, answer.get());
            }
        } catch (GuerdonException e) {
            return PolicyMove.giveUp("The data is not readable; it may have been cut off.");
        }
        return PolicyMove.giveUp("The data does not have what the question asks for.");
    }

    /** Answers a query from records. */
    static final class Findings {

        private final RecordQuery query;
        private final List<ListedItem> records;

        Findings(RecordQuery query, List<ListedItem> records) {
            this.query = query;
            this.records = records;
        }

        /** Returns the answer; empty where the records do not have what it takes. */
        Optional<String> answer() {
            Optional<ListedItem> named = records.stream()
                    .filter(record ->
                            record.name().length() > 3 && query.question().contains(record.name()))
                    .findFirst();
            if (named.isPresent() && (query.operation() == Operation.COUNT || query.operation() == Operation.VALUE)) {
                return named.get().field(query.target(), query.year()).map(Findings::plain);
            }
            Optional<List<ListedItem>> fitting = fitting();
            if (fitting.isEmpty() || records.isEmpty()) {
                return Optional.empty();
            }
            return switch (query.operation()) {
                case COUNT -> Optional.of(String.valueOf(fitting.get().size()));
                case LIST -> Optional.of(names(fitting.get()));
                case VALUE -> Optional.empty();
                case MEDIAN, MEAN -> figure(fitting.get());
                case MOST, LEAST -> extreme(fitting.get());
            };
        }

        /** Returns the records that keep to all limits; empty where a limit is on something that they do not have. */
        private Optional<List<ListedItem>> fitting() {
            List<ListedItem> fitting = new ArrayList<>(records);
            for (RecordQuery.Limit limit : query.limits()) {
                boolean known = fitting.stream()
                        .anyMatch(record ->
                                record.field(limit.words(), query.year()).isPresent());
                if (!known && !fitting.isEmpty()) {
                    return Optional.empty();
                }
                fitting.removeIf(record -> value(record, limit.words()).isEmpty()
                        || !limit.holds(value(record, limit.words()).getAsDouble()));
            }
            fitting.removeIf(record -> {
                String year = record.fields().get("year");
                return year != null && !query.year().isEmpty() && !year.equals(query.year());
            });
            fitting.removeIf(record -> !hasNamedValues(record));
            return Optional.of(fitting);
        }

        /** "Of the region Islands": where the question names a column before a word, the record must have that word in it. */
        private boolean hasNamedValues(ListedItem record) {
            return record.fields().entrySet().stream().allMatch(field -> {
                String before = " " + field.getKey() + " ";
                int at = query.question().indexOf(before);
                String after = at < 0 ? "" : query.question().substring(at + before.length());
                boolean names = !after.isEmpty() && Character.isUpperCase(after.charAt(0));
                return !names || after.startsWith(field.getValue());
            });
        }

        private OptionalDouble value(ListedItem record, List<String> words) {
            return record.field(words, query.year()).map(QuestionWords::number).orElse(OptionalDouble.empty());
        }

        private Optional<String> figure(List<ListedItem> fitting) {
            List<Double> values = fitting.stream()
                    .map(record -> value(record, query.target()))
                    .filter(OptionalDouble::isPresent)
                    .map(OptionalDouble::getAsDouble)
                    .sorted()
                    .toList();
            if (values.isEmpty()) {
                return Optional.empty();
            }
            int middle = values.size() / 2;
            double median =
                    values.size() % 2 == 1 ? values.get(middle) : (values.get(middle - 1) + values.get(middle)) / 2;
            double mean = values.stream().mapToDouble(value -> value).average().orElse(0);
            return Optional.of(QuestionWords.shown(query.operation() == Operation.MEDIAN ? median : mean));
        }

        private Optional<String> extreme(List<ListedItem> fitting) {
            List<ListedItem> ranked = fitting.stream()
                    .filter(record -> value(record, query.target()).isPresent())
                    .sorted(Comparator.comparingDouble(record -> (query.operation() == Operation.MOST ? -1 : 1)
                            * value(record, query.target()).orElse(0)))
                    .limit(query.count())
                    .toList();
            if (ranked.isEmpty()) {
                return Optional.empty();
            }
            boolean asksForTheFigure = query.question()
                    .toLowerCase(Locale.ROOT)
                    .matches("(?s)what (?:is|was) the (?:highest|largest|lowest|smallest|greatest) .*");
            return asksForTheFigure
                    ? ranked.getFirst().field(query.target(), query.year()).map(Findings::plain)
                    : Optional.of(names(ranked)).filter(names -> !names.isEmpty());
        }

        /** Returns names in a line each, or the objects that were asked for. */
        private String names(List<ListedItem> some) {
            if (query.keys().isEmpty()) {
                return some.stream().map(ListedItem::name).collect(Collectors.joining("\n"));
            }
            List<String> lines = new ArrayList<>();
            for (ListedItem record : some) {
                Map<String, @Nullable Object> object = new LinkedHashMap<>();
                for (String key : query.keys()) {
                    Optional<String> field = record.field(QuestionWords.of(key), query.year());
                    if (field.isEmpty() && !key.equals(query.keys().getFirst())) {
                        return "";
                    }
                    object.put(key, field.<Object>map(Findings::typed).orElse(record.name()));
                }
                lines.add(JsonCodec.write(object));
            }
            return String.join("\n", lines);
        }

        private static Object typed(String text) {
            String bare = plain(text);
            if (bare.matches("-?\\d{1,15}")) {
                return Long.parseLong(bare);
            }
            return bare.matches("-?\\d+\\.\\d+") ? (Object) Double.parseDouble(bare) : bare;
        }

        /** Returns a figure without its separators and unit; other text as it is. */
        private static String plain(String text) {
            return text.matches("\\$?-?\\d[\\d,]*(?:\\.\\d+)?") ? text.replaceAll("[$,]", "") : text;
        }
    }
}
