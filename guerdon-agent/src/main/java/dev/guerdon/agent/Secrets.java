package dev.guerdon.agent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Takes secrets out of texts that are shown or kept.
 *
 * <p>Knows the values of the environment variables that look like keys, and the common shapes of keys, because some providers
 * repeat a refused key in their error message.
 */
final class Secrets {

    private static final int SHORTEST = 8;
    private static final Pattern VARIABLE = Pattern.compile("(^|.*_)(KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)$");
    private static final Pattern SHAPE =
            Pattern.compile("\\b(?:sk|pk|rk)-[A-Za-z0-9_*-]{8,}|(?i:bearer)\\s+[A-Za-z0-9._~+/=-]{8,}");

    private final List<String> values;

    private Secrets(List<String> values) {
        this.values = values;
    }

    static Secrets of(Map<String, String> environment) {
        List<String> values = new ArrayList<>();
        environment.forEach((name, value) -> {
            if (VARIABLE.matcher(name.toUpperCase(Locale.ROOT)).matches() && value.length() >= SHORTEST) {
                values.add(value);
            }
        });
        values.sort(Comparator.comparingInt(String::length).reversed());
        return new Secrets(List.copyOf(values));
    }

    String redact(String text) {
        String clean = text;
        for (String value : values) {
            clean = clean.replace(value, "***");
        }
        return SHAPE.matcher(clean).replaceAll("***");
    }
}
