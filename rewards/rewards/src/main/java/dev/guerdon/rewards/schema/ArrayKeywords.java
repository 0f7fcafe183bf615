package dev.guerdon.rewards.schema;

import dev.guerdon.rewards.schema.SchemaEvaluation.At;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The keywords that are about arrays. */
final class ArrayKeywords {

    private final SchemaEvaluation evaluation;
    private final EvaluatedParts evaluated;

    ArrayKeywords(SchemaEvaluation evaluation) {
        this.evaluation = evaluation;
        this.evaluated = new EvaluatedParts(evaluation);
    }

    boolean keyword(String name, @Nullable Object wanted, List<?> value, At at) {
        return switch (name) {
            case "prefixItems" -> prefix(KeywordShape.list(wanted), value, at);
            case "items" -> items(wanted, value, at);
            case "contains" -> contains(wanted, value, at);
            case "minItems" -> evaluation.met(evaluation.within(true, value.size(), wanted), name, at);
            case "maxItems" -> evaluation.met(evaluation.within(false, value.size(), wanted), name, at);
            case "uniqueItems" ->
                !Boolean.TRUE.equals(wanted) || evaluation.met(evaluation.areDistinct(value), name, at);
            case "unevaluatedItems" -> {
                BitSet known = new BitSet();
                evaluated.items(at.schema(), value, at.scope(), known);
                yield evaluation.met(known.nextClearBit(0) >= value.size(), name, at);
            }
            default -> true;
        };
    }

    private boolean prefix(List<?> schemas, List<?> value, At at) {
        int size = Math.min(schemas.size(), value.size());
        return SchemaEvaluation.<Integer>each(
                () -> IntStream.range(0, size).iterator(),
                at,
                i -> evaluation.part(schemas.get(i), value.get(i), i, at));
    }

    private boolean items(@Nullable Object schema, List<?> value, At at) {
        int from = at.schema().get("prefixItems") instanceof List<?> prefix ? prefix.size() : 0;
        if (Boolean.FALSE.equals(schema)) {
            return evaluation.met(value.size() <= from, "items", at);
        }
        return SchemaEvaluation.<Integer>each(
                () -> IntStream.range(from, value.size()).iterator(),
                at,
                i -> evaluation.part(schema, value.get(i), i, at));
    }

    private boolean contains(@Nullable Object schema, List<?> value, At at) {
        Object least = at.schema().containsKey("minContains") ? at.schema().get("minContains") : 1;
        Object most = at.schema().containsKey("maxContains") ? at.schema().get("maxContains") : value.size();
        int count = 0;
        for (Object element : value) {
            if (evaluation.holds(schema, element, at.scope())) {
                count++;
                if (!evaluation.within(false, count, most)) {
                    return evaluation.met(false, "maxContains", at);
                }
            }
        }
        return evaluation.met(evaluation.within(true, count, least), count == 0 ? "contains" : "minContains", at);
    }
}
