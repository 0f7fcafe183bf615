package dev.guerdon.core.registry;

import dev.guerdon.api.Context;
import dev.guerdon.api.Field;
import dev.guerdon.api.Field.Default;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Tool.Description;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.NameRules;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A method whose parameters are filled by name from a sample.
 *
 * <p>Resolved once into a chain of method handles; a call costs a map look-up and a conversion for each field, and no reflection.
 */
@Internal
public final class MethodBinding {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private final String name;
    private final MethodHandle call;
    private final List<Argument> arguments;

    private MethodBinding(String name, MethodHandle call, List<Argument> arguments) {
        this.name = name;
        this.call = call;
        this.arguments = List.copyOf(arguments);
    }

    /**
     * Binds a method.
     *
     * @param name the reward's or tool's name, for messages
     * @param receiver the instance, or {@code null} for a static method
     */
    public static MethodBinding of(String name, Method method, @Nullable Object receiver) {
        String what = "'" + name + "' (" + origin(method) + ")";
        MethodHandle handle;
        try {
            method.setAccessible(true);
            handle = LOOKUP.unreflect(method);
        } catch (IllegalAccessException | RuntimeException e) {
            throw new GuerdonException(what + " cannot be called: " + e.getMessage(), e);
        }
        if (!Modifier.isStatic(method.getModifiers())) {
            if (receiver == null) {
                throw new GuerdonException(
                        what + " is an instance method; register an instance of the class, not the class");
            }
            handle = handle.bindTo(receiver);
        }
        if (method.getReturnType() == void.class) {
            throw new GuerdonException(what
                    + " returns nothing; a reward returns a number, a boolean, a map or record with 'reward',"
                    + " or a RewardResult");
        }
        List<Argument> arguments = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            arguments.add(argument(what, parameter));
        }
        return new MethodBinding(name, chain(handle, name, arguments), arguments);
    }

    /** Returns where a method stands, for messages: {@code com.example.Mine.score}. */
    public static String origin(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }

    public @Nullable Object invoke(Sample sample) throws Throwable {
        return (Object) call.invokeExact(sample);
    }

    public List<Argument> arguments() {
        return arguments;
    }

    /** Returns the JSON names of every additional field that a call may look up. */
    public Set<String> fieldNames() {
        Set<String> names = new LinkedHashSet<>();
        for (Argument argument : arguments) {
            if (argument instanceof FieldArgument field) {
                names.addAll(field.name.candidates());
            }
        }
        return names;
    }

    /** Returns the options that may be given for all samples, each with the field that it goes to. */
    public Map<String, FieldArgument> options() {
        Map<String, FieldArgument> options = new LinkedHashMap<>();
        for (Argument argument : arguments) {
            if (argument instanceof FieldArgument field && field.absent != null) {
                Field.Options members = field.parameter.getAnnotation(Field.Options.class);
                if (members == null) {
                    options.putIfAbsent(field.name.shown(), field);
                } else {
                    Stream.of(members.value().split(",")).forEach(member -> options.put(member.strip(), field));
                }
            }
        }
        return options;
    }

    /** Returns the fields that options for all samples mean. */
    public Map<String, @Nullable Object> fields(Map<String, @Nullable Object> given) {
        Map<String, FieldArgument> known = options();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        given.forEach((option, value) -> {
            FieldArgument field = known.get(option);
            if (field == null) {
                throw new GuerdonException("the reward '" + name + "' has no option '" + option + "'"
                        + NameRules.didYouMean(option, known.keySet()) + "; it takes "
                        + String.join(", ", known.keySet()));
            }
            if (field.parameter.isAnnotationPresent(Field.Options.class)) {
                @SuppressWarnings("unchecked") // made below, or the field has the option's own name
                Map<String, @Nullable Object> members = (Map<String, @Nullable Object>)
                        fields.computeIfAbsent(field.name.shown(), any -> new LinkedHashMap<>());
                members.put(option, value);
            } else {
                fields.put(option, checked(field, option, value));
            }
        });
        return fields;
    }

    private @Nullable Object checked(FieldArgument field, String option, @Nullable Object value) {
        try {
            field.conversion.convert(Objects.requireNonNullElse(value, Map.of()));
            return value;
        } catch (TypeConversion.Mismatch e) {
            throw new GuerdonException(
                    "the reward '" + name + "' cannot use the option '" + option + "': " + e.getMessage(), e);
        }
    }

    /**
     * Returns a value in the shape that a field takes: data sets write one answer as text or as a list of one, and rewards read either.
     * A value that fits neither way stays as it is, for the message of the code that reads it.
     */
    public Object fitted(String name, Object value) {
        for (Argument argument : arguments) {
            if (argument instanceof FieldArgument field && field.name.shown().equals(name)) {
                if (field.takes(value)) {
                    return value;
                }
                Object other =
                        value instanceof List<?> list ? (list.size() == 1 ? list.getFirst() : null) : List.of(value);
                return other != null && field.takes(other) ? other : value;
            }
        }
        return value;
    }

    public boolean reads(Predefined what) {
        return arguments.contains(what);
    }

    private static MethodHandle chain(MethodHandle handle, String name, List<Argument> arguments) {
        MethodHandle[] filters = new MethodHandle[arguments.size()];
        for (int i = 0; i < filters.length; i++) {
            MethodHandle source = RESOLVE.bindTo(arguments.get(i)).bindTo(name);
            filters[i] = source.asType(MethodType.methodType(handle.type().parameterType(i), Sample.class));
        }
        MethodHandle filled = MethodHandles.filterArguments(handle, 0, filters);
        MethodHandle one = filters.length == 0
                ? MethodHandles.dropArguments(filled, 0, Sample.class)
                : MethodHandles.permuteArguments(
                        filled,
                        MethodType.methodType(filled.type().returnType(), Sample.class),
                        new int[filters.length]);
        return one.asType(MethodType.methodType(Object.class, Sample.class));
    }

    private static final MethodHandle RESOLVE;

    static {
        try {
            RESOLVE = LOOKUP.findVirtual(
                    Argument.class, "resolve", MethodType.methodType(Object.class, String.class, Sample.class));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the binding cannot find its own method", e);
        }
    }

    private static Argument argument(String what, Parameter parameter) {
        Field annotation = parameter.getAnnotation(Field.class);
        if (parameter.getType() == Sample.class) {
            return Predefined.SAMPLE;
        }
        if (parameter.getType() == Context.class) {
            return Predefined.CONTEXT;
        }
        if (parameter.getType() == Trajectory.class) {
            return Predefined.TRAJECTORY;
        }
        if (annotation == null && !parameter.isNamePresent()) {
            throw new GuerdonException(what + " was compiled without parameter names;"
                    + " compile with -parameters, or put @Field(\"...\") on each parameter");
        }
        FieldName field = FieldName.of(parameter.getName(), annotation);
        return switch (field.shown()) {
            case "final_response" ->
                isOptionalText(parameter)
                        ? Predefined.FINAL_RESPONSE_IF_ANY
                        : expect(what, parameter, Predefined.FINAL_RESPONSE);
            case "id" -> expect(what, parameter, Predefined.ID);
            case "trajectory", "messages" -> messages(what, parameter);
            default -> field(what, parameter, field);
        };
    }

    private static boolean isOptionalText(Parameter parameter) {
        return parameter.getParameterizedType() instanceof ParameterizedType optional
                && optional.getRawType() == Optional.class
                && optional.getActualTypeArguments()[0] == String.class;
    }

    private static Argument messages(String what, Parameter parameter) {
        if (parameter.getParameterizedType() instanceof ParameterizedType list
                && list.getRawType() == List.class
                && list.getActualTypeArguments()[0] == Message.class) {
            return Predefined.MESSAGES;
        }
        throw new GuerdonException(what + ": the parameter '" + parameter.getName()
                + "' is the trajectory; its type is Trajectory or List<Message>, found "
                + parameter.getParameterizedType().getTypeName());
    }

    private static Argument expect(String what, Parameter parameter, Argument argument) {
        if (parameter.getType() != String.class) {
            throw new GuerdonException(what + ": the parameter '" + parameter.getName()
                    + "' is predefined and has the type String, found "
                    + parameter.getType().getSimpleName());
        }
        return argument;
    }

    private static Argument field(String what, Parameter parameter, FieldName field) {
        TypeConversion conversion;
        try {
            conversion = TypeConversion.to(parameter.getParameterizedType(), LOOKUP);
        } catch (GuerdonException e) {
            throw new GuerdonException(what + ", parameter '" + parameter.getName() + "': " + e.getMessage(), e);
        }
        Default fallback = parameter.getAnnotation(Default.class);
        Object absent = null;
        if (fallback != null) {
            absent = defaultValue(what, parameter, conversion, fallback);
        } else if (parameter.getType() == Optional.class) {
            absent = Optional.empty();
        }
        return new FieldArgument(
                field, conversion, absent, parameter.getParameterizedType().getTypeName(), parameter);
    }

    private static Object defaultValue(String what, Parameter parameter, TypeConversion conversion, Default fallback) {
        try {
            Object value = parameter.getType() == String.class
                    ? fallback.value()
                    : JsonCodec.read(fallback.value(), "@Default").value();
            if (value != null) {
                return conversion.convert(value);
            }
        } catch (TypeConversion.Mismatch | GuerdonException e) {
            throw new GuerdonException(
                    what + ": @Default(\"" + fallback.value() + "\") does not fit "
                            + parameter.getType().getSimpleName() + " " + parameter.getName() + ": " + e.getMessage(),
                    e);
        }
        throw new GuerdonException(what + ": use Optional instead of @Default(\"null\")");
    }

    /** Source of a parameter's value. */
    public sealed interface Argument permits Predefined, FieldArgument {
        @Nullable
        Object resolve(String reward, Sample sample);
    }

    /** Parts that every sample has. */
    public enum Predefined implements Argument {
        SAMPLE,
        ID,
        FINAL_RESPONSE,
        /** The final response of a reward that can also read it from another field. */
        FINAL_RESPONSE_IF_ANY,
        TRAJECTORY,
        MESSAGES,
        CONTEXT;

        /** Its name in JSON. */
        public String shown() {
            return switch (this) {
                case FINAL_RESPONSE_IF_ANY -> FINAL_RESPONSE.shown();
                case MESSAGES -> TRAJECTORY.shown();
                default -> name().toLowerCase(Locale.ROOT);
            };
        }

        @Override
        public Object resolve(String reward, Sample sample) {
            return switch (this) {
                case SAMPLE -> sample;
                case ID -> sample.id();
                case FINAL_RESPONSE -> response(reward, sample);
                case FINAL_RESPONSE_IF_ANY ->
                    sample.hasFinalResponse() ? Optional.of(sample.finalResponse()) : Optional.empty();
                case TRAJECTORY -> sample.trajectory();
                case MESSAGES -> sample.trajectory().messages();
                case CONTEXT -> sample.context();
            };
        }

        private static String response(String reward, Sample sample) {
            if (sample.hasFinalResponse()) {
                return sample.finalResponse();
            }
            throw new UnscoredException(
                    Score.Reason.MISSING_FIELD,
                    reward + " needs a response; task " + sample.id() + " has neither 'final_response' nor a trajectory"
                            + (sample.fields().isEmpty()
                                    ? ""
                                    : ", but "
                                            + String.join(", ", sample.fields().keySet()))
                            + "; an empty response is \"final_response\": \"\"");
        }
    }

    /**
     * An additional field of the task.
     *
     * @param absent what the parameter gets where the field is absent; null if the field must be there
     */
    public record FieldArgument(
            FieldName name,
            TypeConversion conversion,
            @Nullable Object absent,
            String typeName,
            Parameter parameter) implements Argument {

        /** Its name in JSON. */
        public String shown() {
            return name.shown();
        }

        @Override
        public @Nullable Object resolve(String reward, Sample sample) {
            Object value = name.find(sample.fields());
            if (value == null) {
                if (absent != null) {
                    return absent;
                }
                throw new UnscoredException(Score.Reason.MISSING_FIELD, missing(reward, sample));
            }
            try {
                return conversion.convert(value);
            } catch (TypeConversion.Mismatch e) {
                throw new UnscoredException(
                        Score.Reason.MISSING_FIELD,
                        reward + " cannot use the field '" + name.shown() + "' of task " + sample.id() + ": "
                                + e.getMessage());
            }
        }

        private boolean takes(Object value) {
            try {
                conversion.convert(value);
                return true;
            } catch (TypeConversion.Mismatch e) {
                return false;
            }
        }

        private String missing(String reward, Sample sample) {
            if (name.candidates().stream().anyMatch(sample.fields()::containsKey)) {
                return reward + " needs a value in the field '" + name.shown() + "', which is null in task "
                        + sample.id();
            }
            List<String> present = new ArrayList<>(sample.fields().keySet());
            if (!sample.finalResponse().isEmpty()) {
                present.add("final_response");
            }
            return reward + " needs the field '" + name.shown() + "'; task " + sample.id() + " has: "
                    + (present.isEmpty() ? "no fields" : String.join(", ", present))
                    + NameRules.didYouMean(name.shown(), present);
        }
    }

    /** Fills a call from a map of arguments, as for a tool. */
    public static Sample argumentsOnly(String id, Map<String, @Nullable Object> arguments, Context context) {
        return Sample.of(id, "", Trajectory.empty(), arguments, context);
    }

    public static @Nullable Object receiver(Method method, Object classOrInstance) {
        return Modifier.isStatic(method.getModifiers()) ? null : classOrInstance;
    }

    /** Returns the methods of a class or an instance that carry an annotation, by name; there must be one. */
    public static List<Method> annotated(Object classOrInstance, Class<? extends Annotation> annotation) {
        boolean staticOnly = classOrInstance instanceof Class<?>;
        Class<?> type = staticOnly ? (Class<?>) classOrInstance : classOrInstance.getClass();
        List<Method> found = annotatedIn(type, annotation);
        for (Method method : found) {
            if (staticOnly && !Modifier.isStatic(method.getModifiers())) {
                throw new GuerdonException(origin(method) + " is an instance method with @"
                        + annotation.getSimpleName() + "; register an instance of "
                        + type.getSimpleName() + ", not the class");
            }
        }
        if (found.isEmpty()) {
            throw new GuerdonException(type.getName() + " has no method annotated @" + annotation.getSimpleName());
        }
        return found;
    }

    /** Returns the methods with an annotation in a class and those that it extends, by name; there may be none. */
    public static List<Method> annotatedIn(Class<?> type, Class<? extends Annotation> annotation) {
        List<Method> found = new ArrayList<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.isAnnotationPresent(annotation) && !method.isBridge()) {
                    found.add(method);
                }
            }
        }
        found.sort(Comparator.comparing(Method::getName));
        return found;
    }

    /** Returns the JSON schema of the additional fields, as function-calling models expect that of arguments. */
    public Map<String, @Nullable Object> schema() {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Argument argument : arguments) {
            if (argument instanceof FieldArgument field) {
                Map<String, @Nullable Object> property = TypeSchemas.of(field.parameter.getParameterizedType());
                Description description = field.parameter.getAnnotation(Description.class);
                if (description != null) {
                    property.put("description", description.value());
                }
                Default fallback = field.parameter.getAnnotation(Default.class);
                if (fallback != null) {
                    boolean text = field.parameter.getType() == String.class;
                    property.put(
                            "default",
                            text
                                    ? fallback.value()
                                    : JsonCodec.read(fallback.value(), "@Default")
                                            .value());
                }
                properties.put(field.name.shown(), property);
                if (field.absent == null) {
                    required.add(field.name.shown());
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
