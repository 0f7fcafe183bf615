package dev.guerdon.rewards.schema;

import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.schema.SchemaDocument.BadSchema;
import dev.guerdon.rewards.schema.SchemaDocument.Rules;
import dev.guerdon.rewards.schema.SchemaDocument.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Holds one value against a schema: the keywords that are about any value, and the way down. */
final class SchemaEvaluation {

    final SchemaDocument document;
    final GradingSteps steps;
    private final boolean formats;
    private final JsonEquality values;
    private final ObjectKeywords objects;
    private final ArrayKeywords arrays;

    SchemaEvaluation(SchemaDocument document, boolean formats, GradingSteps steps) {
        this.document = document;
        this.steps = steps;
        this.formats = formats;
        this.values = document.values;
        this.objects = new ObjectKeywords(this);
        this.arrays = new ArrayKeywords(this);
    }

    /**
     * Part to which a keyword is applied.
     *
     * @param errors where to put what is wrong; null if it is enough to know that something is
     */
    record At(
            Map<?, ?> schema,
            @Nullable Object value,
            Scope scope,
            @Nullable Place place,
            @Nullable List<Violation> errors) {

        /** Returns whether there is no need to look further. */
        boolean ends(boolean valid) {
            return !valid && errors == null;
        }

        @Nullable
        Place inner(Object step) {
            return errors == null ? null : new Place(place, step);
        }
    }

    /** Returns whether the value meets the schema; without a list of errors the first one ends it. */
    boolean valid(
            @Nullable Object schema,
            @Nullable Object value,
            Scope around,
            @Nullable Place place,
            @Nullable List<Violation> errors) {
        steps.step();
        if (schema instanceof Boolean allows) {
            if (!allows && errors != null) {
                errors.add(new Violation(Place.path(place), null));
            }
            return allows;
        }
        if (!(schema instanceof Map<?, ?> map)) {
            throw new BadSchema("a reference leads to something that is no schema");
        }
        Scope scope = map.containsKey("$id") ? around.in(document.index.base(map, around.base())) : around;
        At at = new At(map, value, scope, place, errors);
        boolean valid = true;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!keyword((String) entry.getKey(), entry.getValue(), at)) {
                valid = false;
                if (errors == null) {
                    return false;
                }
            }
        }
        return valid;
    }

    /** Applies a schema to a part of the value. Python's reading gives a part that is forbidden the place of the whole. */
    boolean part(@Nullable Object schema, @Nullable Object part, Object step, At at) {
        boolean whole = document.rules == Rules.PYTHON && schema instanceof Boolean;
        return valid(schema, part, at.scope(), whole ? at.place() : at.inner(step), at.errors());
    }

    boolean same(@Nullable Object schema, At at) {
        return valid(schema, at.value(), at.scope(), at.place(), at.errors());
    }

    boolean holds(@Nullable Object schema, @Nullable Object value, Scope scope) {
        return valid(schema, value, scope, null, null);
    }

    private boolean keyword(String name, @Nullable Object wanted, At at) {
        steps.step();
        Object value = at.value();
        return switch (name) {
            case "$ref", "$dynamicRef" -> {
                SchemaIndex.Target target = target(name, String.valueOf(wanted), at.scope());
                yield valid(target.schema(), value, at.scope().following(target, value), at.place(), at.errors());
            }
            case "type" -> met(isType(value, wanted), name, at);
            case "const" -> met(values.equal(value, wanted), name, at);
            case "enum" -> met(isAmong(value, KeywordShape.list(wanted)), name, at);
            case "allOf" -> each(KeywordShape.list(wanted), at, part -> same(part, at));
            case "anyOf" -> met(howMany(KeywordShape.list(wanted), at, 1) == 1, name, at);
            case "oneOf" -> met(howMany(KeywordShape.list(wanted), at, 2) == 1, name, at);
            case "not" -> met(!holds(wanted, value, at.scope()), name, at);
            case "if" -> {
                String branch = holds(wanted, value, at.scope()) ? "then" : "else";
                yield !at.schema().containsKey(branch) || same(at.schema().get(branch), at);
            }
            case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf" ->
                !(value instanceof Number number) || met(number(name, number, KeywordShape.number(wanted)), name, at);
            case "minLength", "maxLength", "pattern" ->
                !(value instanceof String text) || met(text(name, text, wanted), name, at);
            case "format" -> !formats || met(StringFormats.isMet(KeywordShape.text(wanted), value), name, at);
            default -> {
                if (value instanceof Map<?, ?> map) {
                    yield objects.keyword(name, wanted, map, at);
                }
                yield !(value instanceof List<?> list) || arrays.keyword(name, wanted, list, at);
            }
        };
    }

    /** Returns whether all parts hold; without a list of errors the first that does not ends it. */
    static <T> boolean each(Iterable<? extends T> parts, At at, Predicate<T> holds) {
        boolean all = true;
        for (T part : parts) {
            all &= holds.test(part);
            if (at.ends(all)) {
                return false;
            }
        }
        return all;
    }

    boolean met(boolean met, String keyword, At at) {
        if (!met && at.errors() != null) {
            at.errors().add(new Violation(Place.path(at.place()), keyword));
        }
        return met;
    }

    /** Returns what a reference means here: a dynamic anchor is looked for from the outermost scope inwards. */
    SchemaIndex.Target target(String keyword, String reference, Scope scope) {
        SchemaIndex.Target first = document.index.resolve(reference, scope.base());
        boolean python = document.rules == Rules.PYTHON;
        if (!first.dynamic() || (!python && keyword.equals("$ref"))) {
            return first;
        }
        String name = reference.substring(reference.indexOf('#') + 1);
        SchemaIndex.Target outermost = first;
        for (Scope outer = scope; outer != null; outer = outer.outer()) {
            SchemaIndex.Target other =
                    python && outer.base().isEmpty() ? null : document.index.dynamic(name, outer.base());
            outermost = other == null ? outermost : other;
        }
        return outermost;
    }

    private static boolean isType(@Nullable Object value, @Nullable Object wanted) {
        if (wanted instanceof String type) {
            return JsonEquality.isType(value, type);
        }
        for (Object type : KeywordShape.list(wanted)) {
            if (JsonEquality.isType(value, KeywordShape.text(type))) {
                return true;
            }
        }
        return false;
    }

    private boolean isAmong(@Nullable Object value, List<?> wanted) {
        for (Object one : wanted) {
            steps.step();
            if (values.equal(one, value)) {
                return true;
            }
        }
        return false;
    }

    private int howMany(List<?> schemas, At at, int enough) {
        int count = 0;
        for (Object schema : schemas) {
            // Python collects all that is wrong up to the first schema that is met, and so meets every bad reference
            // there.
            boolean all = document.rules == Rules.PYTHON && count == 0;
            if (valid(schema, at.value(), at.scope(), at.place(), all ? new ArrayList<>() : null)
                    && ++count == enough) {
                break;
            }
        }
        return count;
    }

    private boolean number(String keyword, Number value, Number wanted) {
        if (keyword.equals("multipleOf")) {
            return values.isMultiple(value, wanted);
        }
        if (value instanceof Double d && d.isNaN()) {
            // Python finds every comparison with NaN false, and so no bound broken.
            return true;
        }
        int order = values.compare(value, wanted);
        return switch (keyword) {
            case "minimum" -> order >= 0;
            case "maximum" -> order <= 0;
            case "exclusiveMinimum" -> order > 0;
            default -> order < 0;
        };
    }

    private boolean text(String keyword, String text, @Nullable Object wanted) {
        steps.spend(text.length() >> 6);
        if (keyword.equals("pattern")) {
            return document.pattern(KeywordShape.text(wanted)).found(text, steps);
        }
        return within(keyword.equals("minLength"), text.codePointCount(0, text.length()), wanted);
    }

    /** Returns whether a size is at least, or at most, what is wanted. */
    boolean within(boolean least, int size, @Nullable Object wanted) {
        int order = values.compare(size, KeywordShape.number(wanted));
        return least ? order >= 0 : order <= 0;
    }

    boolean areDistinct(List<?> list) {
        Set<Object> seen = new HashSet<>();
        for (Object element : list) {
            steps.step();
            if (!seen.add(values.key(element))) {
                return false;
            }
        }
        return true;
    }

    /**
     * The way from the root to where a schema is applied.
     *
     * @param base the address that references begin from
     * @param outer the scope around, with another address
     * @param last the last reference that was followed to get here
     */
    record Scope(
            String base, @Nullable Scope outer, @Nullable Followed last) {

        static final Scope START = new Scope("", null, null);

        /** A reference that was followed for a value. */
        record Followed(
                @Nullable Object schema,
                @Nullable Object value,
                @Nullable Followed before) {}

        Scope in(String address) {
            return address.equals(base) ? this : new Scope(address, this, last);
        }

        /** The scope behind a reference; throws where the same reference is already being followed for the same value. */
        @SuppressWarnings("ReferenceEquality") // the same place, not an equal value
        Scope following(SchemaIndex.Target target, @Nullable Object value) {
            for (Followed followed = last; followed != null; followed = followed.before) {
                if (followed.value != value) {
                    break;
                }
                if (followed.schema == target.schema()) {
                    throw new BadSchema("the schema refers to itself without end");
                }
            }
            Followed next = new Followed(target.schema(), value, last);
            return target.base().equals(base) ? new Scope(base, outer, next) : new Scope(target.base(), this, next);
        }
    }

    /** Place of a value in the whole: the place around it, and a name or an index. */
    record Place(@Nullable Place around, Object step) {

        static String path(@Nullable Place place) {
            StringBuilder out = new StringBuilder();
            append(place, out);
            return out.toString();
        }

        private static void append(@Nullable Place innermost, StringBuilder out) {
            java.util.ArrayDeque<Object> steps = new java.util.ArrayDeque<>();
            for (Place place = innermost; place != null; place = place.around) {
                steps.push(place.step);
            }
            out.append('$');
            for (Object step : steps) {
                if (step instanceof String name) {
                    if (isPlain(name)) {
                        out.append('.').append(name);
                    } else {
                        String quoted = name.replace("\\", "\\\\").replace("'", "\\'");
                        out.append("['").append(quoted).append("']");
                    }
                } else {
                    out.append('[').append(step).append(']');
                }
            }
        }

        /** Returns a letter, then letters, digits and underscores; Python's pattern also lets one line feed at the end pass. */
        private static boolean isPlain(String name) {
            int end = name.endsWith("\n") ? name.length() - 1 : name.length();
            for (int i = 0; i < end; i++) {
                char c = name.charAt(i);
                boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
                if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '_'))) {
                    return false;
                }
            }
            return end > 0;
        }
    }
}
