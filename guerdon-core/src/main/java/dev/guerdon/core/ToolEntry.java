package dev.guerdon.core;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Field.Default;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Score;
import dev.guerdon.api.Tool;
import dev.guerdon.api.Tool.Description;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.boundary.Fault;
import dev.guerdon.core.boundary.Limits;
import dev.guerdon.core.boundary.Snapshot;
import dev.guerdon.core.registry.Binding;
import dev.guerdon.core.registry.Schemas;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A registered tool: its name, the schema shown to the model, and how to call it. */
@Experimental
public final class ToolEntry {

    private final Tool annotation;
    private final String origin;
    private final Binding binding;
    private final Map<String, @Nullable Object> schema;

    private ToolEntry(Tool annotation, String origin, Binding binding) {
        this.annotation = annotation;
        this.origin = origin;
        this.binding = binding;
        this.schema = schemaOf(binding);
    }

    static ToolEntry of(Method method, Tool annotation, @Nullable Object receiver) {
        return new ToolEntry(annotation, Binding.origin(method), Binding.of(annotation.value(), method, receiver));
    }

    public String name() {
        return annotation.value();
    }

    public String origin() {
        return origin;
    }

    public String description() {
        return annotation.description();
    }

    public Work work() {
        return annotation.work();
    }

    /** Whether agents call it before their first turn. */
    public boolean firstLook() {
        return annotation.firstLook();
    }

    /** The JSON schema of the arguments, as function-calling models expect it. */
    public Map<String, @Nullable Object> schema() {
        return schema;
    }

    /**
     * Calls the tool, in a thread of its own. What it gives is copied into plain values.
     *
     * @throws GuerdonException where an argument is missing or of the wrong type; the message is meant for the model
     * @throws UnscoredException where the tool takes longer than ten minutes
     * @throws Exception whatever the tool threw
     */
    public ToolOutcome call(Map<String, @Nullable Object> arguments, Context context) throws Exception {
        return call(arguments, context, ForeignCode.DEADLINE);
    }

    ToolOutcome call(Map<String, @Nullable Object> arguments, Context context, Duration deadline) throws Exception {
        try {
            return ForeignCode.call(name(), () -> outcome(arguments, context), deadline);
        } catch (ForeignCode.LateException e) {
            if (context instanceof RolloutContext rollout) {
                rollout.taint(); // it may still be using what the rollout holds
            }
            throw new UnscoredException(Score.Reason.TIMEOUT, "the tool " + e.getMessage());
        }
    }

    private ToolOutcome outcome(Map<String, @Nullable Object> arguments, Context context) throws Exception {
        try {
            return switch (binding.invoke(Binding.argumentsOnly(name(), arguments, context))) {
                case null -> ToolOutcome.of("");
                case ToolOutcome outcome -> plain(outcome);
                case String text -> ToolOutcome.of(within(text));
                case Object other -> ToolOutcome.of(JsonCodec.write(Snapshot.of(other, Limits.DEFAULT)));
            };
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new GuerdonException(name() + " failed: " + Fault.of(e).text());
        }
    }

    private static ToolOutcome plain(ToolOutcome outcome) throws Throwable {
        return new ToolOutcome(
                within(outcome.text()),
                outcome.reward(),
                outcome.done(),
                Snapshot.members(outcome.info(), Limits.DEFAULT));
    }

    private static String within(String text) throws Throwable {
        return String.valueOf(Snapshot.of(text, Limits.DEFAULT));
    }

    private static Map<String, @Nullable Object> schemaOf(Binding binding) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        java.util.List<String> required = new java.util.ArrayList<>();
        for (Binding.Argument argument : binding.arguments()) {
            if (argument instanceof Binding.FieldArgument field) {
                Map<String, @Nullable Object> property =
                        Schemas.of(field.parameter().getParameterizedType());
                Description description = field.parameter().getAnnotation(Description.class);
                if (description != null) {
                    property.put("description", description.value());
                }
                Default fallback = field.parameter().getAnnotation(Default.class);
                if (fallback != null) {
                    boolean text = field.parameter().getType() == String.class;
                    property.put(
                            "default",
                            text
                                    ? fallback.value()
                                    : JsonCodec.read(fallback.value(), "@Default")
                                            .value());
                }
                properties.put(field.name().shown(), property);
                if (field.absent() == null) {
                    required.add(field.name().shown());
                }
            }
        }
        Map<String, @Nullable Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", required);
        schema.put("additionalProperties", false);
        return schema;
    }
}
