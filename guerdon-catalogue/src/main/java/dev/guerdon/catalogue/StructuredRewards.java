package dev.guerdon.catalogue;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Field;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.catalogue.budget.Steps;
import dev.guerdon.catalogue.budget.StepsSpent;
import dev.guerdon.catalogue.gold.Gold;
import dev.guerdon.catalogue.json.Fences;
import dev.guerdon.catalogue.json.PythonValues;
import dev.guerdon.catalogue.json.StrictJson;
import dev.guerdon.catalogue.schema.BadSchema;
import dev.guerdon.catalogue.schema.Rules;
import dev.guerdon.catalogue.schema.SchemaDocument;
import dev.guerdon.catalogue.schema.Strict;
import dev.guerdon.catalogue.schema.Violation;
import dev.guerdon.cpython.JsonReader;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rewards for structured output: text that is JSON, and JSON that meets a schema.
 *
 * <p>A schema that is none is a fault of the task and leaves the sample unscored. Nothing is ever fetched for a reference.
 */
@Experimental
@Reward.Family("structured output")
public final class StructuredRewards {

    private static final long STEPS = 5_000_000;

    private StructuredRewards() {}

    @Reward(
            value = "jsonschema:2020-12",
            description = "1.0 where the instance meets the schema, with the errors of Python's jsonschema",
            example = """
                    {"final_response":"","instance":{"name":"Ann"},"schema":{"type":"object","required":["name"]}}""")
    public static RewardResult jsonschema(Json schema, Sample sample) {
        if (!sample.fields().containsKey("instance")) {
            throw Gold.fault("jsonschema:2020-12 needs the value in the field 'instance'");
        }
        Object value = PythonValues.read(sample.fields().get("instance"));
        List<Violation> errors;
        try {
            SchemaDocument document = SchemaDocument.of(PythonValues.read(schema.value()), Rules.PYTHON);
            errors = Deep.call(Deep.depth(value), () -> document.violations(value, false, new Steps(STEPS)));
        } catch (BadSchema e) {
            throw Gold.fault("jsonschema:2020-12: " + e.getMessage());
        } catch (StepsSpent e) {
            return failed("budget: " + e.getMessage(), List.of());
        }
        return new RewardResult(errors.isEmpty() ? 1 : 0, Map.of("valid", errors.isEmpty(), "errors", pairs(errors)));
    }

    @Reward(
            value = "json_schema_reward",
            description = "1.0 where the response, or its last fenced block, is strict JSON that meets the schema",
            example = """
                    {"final_response":"```json\\n{\\"name\\": \\"Ann\\"}\\n```","schema":{"type":"object","required":["name"]}}""")
    public static RewardResult jsonSchema(
            String finalResponse,
            Json schema,
            @Field.Default("true") boolean fenced,
            @Field.Default("false") boolean strict,
            @Field.Default("false") boolean formats,
            Optional<String> draft) {
        if (draft.isPresent() && !draft.get().equals("2020-12")) {
            throw new UnscoredException(
                    Score.Reason.INVALID_INPUT,
                    "json_schema_reward knows the draft 2020-12, found '" + draft.get() + "'");
        }
        try {
            SchemaDocument document =
                    SchemaDocument.of(strict ? Strict.of(schema.value()) : schema.value(), Rules.STANDARD);
            StrictJson.Result read = StrictJson.read(fenced ? Fences.lastBlock(finalResponse) : finalResponse);
            if (!read.isJson()) {
                return failed("not JSON: " + read.problem(), List.of());
            }
            List<Violation> errors =
                    Deep.call(read.depth(), () -> document.violations(read.value(), formats, new Steps(STEPS)));
            return errors.isEmpty()
                    ? new RewardResult(1, Map.of("valid", true, "errors", List.of()))
                    : failed(
                            "schema: " + errors.getFirst().path() + " "
                                    + errors.getFirst().keyword(),
                            errors);
        } catch (BadSchema e) {
            throw Gold.fault("json_schema_reward: " + e.getMessage());
        } catch (StepsSpent e) {
            return failed("budget: " + e.getMessage(), List.of());
        }
    }

    @Reward(
            value = "json_format_reward",
            description = "1.0 where the response, or its last fenced block, is JSON by RFC 8259 with no name twice",
            example = """
                    {"final_response":"```json\\n{\\"a\\": 1}\\n```"}""")
    public static RewardResult jsonFormat(String finalResponse, @Field.Default("true") boolean fenced) {
        StrictJson.Result read = StrictJson.read(fenced ? Fences.lastBlock(finalResponse) : finalResponse);
        return read.isJson()
                ? new RewardResult(1, Map.of("ok", true))
                : new RewardResult(0, Map.of("ok", false, "reason", "not JSON: " + read.problem()));
    }

    @Reward(
            value = "ifeval:json_format",
            description =
                    "1.0 where Python reads the response as JSON after one fence is taken off, as IFEval checks it",
            example = """
                    {"final_response":"```json\\n{\\"a\\": 1}\\n```"}""")
    public static RewardResult ifevalJsonFormat(String finalResponse) {
        boolean ok = JsonReader.read(Fences.ifeval(finalResponse)).isPresent();
        return new RewardResult(ok ? 1 : 0, Map.of("ok", ok));
    }

    @Reward(
            value = "python:json.loads",
            description = "1.0 where Python's json.loads reads the text, with the value that it gives",
            example = """
                    {"final_response":"","text":"{\\"a\\": 1}"}""")
    public static RewardResult jsonLoads(Optional<String> text, Optional<String> finalResponse) {
        Optional<JsonReader.Value> read =
                JsonReader.read(Gold.response("text", text.orElse(null), finalResponse.orElse(null)));
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        if (read.isPresent()) {
            extras.put("value", PythonValues.write(read.get().value()));
            return new RewardResult(1, extras);
        }
        extras.put("reason", "not JSON for Python");
        return new RewardResult(0, extras);
    }

    private static RewardResult failed(String reason, List<Violation> errors) {
        return new RewardResult(0, Map.of("valid", false, "errors", pairs(errors), "reason", reason));
    }

    private static List<List<@Nullable String>> pairs(List<Violation> errors) {
        return errors.stream()
                .map(error -> Arrays.asList(error.path(), error.keyword()))
                .toList();
    }
}
