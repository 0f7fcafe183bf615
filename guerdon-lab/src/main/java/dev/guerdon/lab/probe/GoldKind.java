package dev.guerdon.lab.probe;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.lab.answer.Dates;
import dev.guerdon.lab.spi.ProbeVariant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Tells what kind of value a gold answer is. */
@Internal
public final class GoldKind {

    private static final Pattern NUMBER_FORM =
            Pattern.compile("[-+−]?\\s?[$€£]?\\s?(\\d{1,3}(,\\d{3})+|\\d+)(\\.\\d+)?\\s?%?");
    private static final int LONGEST_DATE = 40;

    private GoldKind() {}

    public static ProbeVariant.Kind of(String gold) {
        String text = gold.strip();
        if (NUMBER_FORM.matcher(text).matches()) {
            return ProbeVariant.Kind.NUMBER;
        }
        if (text.startsWith("{") || text.startsWith("[")) {
            try {
                Object value = JsonCodec.read(text, "gold").value();
                if (value instanceof List<?> list && list.stream().noneMatch(GoldKind::structured)) {
                    return list.size() > 1 ? ProbeVariant.Kind.LIST : ProbeVariant.Kind.JSON;
                }
                return ProbeVariant.Kind.JSON;
            } catch (GuerdonException e) {
                return ProbeVariant.Kind.TEXT;
            }
        }
        if (text.length() <= LONGEST_DATE && Dates.in(text).size() == 1) {
            return ProbeVariant.Kind.DATE;
        }
        return elements(gold).size() > 2 ? ProbeVariant.Kind.LIST : ProbeVariant.Kind.TEXT;
    }

    private static boolean structured(Object value) {
        return value instanceof Map || value instanceof List;
    }

    /** The elements of a list in any of the usual layouts; a text that is none is its own only element. */
    static List<String> elements(String gold) {
        String text = gold.strip();
        if (text.startsWith("[")) {
            try {
                if (JsonCodec.read(text, "gold").value() instanceof List<?> list) {
                    return list.stream().map(String::valueOf).toList();
                }
            } catch (GuerdonException e) {
                return List.of(text);
            }
        }
        String separator = text.contains("\n") ? "\n" : text.contains(";") ? ";" : ",";
        return Arrays.stream(text.split(separator, -1))
                .map(String::strip)
                .filter(element -> !element.isEmpty())
                .toList();
    }
}
