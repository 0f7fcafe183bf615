package dev.guerdon.rewards.schema;

import dev.guerdon.rewards.regex.BoundedRegex;
import dev.guerdon.rewards.regex.BoundedRegex.BadPattern;
import dev.guerdon.rewards.schema.SchemaDocument.BadSchema;
import dev.guerdon.rewards.schema.SchemaDocument.Rules;
import dev.guerdon.rewards.schema.SchemaKeywords.Takes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks that a schema is one by the meta-schema of 2020-12, and reads its patterns. */
final class MetaCheck {

    /** How deep schemas may be nested. */
    private static final int DEEPEST = 500;

    private static final Set<String> TYPES =
            Set.of("array", "boolean", "integer", "null", "number", "object", "string");
    private static final Pattern ANCHOR = Pattern.compile("[A-Za-z_][-A-Za-z0-9._]*");
    private static final Pattern IDENTIFIER = Pattern.compile("[^#]*#?");

    private final Rules rules;
    private final JsonEquality values;
    private final Map<String, BoundedRegex> patterns = new HashMap<>();
    private int depth;

    private MetaCheck(Rules rules) {
        this.rules = rules;
        this.values = new JsonEquality(rules);
    }

    /** Returns the patterns of the schema; throws if it is none. */
    static Map<String, BoundedRegex> patterns(@Nullable Object schema, Rules rules) {
        MetaCheck check = new MetaCheck(rules);
        check.schema(schema, "");
        return check.patterns;
    }

    static BoundedRegex pattern(String pattern, Rules rules, String where) {
        try {
            return BoundedRegex.compile(pattern, rules.flavor(), false);
        } catch (BadPattern e) {
            throw new BadSchema(
                    "the schema's " + where + " holds a pattern that is none, '" + pattern + "': " + e.getMessage());
        }
    }

    private void schema(@Nullable Object schema, String where) {
        if (schema instanceof Boolean) {
            return;
        }
        if (!(schema instanceof Map<?, ?> map)) {
            throw bad(where, "an object or a boolean");
        }
        if (++depth > DEEPEST) {
            throw new BadSchema("the schema is nested deeper than " + DEEPEST);
        }
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Takes takes = SchemaKeywords.KEYWORDS.get(String.valueOf(entry.getKey()));
            if (takes != null) {
                keyword(takes, entry.getValue(), where + "/" + entry.getKey());
            }
        }
        depth--;
    }

    private static BadSchema bad(String where, String expected) {
        return new BadSchema("the schema's " + (where.isEmpty() ? "root" : where) + " must be " + expected);
    }

    private static void require(boolean holds, String where, String expected) {
        if (!holds) {
            throw bad(where, expected);
        }
    }

    private void keyword(Takes takes, @Nullable Object value, String where) {
        switch (takes) {
            case SCHEMA -> schema(value, where);
            case SCHEMAS -> {
                require(value instanceof List<?> list && !list.isEmpty(), where, "a list of at least one schema");
                List<?> list = KeywordShape.list(value);
                for (int i = 0; i < list.size(); i++) {
                    schema(list.get(i), where + "/" + i);
                }
            }
            case NAMED_SCHEMAS, PATTERN_SCHEMAS, SCHEMAS_OR_NAMES -> {
                require(value instanceof Map, where, "an object of schemas");
                KeywordShape.map(value).forEach((name, part) -> member(takes, String.valueOf(name), part, where));
            }
            case TYPES -> {
                boolean one = value instanceof String && TYPES.contains(value);
                require(
                        one
                                || (value instanceof List<?> list
                                        && !list.isEmpty()
                                        && TYPES.containsAll(list)
                                        && distinct(list)),
                        where,
                        "a type or a list of types, of "
                                + TYPES.stream().sorted().toList());
            }
            case LIST -> require(value instanceof List, where, "a list");
            case COUNT ->
                require(
                        value instanceof Number n && JsonEquality.isWhole(n) && values.compare(n, 0) >= 0,
                        where,
                        "a whole number from 0 on");
            case NUMBER -> require(value instanceof Number, where, "a number");
            case POSITIVE -> require(value instanceof Number n && values.compare(n, 0) > 0, where, "a number above 0");
            case BOOLEAN -> require(value instanceof Boolean, where, "true or false");
            case STRING -> require(value instanceof String, where, "a text");
            case ANCHOR ->
                require(
                        value instanceof String s && ANCHOR.matcher(s).matches(),
                        where,
                        "a name of letters, digits, '-', '.' and '_'");
            case IDENTIFIER ->
                require(
                        value instanceof String s && IDENTIFIER.matcher(s).matches(),
                        where,
                        "an address without a fragment");
            case PATTERN -> {
                require(value instanceof String, where, "a text");
                add(KeywordShape.text(value), where);
            }
            case NAMES -> names(value, where);
            case NAMED_NAMES -> {
                require(value instanceof Map, where, "an object of lists of names");
                KeywordShape.map(value).forEach((name, part) -> names(part, where + "/" + name));
            }
            case FLAGS ->
                require(
                        value instanceof Map<?, ?> map && map.values().stream().allMatch(Boolean.class::isInstance),
                        where,
                        "an object of booleans");
        }
    }

    private void member(Takes takes, String name, @Nullable Object part, String where) {
        if (takes == Takes.PATTERN_SCHEMAS) {
            add(name, where);
        }
        if (takes == Takes.SCHEMAS_OR_NAMES && part instanceof List) {
            names(part, where + "/" + name);
        } else {
            schema(part, where + "/" + name);
        }
    }

    private void add(String pattern, String where) {
        if (!patterns.containsKey(pattern)) {
            patterns.put(pattern, pattern(pattern, rules, where));
        }
    }

    private void names(@Nullable Object value, String where) {
        require(
                value instanceof List<?> list && list.stream().allMatch(String.class::isInstance) && distinct(list),
                where,
                "a list of different names");
    }

    private static boolean distinct(List<?> list) {
        return new HashSet<>(list).size() == list.size();
    }
}
