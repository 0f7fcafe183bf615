package dev.guerdon.offlineweb.researcher;

import dev.guerdon.base.JsonCodec;
import dev.guerdon.offlineweb.researcher.Query.Limit;
import dev.guerdon.offlineweb.researcher.Query.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Answers a query from records. */
final class Findings {

    private final Query query;
    private final List<ListedItem> records;

    Findings(Query query, List<ListedItem> records) {
        this.query = query;
        this.records = records;
    }

    /** The answer; empty where the records do not have what it takes. */
    Optional<String> answer() {
        Optional<ListedItem> named = records.stream()
                .filter(record -> record.name().length() > 3 && query.question().contains(record.name()))
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

    /** The records that keep to all limits; empty where a limit is on something that they do not have. */
    private Optional<List<ListedItem>> fitting() {
        List<ListedItem> fitting = new ArrayList<>(records);
        for (Limit limit : query.limits()) {
            boolean known = fitting.stream()
                    .anyMatch(
                            record -> record.field(limit.words(), query.year()).isPresent());
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
        return record.field(words, query.year()).map(Words::number).orElse(OptionalDouble.empty());
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
        double median = values.size() % 2 == 1 ? values.get(middle) : (values.get(middle - 1) + values.get(middle)) / 2;
        double mean = values.stream().mapToDouble(value -> value).average().orElse(0);
        return Optional.of(Words.shown(query.operation() == Operation.MEDIAN ? median : mean));
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

    /** Names in a line each, or the objects that were asked for. */
    private String names(List<ListedItem> some) {
        if (query.keys().isEmpty()) {
            return some.stream().map(ListedItem::name).collect(Collectors.joining("\n"));
        }
        List<String> lines = new ArrayList<>();
        for (ListedItem record : some) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            for (String key : query.keys()) {
                Optional<String> field = record.field(Words.of(key), query.year());
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

    /** A figure without its separators and unit; other text as it is. */
    private static String plain(String text) {
        return text.matches("\\$?-?\\d[\\d,]*(?:\\.\\d+)?") ? text.replaceAll("[$,]", "") : text;
    }
}
