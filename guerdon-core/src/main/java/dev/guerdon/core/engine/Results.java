package dev.guerdon.core.engine;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.base.Names;
import java.lang.System.Logger;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Turns what a reward function returned into a score; the one place where that happens. */
@Internal
public final class Results {

    private static final Logger LOG = System.getLogger(Results.class.getName());

    private static final Set<String> RETURNED_NULL = ConcurrentHashMap.newKeySet();

    private record Component(String name, MethodHandle accessor) {}

    private static final ClassValue<Component[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected Component[] computeValue(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            Component[] out = new Component[components.length];
            for (int i = 0; i < components.length; i++) {
                try {
                    components[i].getAccessor().setAccessible(true);
                    MethodHandle accessor = MethodHandles.lookup().unreflect(components[i].getAccessor());
                    out[i] = new Component(
                            Names.snakeCase(components[i].getName()),
                            accessor.asType(MethodType.methodType(Object.class, Object.class)));
                } catch (InaccessibleObjectException | IllegalAccessException e) {
                    throw new GuerdonException(
                            "the record " + type.getName() + " cannot be read: " + e.getMessage(), e);
                }
            }
            return out;
        }
    };

    private Results() {}

    /**
     * The score that a returned value means. Stages and futures must have been awaited before.
     *
     * @param reward the reward's name, for messages
     */
    public static Score of(String reward, @Nullable Object returned) {
        return switch (returned) {
            case null -> {
                if (RETURNED_NULL.add(reward)) {
                    LOG.log(
                            Logger.Level.WARNING,
                            reward + " returned null, which counts as a reward of 0.0; return a number to be clear");
                }
                yield scored(reward, 0.0, Map.of());
            }
            case Double d -> scored(reward, d, Map.of());
            case Number n -> scored(reward, n.doubleValue(), Map.of());
            case Boolean b -> scored(reward, b ? 1.0 : 0.0, Map.of());
            case RewardResult result ->
                Double.isFinite(result.reward())
                        ? new Score.Scored(result)
                        : scored(reward, result.reward(), result.extras());
            case Score score -> score;
            case Json json -> of(reward, json.value());
            case Map<?, ?> map -> fromMap(reward, map);
            case Record record -> fromMap(reward, members(record));
            default -> invalid(reward, "returned " + describe(returned));
        };
    }

    private static Score fromMap(String reward, Map<?, ?> map) {
        if (!map.containsKey("reward")) {
            return invalid(
                    reward,
                    "returned an object without 'reward'; it has: "
                            + (map.isEmpty()
                                    ? "nothing"
                                    : String.join(
                                            ", ",
                                            map.keySet().stream()
                                                    .map(String::valueOf)
                                                    .toList())));
        }
        double value;
        switch (map.get("reward")) {
            case Number n -> value = n.doubleValue();
            case Boolean b -> value = b ? 1.0 : 0.0;
            case null -> {
                return invalid(reward, "returned an object whose 'reward' is null");
            }
            case Object other -> {
                return invalid(reward, "returned an object whose 'reward' is " + describe(other));
            }
        }
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        map.forEach((key, member) -> {
            if (!"reward".equals(key)) {
                extras.put(String.valueOf(key), member);
            }
        });
        return scored(reward, value, extras);
    }

    private static Map<String, @Nullable Object> members(Record record) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (Component component : COMPONENTS.get(record.getClass())) {
            try {
                members.put(component.name, (Object) component.accessor.invokeExact((Object) record));
            } catch (Throwable e) {
                throw new GuerdonException("the record " + record.getClass().getName() + " cannot be read: " + e, e);
            }
        }
        return members;
    }

    private static Score scored(String reward, double value, Map<String, @Nullable Object> extras) {
        return Double.isFinite(value)
                ? new Score.Scored(new RewardResult(value, extras))
                : invalid(reward, "returned " + value);
    }

    private static Score invalid(String reward, String what) {
        return new Score.Unscored(
                Score.Reason.INVALID_RESULT,
                reward + " " + what + "; expected a finite number, a boolean, or an object with a numeric 'reward'");
    }

    private static String describe(Object value) {
        String text = value instanceof String s ? "\"" + s + "\"" : String.valueOf(value);
        String kind = value instanceof String ? "the text" : value.getClass().getSimpleName();
        return kind + " " + (text.length() > 80 ? text.substring(0, 80) + "..." : text);
    }
}
