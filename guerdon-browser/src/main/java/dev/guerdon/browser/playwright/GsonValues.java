package dev.guerdon.browser.playwright;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns the JSON that Playwright gives into plain values, which can be changed. */
final class GsonValues {

    private GsonValues() {}

    static Map<String, @Nullable Object> object(JsonObject object) {
        Map<String, @Nullable Object> map = LinkedHashMap.newLinkedHashMap(object.size());
        for (Map.Entry<String, JsonElement> member : object.entrySet()) {
            map.put(member.getKey(), value(member.getValue()));
        }
        return map;
    }

    private static @Nullable Object value(JsonElement element) {
        return switch (element) {
            case JsonObject object -> object(object);
            case JsonArray array -> array(array);
            case JsonPrimitive primitive when primitive.isString() -> primitive.getAsString();
            case JsonPrimitive primitive when primitive.isBoolean() -> primitive.getAsBoolean();
            case JsonPrimitive primitive -> number(primitive.getAsString());
            default -> null;
        };
    }

    private static List<@Nullable Object> array(JsonArray array) {
        List<@Nullable Object> list = new ArrayList<>(array.size());
        for (JsonElement element : array) {
            list.add(value(element));
        }
        return list;
    }

    private static Object number(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c != '-' && (c < '0' || c > '9')) {
                return Double.valueOf(digits);
            }
        }
        try {
            long wide = Long.parseLong(digits);
            return wide == (int) wide ? (Object) (int) wide : (Object) wide;
        } catch (NumberFormatException e) {
            return Double.valueOf(digits);
        }
    }
}
