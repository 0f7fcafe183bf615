package dev.guerdon.rewards.schema;

import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.regex.BoundedRegex;
import dev.guerdon.rewards.regex.BoundedRegex.Flavor;
import dev.guerdon.rewards.schema.SchemaEvaluation.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A schema that was checked and indexed. Immutable, and shared by all that hold values against it.
 *
 * <p>The last {@value #KEPT} are kept: a data set has few schemas and many values.
 */
final class SchemaDocument {

    private static final int KEPT = 256;

    private static final Map<Key, SchemaDocument> CACHE = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, SchemaDocument> eldest) {
            return size() > KEPT;
        }
    };

    private record Key(@Nullable Object schema, Rules rules) {}

    final @Nullable Object root;
    final Rules rules;
    final SchemaIndex index;
    final JsonEquality values;
    private final Map<String, BoundedRegex> patterns;

    private SchemaDocument(@Nullable Object root, Rules rules) {
        this.root = root;
        this.rules = rules;
        this.values = new JsonEquality(rules);
        this.patterns = new ConcurrentHashMap<>(MetaCheck.patterns(root, rules));
        this.index = new SchemaIndex(root);
        if (rules == Rules.STANDARD) {
            for (SchemaIndex.Target each : index.references()) {
                for (String keyword : List.of("$ref", "$dynamicRef")) {
                    if (each.schema() instanceof Map<?, ?> schema && schema.get(keyword) instanceof String reference) {
                        MetaCheck.patterns(index.resolve(reference, each.base()).schema(), rules);
                    }
                }
            }
        }
    }

    /** Returns the document of a schema; throws {@link BadSchema} if it is none. */
    static SchemaDocument of(@Nullable Object schema, Rules rules) {
        Key key = new Key(schema, rules);
        synchronized (CACHE) {
            SchemaDocument kept = CACHE.get(key);
            if (kept != null) {
                return kept;
            }
        }
        SchemaDocument made = new SchemaDocument(schema, rules);
        synchronized (CACHE) {
            CACHE.put(key, made);
        }
        return made;
    }

    BoundedRegex pattern(String pattern) {
        BoundedRegex known = patterns.get(pattern);
        return known != null
                ? known
                : patterns.computeIfAbsent(pattern, text -> MetaCheck.pattern(text, rules, "pattern"));
    }

    /** Returns everything that is wrong with the value, in order. */
    List<Violation> violations(@Nullable Object value, boolean formats, GradingSteps steps) {
        List<Violation> found = new ArrayList<>();
        new SchemaEvaluation(this, formats, steps).valid(root, value, Scope.START, null, found);
        found.sort(Violation.ORDER);
        return found;
    }

    /** Says what is wrong with a schema, and where in it. */
    static final class BadSchema extends RuntimeException {

        BadSchema(String problem) {
            super(problem, null, false, false);
        }
    }

    /**
     * One thing that is wrong with a value.
     *
     * @param path where, as a JSON path such as {@code $.items[0]}
     * @param keyword the keyword that is not met; null where the schema is {@code false}
     */
    record Violation(String path, @Nullable String keyword) {

        static final Comparator<Violation> ORDER = Comparator.comparing(Violation::path, PythonStrings::compare)
                .thenComparing(violation -> violation.keyword == null ? "" : violation.keyword, PythonStrings::compare);
    }

    /** Whose reading of the standard counts. */
    enum Rules {
        /** The standard: ECMAScript patterns, exact decimals, every reference resolved beforehand. */
        STANDARD(Flavor.ECMA),
        /** Python's {@code jsonschema}: Python patterns, multiples by division of floats, references looked up when used. */
        PYTHON(Flavor.PYTHON);

        private final Flavor flavor;

        Rules(Flavor flavor) {
            this.flavor = flavor;
        }

        Flavor flavor() {
            return flavor;
        }
    }
}
