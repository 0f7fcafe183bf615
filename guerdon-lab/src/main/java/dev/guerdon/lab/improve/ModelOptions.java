package dev.guerdon.lab.improve;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The options in a model's spec, {@code KIND:NAME?option=value&option=value}. */
final class ModelOptions {

    private ModelOptions() {}

    /** The options of a spec, by name. */
    static Map<String, String> in(String spec) {
        Map<String, String> options = new LinkedHashMap<>();
        int question = question(spec);
        if (question >= 0) {
            for (String option : spec.substring(question + 1).split("&", -1)) {
                int equals = option.indexOf('=');
                if (equals > 0) {
                    String value = option.substring(equals + 1).replace("+", "%2B");
                    options.put(option.substring(0, equals), URLDecoder.decode(value, StandardCharsets.UTF_8));
                }
            }
        }
        return options;
    }

    /** A spec with other options; an empty value takes one away. */
    static String with(String spec, Map<String, String> changes) {
        Map<String, String> options = in(spec);
        options.putAll(changes);
        options.values().removeIf(String::isEmpty);
        int question = question(spec);
        String bare = question < 0 ? spec : spec.substring(0, question);
        return options.isEmpty()
                ? bare
                : bare + "?"
                        + options.entrySet().stream()
                                .map(option -> option.getKey() + "="
                                        + URLEncoder.encode(option.getValue(), StandardCharsets.UTF_8)
                                                .replace("+", "%20"))
                                .collect(Collectors.joining("&"));
    }

    /** Where the options begin; an address may have a question mark before its hash, and a folder anywhere. */
    private static int question(String spec) {
        return spec.startsWith("replay:") ? -1 : spec.indexOf('?', Math.max(0, spec.indexOf('#')));
    }
}
