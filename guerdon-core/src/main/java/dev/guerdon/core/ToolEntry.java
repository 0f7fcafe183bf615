package dev.guerdon.core;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Field.Default;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Tool;
import dev.guerdon.api.Tool.Description;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.registry.Binding;
import dev.guerdon.core.registry.Schemas;
import java.lang.reflect.Method;
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

    /** The JSON schema of the arguments, as function-calling models expect it. */
    public Map<String, @Nullable Object> schema() {
        return schema;
    }

    /**
     * Calls the tool.
     *
     * @throws GuerdonException where an argument is missing or of the wrong type; the message is meant for the model
     * @throws Exception whatever the tool threw
     */
    public ToolOutcome call(Map<String, @Nullable Object> arguments, Context context) throws Exception {
        Object returned;
        try {
            returned = binding.invoke(Binding.argumentsOnly(name(), arguments, context));
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new GuerdonException(name() + " failed: " + e, e);
        }
        return switch (returned) {
            case null -> ToolOutcome.of("");
            case ToolOutcome outcome -> outcome;
            case String text -> ToolOutcome.of(text);
            default -> ToolOutcome.of(JsonCodec.write(returned));
        };
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
