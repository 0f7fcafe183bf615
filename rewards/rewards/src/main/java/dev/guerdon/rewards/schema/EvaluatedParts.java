package dev.guerdon.rewards.schema;

import dev.guerdon.rewards.schema.SchemaEvaluation.Scope;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the properties and items that a schema has spoken about, for the keywords about the others. */
final class EvaluatedParts {

    private final SchemaEvaluation evaluation;

    EvaluatedParts(SchemaEvaluation evaluation) {
        this.evaluation = evaluation;
    }

    /** Goes on with a schema that is applied to the same value. */
    private interface Next {
        void with(@Nullable Object schema, Scope scope);
    }

    void properties(@Nullable Object schema, Map<?, ?> value, Scope around, Set<Object> known) {
        evaluation.steps.step();
        if (!(schema instanceof Map<?, ?> map)) {
            return;
        }
        Scope scope = inside(map, around);
        if (map.get("properties") instanceof Map<?, ?> named) {
            for (Object name : named.keySet()) {
                if (value.containsKey(name)) {
                    known.add(name);
                }
            }
        }
        for (String keyword : List.of("additionalProperties", "unevaluatedProperties")) {
            if (map.containsKey(keyword)) {
                value.forEach((name, member) -> {
                    if (evaluation.holds(map.get(keyword), member, scope)) {
                        known.add(name);
                    }
                });
            }
        }
        if (map.get("patternProperties") instanceof Map<?, ?> patterns) {
            for (Object name : value.keySet()) {
                for (Object pattern : patterns.keySet()) {
                    if (evaluation
                            .document
                            .pattern(KeywordShape.text(pattern))
                            .found(KeywordShape.text(name), evaluation.steps)) {
                        known.add(name);
                    }
                }
            }
        }
        Next next = (part, inner) -> properties(part, value, inner, known);
        if (map.get("dependentSchemas") instanceof Map<?, ?> dependent) {
            dependent.forEach((name, part) -> {
                if (value.containsKey(name)) {
                    next.with(part, scope);
                }
            });
        }
        applicators(map, value, scope, next);
    }

    void items(@Nullable Object schema, List<?> value, Scope around, BitSet known) {
        evaluation.steps.step();
        if (!(schema instanceof Map<?, ?> map)) {
            return;
        }
        Scope scope = inside(map, around);
        if (map.containsKey("items")) {
            known.set(0, value.size());
            return;
        }
        if (map.get("prefixItems") instanceof List<?> prefix) {
            known.set(0, prefix.size());
        }
        for (String keyword : List.of("contains", "unevaluatedItems")) {
            if (map.containsKey(keyword)) {
                for (int i = 0; i < value.size(); i++) {
                    if (evaluation.holds(map.get(keyword), value.get(i), scope)) {
                        known.set(i);
                    }
                }
            }
        }
        applicators(map, value, scope, (part, inner) -> items(part, value, inner, known));
    }

    private Scope inside(Map<?, ?> schema, Scope around) {
        return schema.containsKey("$id") ? around.in(evaluation.document.index.base(schema, around.base())) : around;
    }

    private void applicators(Map<?, ?> map, Object value, Scope scope, Next next) {
        for (String keyword : List.of("$ref", "$dynamicRef")) {
            if (map.get(keyword) instanceof String reference) {
                SchemaIndex.Target target = evaluation.target(keyword, reference, scope);
                next.with(target.schema(), scope.following(target, value));
            }
        }
        for (String keyword : List.of("allOf", "oneOf", "anyOf")) {
            if (map.get(keyword) instanceof List<?> parts) {
                for (Object part : parts) {
                    if (evaluation.holds(part, value, scope)) {
                        next.with(part, scope);
                    }
                }
            }
        }
        if (map.containsKey("if")) {
            boolean then = evaluation.holds(map.get("if"), value, scope);
            if (then) {
                next.with(map.get("if"), scope);
            }
            String branch = then ? "then" : "else";
            if (map.containsKey(branch)) {
                next.with(map.get(branch), scope);
            }
        }
    }
}
