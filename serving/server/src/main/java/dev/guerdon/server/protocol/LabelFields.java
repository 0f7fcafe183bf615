package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.JsonCodec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From the one label that a trainer has for a question to the fields that rewards ask for by name.
 *
 * <p>An object, also one written as a text, gives its members. Anything else is {@code label}, {@code answer} and {@code ground_truth}, and
 * the one field that the reward needs if it needs just one that is not there yet.
 */
final class LabelFields {

    private static final List<String> NAMES = List.of("label", "answer", "ground_truth");

    /** What every sample has, or a protocol gives by itself. */
    private static final List<String> GIVEN = List.of("id", "final_response", "trajectory", "context", "prompt");

    private LabelFields() {}

    /**
     * Adds the fields of a label.
     *
     * @param label null if there is none
     * @param fields what the request has by name, which a label never replaces
     */
    static Map<String, @Nullable Object> fields(
            RewardEntry reward, @Nullable Object label, Map<String, @Nullable Object> fields) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(fields);
        if (label == null) {
            return all;
        }
        Map<String, @Nullable Object> members = members(label);
        if (!members.isEmpty()) {
            members.forEach(all::putIfAbsent);
            all.putIfAbsent("label", label);
            return all;
        }
        NAMES.forEach(name -> all.putIfAbsent(name, label));
        List<String> missing = reward.inputs().orElse(List.of()).stream()
                .filter(RewardEntry.Input::required)
                .map(RewardEntry.Input::name)
                .filter(name -> !GIVEN.contains(name) && !all.containsKey(name))
                .toList();
        if (missing.size() == 1) {
            all.put(missing.getFirst(), label);
        }
        return all;
    }

    private static Map<String, @Nullable Object> members(Object label) {
        if (label instanceof Map) {
            return new Json(label).asMap();
        }
        if (label instanceof String text && text.stripLeading().startsWith("{")) {
            try {
                Json read = JsonCodec.read(text, "the label");
                return read.isObject() ? read.asMap() : Map.of();
            } catch (RuntimeException e) {
                return Map.of(); // a text that begins like an object, such as a set in mathematics
            }
        }
        return Map.of();
    }
}
