package dev.guerdon.offlineweb.policy;

import dev.guerdon.api.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One of several alike things that a page or a JSON text lists: a row, an article, an item, an object.
 *
 * @param name what it is called
 * @param fields its figures and texts by the names the page gives them, in lower case
 */
record ListedItem(String name, Map<String, String> fields) {

    private static final Pattern LABELLED = Pattern.compile("([A-Za-z][A-Za-z ]{1,30}): (.+)");
    private static final Pattern PRICE = Pattern.compile("\\$([\\d,]+(?:\\.\\d+)?)");
    private static final Pattern MEASURED =
            Pattern.compile("(\\d[\\d,.]*) (beds?|baths?|bedrooms?|bathrooms?|sq ft|stars?|reviews?|m away|km away)");
    private static final Pattern DATE = Pattern.compile("(?:on )?([A-Z][a-z]+ \\d{1,2}, (\\d{4}))");

    /** Returns what a page lists: the rows of its tables, else its articles and list items. */
    static List<ListedItem> on(PageElement page) {
        List<ListedItem> records = new ArrayList<>();
        page.roles("table").forEach(table -> addRows(table, records));
        if (records.isEmpty()) {
            for (PageElement item : page.all(
                    node -> node.role().equals("article") || node.role().equals("listitem"))) {
                item(item).ifPresent(records::add);
            }
        }
        return records;
    }

    private static void addRows(PageElement table, List<ListedItem> records) {
        List<String> heads = List.of();
        for (PageElement row : table.roles("row")) {
            List<String> cells = row.children().stream().map(PageElement::name).toList();
            boolean isHead =
                    row.children().stream().allMatch(cell -> cell.role().equals("columnheader"));
            if (isHead) {
                heads = cells.stream()
                        .map(cell -> cell.toLowerCase(Locale.ROOT))
                        .toList();
            } else if (cells.size() == heads.size()) {
                Map<String, String> fields = new LinkedHashMap<>();
                for (int i = 0; i < cells.size(); i++) {
                    fields.put(heads.get(i), cells.get(i));
                }
                records.add(new ListedItem(cells.getFirst(), fields));
            }
        }
    }

    private static Optional<ListedItem> item(PageElement item) {
        Optional<String> name = item
                .all(node -> node.role().equals("heading") || node.role().equals("link"))
                .stream()
                .map(PageElement::name)
                .findFirst();
        Map<String, String> fields = new LinkedHashMap<>();
        item.texts().forEach(text -> addFields(text, fields));
        return name.isEmpty() || fields.isEmpty() ? Optional.empty() : Optional.of(new ListedItem(name.get(), fields));
    }

    private static void addFields(String text, Map<String, String> fields) {
        Matcher labelled = LABELLED.matcher(text);
        if (labelled.matches()) {
            fields.put(labelled.group(1).toLowerCase(Locale.ROOT), labelled.group(2));
            return;
        }
        Matcher price = PRICE.matcher(text);
        if (price.find()) {
            fields.put("price", price.group(1));
        }
        Matcher date = DATE.matcher(text);
        if (date.find()) {
            fields.put("date", date.group(1));
            fields.put("year", date.group(2));
        }
        Matcher measured = MEASURED.matcher(text);
        while (measured.find()) {
            fields.put(measured.group(2), measured.group(1));
        }
    }

    /** Returns the objects of the first list of objects in a JSON value. */
    static List<ListedItem> in(Json json) {
        if (json.isList()) {
            List<ListedItem> records = new ArrayList<>();
            for (Json one : json.asList()) {
                if (one.isObject()) {
                    records.add(object(one.asMap()));
                }
            }
            return records;
        }
        if (json.isObject()) {
            for (Object member : json.asMap().values()) {
                List<ListedItem> records = in(new Json(member));
                if (!records.isEmpty()) {
                    return records;
                }
            }
        }
        return List.of();
    }

    private static ListedItem object(Map<String, @Nullable Object> object) {
        Map<String, String> fields = new LinkedHashMap<>();
        object.forEach((key, value) ->
                fields.put(key.toLowerCase(Locale.ROOT).replace('_', ' '), value == null ? "" : String.valueOf(value)));
        return new ListedItem(fields.getOrDefault("name", ""), fields);
    }

    /**
     * Returns the field that words ask for; of several the one that has the year in its name.
     *
     * @param year the year in question, empty for none
     */
    Optional<String> field(List<String> words, String year) {
        List<String> fitting = fields.keySet().stream()
                .filter(key -> QuestionWords.share(words, QuestionWords.of(key)))
                .toList();
        return fitting.stream()
                .filter(key -> !year.isEmpty() && key.contains(year))
                .findFirst()
                .or(() -> fitting.stream().findFirst())
                .map(fields::get);
    }
}
