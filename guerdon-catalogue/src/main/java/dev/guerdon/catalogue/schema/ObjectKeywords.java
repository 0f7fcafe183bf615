package dev.guerdon.catalogue.schema;

import dev.guerdon.catalogue.schema.Evaluation.At;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keywords that are about objects. */
final class ObjectKeywords {

    private final Evaluation evaluation;
    private final Evaluated evaluated;

    ObjectKeywords(Evaluation evaluation) {
        this.evaluation = evaluation;
        this.evaluated = new Evaluated(evaluation);
    }

    boolean keyword(String name, @Nullable Object wanted, Map<?, ?> value, At at) {
        return switch (name) {
            case "properties" -> properties(Shape.map(wanted), value, at);
            case "patternProperties" -> patternProperties(Shape.map(wanted), value, at);
            case "additionalProperties" -> additional(wanted, value, at);
            case "propertyNames" -> {
                boolean all = true;
                for (Object key : value.keySet()) {
                    all &= evaluation.valid(wanted, key, at.scope(), at.place(), at.errors());
                    if (at.ends(all)) {
                        break;
                    }
                }
                yield all;
            }
            case "required" -> required(Shape.list(wanted), value, name, at);
            case "dependentRequired" -> {
                boolean all = true;
                for (Map.Entry<?, ?> entry : Shape.map(wanted).entrySet()) {
                    all &= !value.containsKey(entry.getKey())
                            || required(Shape.list(entry.getValue()), value, name, at);
                }
                yield all;
            }
            case "dependentSchemas" -> {
                boolean all = true;
                for (Map.Entry<?, ?> entry : Shape.map(wanted).entrySet()) {
                    all &= !value.containsKey(entry.getKey()) || evaluation.same(entry.getValue(), at);
                    if (at.ends(all)) {
                        break;
                    }
                }
                yield all;
            }
            case "minProperties" -> evaluation.met(evaluation.within(true, value.size(), wanted), name, at);
            case "maxProperties" -> evaluation.met(evaluation.within(false, value.size(), wanted), name, at);
            case "unevaluatedProperties" -> unevaluated(wanted, value, at);
            default -> true;
        };
    }

    private boolean properties(Map<?, ?> schemas, Map<?, ?> value, At at) {
        boolean all = true;
        for (Map.Entry<?, ?> entry : schemas.entrySet()) {
            if (value.containsKey(entry.getKey())) {
                all &= evaluation.part(entry.getValue(), value.get(entry.getKey()), entry.getKey(), at);
                if (at.ends(all)) {
                    break;
                }
            }
        }
        return all;
    }

    private boolean patternProperties(Map<?, ?> schemas, Map<?, ?> value, At at) {
        boolean all = true;
        for (Map.Entry<?, ?> entry : schemas.entrySet()) {
            for (Map.Entry<?, ?> member : value.entrySet()) {
                if (matches(entry.getKey(), member.getKey())) {
                    all &= evaluation.part(entry.getValue(), member.getValue(), member.getKey(), at);
                    if (at.ends(all)) {
                        return false;
                    }
                }
            }
        }
        return all;
    }

    private boolean matches(Object pattern, Object name) {
        return evaluation.document.pattern(Shape.text(pattern)).found(Shape.text(name), evaluation.steps);
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
