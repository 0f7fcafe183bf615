package dev.guerdon.rewards.schema;

import dev.guerdon.rewards.schema.SchemaDocument.Rules;
import dev.guerdon.rewards.schema.SchemaEvaluation.At;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keywords that are about objects. */
final class ObjectKeywords {

    private final SchemaEvaluation evaluation;
    private final EvaluatedParts evaluated;

    ObjectKeywords(SchemaEvaluation evaluation) {
        this.evaluation = evaluation;
        this.evaluated = new EvaluatedParts(evaluation);
    }

    boolean keyword(String name, @Nullable Object wanted, Map<?, ?> value, At at) {
        return switch (name) {
            case "properties" -> properties(KeywordShape.map(wanted), value, at);
            case "patternProperties" -> patternProperties(KeywordShape.map(wanted), value, at);
            case "additionalProperties" -> additional(wanted, value, at);
            case "propertyNames" ->
                SchemaEvaluation.each(
                        value.keySet(), at, key -> evaluation.valid(wanted, key, at.scope(), at.place(), at.errors()));
            case "required" -> required(KeywordShape.list(wanted), value, name, at);
            case "dependentRequired" -> {
                boolean all = true;
                for (Map.Entry<?, ?> entry : KeywordShape.map(wanted).entrySet()) {
                    all &= !value.containsKey(entry.getKey())
                            || required(KeywordShape.list(entry.getValue()), value, name, at);
                }
                yield all;
            }
            case "dependentSchemas" ->
                SchemaEvaluation.each(
                        KeywordShape.map(wanted).entrySet(),
                        at,
                        part -> !value.containsKey(part.getKey()) || evaluation.same(part.getValue(), at));
            case "minProperties" -> evaluation.met(evaluation.within(true, value.size(), wanted), name, at);
            case "maxProperties" -> evaluation.met(evaluation.within(false, value.size(), wanted), name, at);
            case "unevaluatedProperties" -> unevaluated(wanted, value, at);
            default -> true;
        };
    }

    private boolean properties(Map<?, ?> schemas, Map<?, ?> value, At at) {
        return SchemaEvaluation.each(
                schemas.entrySet(),
                at,
                part -> !value.containsKey(part.getKey())
                        || evaluation.part(part.getValue(), value.get(part.getKey()), part.getKey(), at));
    }

    private boolean patternProperties(Map<?, ?> schemas, Map<?, ?> value, At at) {
        return SchemaEvaluation.each(
                schemas.entrySet(),
                at,
                part -> SchemaEvaluation.each(
                        value.entrySet(),
                        at,
                        member -> !matches(part.getKey(), member.getKey())
                                || evaluation.part(part.getValue(), member.getValue(), member.getKey(), at)));
    }

    private boolean matches(Object pattern, Object name) {
        return evaluation.document.pattern(KeywordShape.text(pattern)).found(KeywordShape.text(name), evaluation.steps);
    }

    private boolean additional(@Nullable Object wanted, Map<?, ?> value, At at) {
        Map<?, ?> named = at.schema().get("properties") instanceof Map<?, ?> map ? map : Map.of();
        Map<?, ?> patterns = at.schema().get("patternProperties") instanceof Map<?, ?> map ? map : Map.of();
        boolean all = true;
        for (Map.Entry<?, ?> member : value.entrySet()) {
            evaluation.steps.step();
            boolean known = named.containsKey(member.getKey())
                    || patterns.keySet().stream().anyMatch(pattern -> matches(pattern, member.getKey()));
            if (known) {
                continue;
            }
            if (wanted instanceof Boolean allows) {
                if (!allows) {
                    return evaluation.met(false, "additionalProperties", at);
                }
            } else {
                all &= evaluation.part(wanted, member.getValue(), member.getKey(), at);
                if (at.ends(all)) {
                    return false;
                }
            }
        }
        return all;
    }

    private boolean required(List<?> names, Map<?, ?> value, String keyword, At at) {
        boolean all = true;
        for (Object name : names) {
            all &= evaluation.met(value.containsKey(name), keyword, at);
        }
        return all;
    }

    private boolean unevaluated(@Nullable Object wanted, Map<?, ?> value, At at) {
        Set<Object> known = new HashSet<>();
        evaluated.properties(at.schema(), value, at.scope(), known);
        // Python goes through all that is wrong with all of them, and so meets every bad reference there.
        boolean python = evaluation.document.rules == Rules.PYTHON;
        boolean all = true;
        for (Map.Entry<?, ?> member : value.entrySet()) {
            if ((all || python) && !known.contains(member.getKey())) {
                all &= evaluation.valid(wanted, member.getValue(), at.scope(), null, python ? new ArrayList<>() : null);
            }
        }
        return evaluation.met(all, "unevaluatedProperties", at);
    }
}
