package dev.guerdon.lab.probe;

import dev.guerdon.base.JsonCodec;
import dev.guerdon.lab.spi.ProbeVariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ways to write a JSON value; and values near it. */
final class JsonVariants {

    private JsonVariants() {}

    static List<ProbeVariant> of(String gold) {
        Object value = JsonCodec.read(gold, "gold").value();
        List<ProbeVariant> out = new ArrayList<>();
        String compact = JsonCodec.write(value);
        right(out, "compact", compact);
        right(out, "spaced", compact.replace("\":", "\": ").replace(",\"", ", \""));
        right(out, "code block", "```json\n" + compact + "\n```");
        right(out, "Python", compact.replace('"', '\'').replace("true", "True").replace("null", "None"));
        if (value instanceof Map<?, ?> map) {
            object(out, map);
        } else if (value instanceof List<?> list) {
            right(out, "reversed", JsonCodec.write(list.reversed()));
            right(
                    out,
                    "a line for each",
                    String.join("\n", list.stream().map(JsonCodec::write).toList()));
            if (!list.isEmpty()) {
                out.add(ProbeVariant.wrong("one missing", JsonCodec.write(list.subList(0, list.size() - 1))));
            }
        }
        out.add(ProbeVariant.wrong("empty object", "{}"));
        out.add(ProbeVariant.wrong("cut off", compact.substring(0, compact.length() - 1)));
        return out;
    }

    private static void object(List<ProbeVariant> out, Map<?, ?> map) {
        Map<String, @Nullable Object> texts = new LinkedHashMap<>();
        Map<String, @Nullable Object> upper = new LinkedHashMap<>();
        Map<String, @Nullable Object> turned = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        map.forEach((key, value) -> {
            texts.put(key.toString(), value instanceof Number ? value.toString() : value);
            upper.put(key.toString().toUpperCase(Locale.ROOT), value);
            lines.add(key + ": " + value);
        });
        List.copyOf(map.keySet()).reversed().forEach(key -> turned.put(key.toString(), map.get(key)));
        right(out, "keys in other order", JsonCodec.write(turned));
        right(out, "numbers as texts", JsonCodec.write(texts));
        right(out, "keys in upper case", JsonCodec.write(upper));
        right(out, "lines of key and value", String.join("\n", lines));
        Map<String, @Nullable Object> more = new LinkedHashMap<>();
        map.forEach((key, value) -> more.put(key.toString(), value));
        more.put("something_else", 1);
        out.add(ProbeVariant.wrong("a key too many", JsonCodec.write(more)));
        more.remove("something_else");
        if (!more.isEmpty()) {
            more.remove(more.keySet().iterator().next());
            out.add(ProbeVariant.wrong("a key missing", JsonCodec.write(more)));
        }
    }

    private static void right(List<ProbeVariant> out, String name, String text) {
        out.add(ProbeVariant.right("json", name, text));
    }
}
