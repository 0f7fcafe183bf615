package dev.guerdon.core.boundary;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.NameRules;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the components of records, by the names that JSON has for them. */
final class RecordFields {

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
                            NameRules.snakeCase(components[i].getName()),
                            accessor.asType(MethodType.methodType(Object.class, Object.class)));
                } catch (InaccessibleObjectException | IllegalAccessException e) {
                    throw new GuerdonException(
                            "the record " + type.getName() + " cannot be read: " + e.getMessage(), e);
                }
            }
            return out;
        }
    };

    private RecordFields() {}

    /**
     * Returns the components as they are, in order.
     *
     * @throws Throwable whatever an accessor of the user's threw
     */
    public static Map<String, @Nullable Object> of(Record record) throws Throwable {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (Component component : COMPONENTS.get(record.getClass())) {
            fields.put(component.name, (Object) component.accessor.invokeExact((Object) record));
        }
        return fields;
    }
}
