package dev.guerdon.catalogue.schema;

import dev.guerdon.api.Internal;
import dev.guerdon.catalogue.budget.Steps;
import dev.guerdon.catalogue.regex.BoundedRegex;
import java.util.ArrayList;
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
@Internal
public final class SchemaDocument {

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
    final Values values;
    private final Map<String, BoundedRegex> patterns;

    private SchemaDocument(@Nullable Object root, Rules rules) {
        this.root = root;
        this.rules = rules;
        this.values = new Values(rules);
        this.patterns = new ConcurrentHashMap<>(MetaCheck.patterns(root, rules));
        this.index = new SchemaIndex(root);
        if (rules == Rules.STANDARD) {
            index.references().forEach((schema, base) -> {
                for (String keyword : List.of("$ref", "$dynamicRef")) {
                    if (((Map<?, ?>) schema).get(keyword) instanceof String reference) {
                        MetaCheck.patterns(index.resolve(reference, base).schema(), rules);
                    }
                }
            });
        }
    }

    /** The document of a schema; throws {@link BadSchema} where it is none. */
    public static SchemaDocument of(@Nullable Object schema, Rules rules) {
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

    /** Whether the value meets the schema. */
    public boolean accepts(@Nullable Object value, boolean formats, Steps steps) {
        return new Evaluation(this, formats, steps).valid(root, value, Scope.START, null, null);
    }

    /** Everything that is wrong with the value, in order. */
    public List<Violation> violations(@Nullable Object value, boolean formats, Steps steps) {
        List<Violation> found = new ArrayList<>();
        new Evaluation(this, formats, steps).valid(root, value, Scope.START, null, found);
        found.sort(Violation.ORDER);
        return found;
    }
}
