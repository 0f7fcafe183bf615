package dev.guerdon.rewards.schema;

import dev.guerdon.api.Field;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.cpython.JsonReader;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GoldReader;
import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.grading.GradingSteps.StepsSpent;
import dev.guerdon.rewards.schema.SchemaDocument.BadSchema;
import dev.guerdon.rewards.schema.SchemaDocument.Rules;
import dev.guerdon.rewards.schema.SchemaDocument.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Rewards for structured output: text that is JSON, and JSON that meets a schema.
 *
 * <p>A schema that is none is a fault of the task and leaves the sample unscored. Nothing is ever fetched for a reference.
 */
@Internal
@Reward.Family("structured output")
public final class StructuredRewards {

    private static final long STEPS = 5_000_000;

    /** The rewards of this room. */
    public static final List<Class<?>> ALL = List.of(StructuredRewards.class, ToolCallRewards.class);

    private StructuredRewards() {}

    @Reward(
            value = "jsonschema:2020-12",
            description = "1.0 where the instance meets the schema, with the errors of Python's jsonschema",
            example = """
                    {"final_response":"","instance":{"name":"Ann"},"schema":{"type":"object","required":["name"]}}""")
    public static RewardResult jsonschema(Json schema, Sample sample) {
        if (!sample.fields().containsKey("instance")) {
            throw GoldReader.fault("jsonschema:2020-12 needs the value in the field 'instance'");
        }
        Object value = PythonValues.read(sample.fields().get("instance"));
        List<Violation> errors;
        try {
            SchemaDocument document = SchemaDocument.of(PythonValues.read(schema.value()), Rules.PYTHON);
            errors = Deep.call(Deep.depth(value), () -> document.violations(value, false, new GradingSteps(STEPS)));
        } catch (BadSchema e) {
            throw GoldReader.fault("jsonschema:2020-12: " + e.getMessage());
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
                    SchemaDocument.of(strict ? strict(schema.value()) : schema.value(), Rules.STANDARD);
            StrictJson.Result read = StrictJson.read(fenced ? Fences.lastBlock(finalResponse) : finalResponse);
            if (!read.isJson()) {
                return failed("not JSON: " + read.problem(), List.of());
            }
            List<Violation> errors =
                    Deep.call(read.depth(), () -> document.violations(read.value(), formats, new GradingSteps(STEPS)));
            return errors.isEmpty()
                    ? new RewardResult(1, Map.of("valid", true, "errors", List.of()))
                    : failed(
                            "schema: " + errors.getFirst().path() + " "
                                    + errors.getFirst().keyword(),
                            errors);
        } catch (BadSchema e) {
            throw GoldReader.fault("json_schema_reward: " + e.getMessage());
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
        Optional<JsonReader.Value> read = JsonReader.read(GoldReader.response("text", text, finalResponse));
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

    /** Runs what descends into deeply nested values on a stack that is large enough for them. */
    static final class Deep {

        private static final int SHALLOW = 100;
        private static final long STACK_BYTES = 128L << 20;

        private Deep() {}

        /** Returns how deep arrays and objects are nested in a value. */
        static int depth(@Nullable Object value) {
            int depth = 0;
            List<@Nullable Object> level = new ArrayList<>();
            level.add(value);
            while (!level.isEmpty()) {
                List<@Nullable Object> next = new ArrayList<>();
                for (Object one : level) {
                    if (one instanceof List<?> list) {
                        next.addAll(list);
                    } else if (one instanceof Map<?, ?> map) {
                        next.addAll(map.values());
                    }
                }
                level = next;
                depth++;
            }
            return depth;
        }

        static <T> T call(int depth, Callable<T> work) {
            FutureTask<T> task = new FutureTask<>(work);
            if (depth <= SHALLOW) {
                task.run();
            } else {
                Thread thread = new Thread(null, task, "guerdon-deep-value", STACK_BYTES);
                thread.setDaemon(true);
                thread.start();
            }
            try {
                return task.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException problem) {
                    throw problem;
                }
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }

    /** Takes JSON out of the Markdown fence in which models like to put it. */
    static final class Fences {

        private Fences() {}

        /** Returns the content of the last fenced block, or the whole text where no line opens one; a block that is not closed ends with the text. */
        static String lastBlock(String text) {
            String found = text;
            int open = -1;
            int start = 0;
            while (start <= text.length()) {
                int end = text.indexOf('\n', start);
                int stop = end < 0 ? text.length() : end;
                String line = text.substring(start, stop).strip();
                if (line.startsWith("```")) {
                    if (open < 0) {
                        open = Math.min(stop + 1, text.length());
                    } else if (line.equals("```")) {
                        found = text.substring(open, start);
                        open = -1;
                    }
                }
                start = stop + 1;
            }
            return open < 0 ? found : text.substring(open);
        }

        /** Returns what IFEval reads: the text without one opening fence in the spellings that it knows, and without one closing fence. */
        static String ifeval(String text) {
            String rest = PythonStrings.strip(text);
            for (String fence : List.of("```json", "```Json", "```JSON", "```")) {
                rest = rest.startsWith(fence) ? rest.substring(fence.length()) : rest;
            }
            rest = rest.endsWith("```") ? rest.substring(0, rest.length() - 3) : rest;
            return PythonStrings.strip(rest);
        }
    }

    /** Returns the strict form of a schema. */
    static @Nullable Object strict(@Nullable Object schema) {
        return schema(schema, 0);
    }

    private static @Nullable Object schema(@Nullable Object schema, int depth) {
        if (depth > 500) {
            throw new BadSchema("the schema is nested deeper than 500");
        }
        if (!(schema instanceof Map<?, ?> map)) {
            return schema;
        }
        Map<String, @Nullable Object> strict = new LinkedHashMap<>();
        map.forEach((name, value) -> strict.put(String.valueOf(name), keyword(String.valueOf(name), value, depth + 1)));
        if (map.get("properties") instanceof Map<?, ?> properties) {
            strict.put("required", new ArrayList<>(properties.keySet()));
            strict.put("additionalProperties", false);
        }
        return strict;
    }

    private static @Nullable Object keyword(String name, @Nullable Object value, int depth) {
        SchemaKeywords.Takes takes = SchemaKeywords.KEYWORDS.get(name);
        if (takes == null) {
            return value;
        }
        return switch (takes) {
            case SCHEMA -> schema(value, depth);
            case SCHEMAS -> {
                if (!(value instanceof List<?> list)) {
                    yield value;
                }
                List<@Nullable Object> parts = new ArrayList<>();
                list.forEach(part -> parts.add(schema(part, depth)));
                yield parts;
            }
            case NAMED_SCHEMAS, PATTERN_SCHEMAS -> {
                if (!(value instanceof Map<?, ?> map)) {
                    yield value;
                }
                Map<String, @Nullable Object> parts = new LinkedHashMap<>();
                map.forEach((key, part) -> parts.put(String.valueOf(key), schema(part, depth)));
                yield parts;
            }
            default -> value;
        };
    }
}
