package dev.guerdon.lab;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Keeps secrets out of what is stored: values whose name says that they are one, and texts that have the shape of one. */
final class Redaction {

    static final String HIDDEN = "***";

    private static final Pattern NAME = Pattern.compile(
            "(?i)(^|.*[_.-])(api_?key|key|token|secret|password|passwd|credentials?|authorization|auth)$");

    private static final Pattern SHAPE = Pattern.compile("\\b(?:sk|pk|rk)-[A-Za-z0-9_-]{8,}"
            + "|\\bgh[pousr]_[A-Za-z0-9]{20,}|\\bAKIA[0-9A-Z]{16}\\b|\\bxox[abp]-[A-Za-z0-9-]{10,}"
            + "|(?i:bearer)\\s+[A-Za-z0-9._~+/=-]{8,}");

    private static final Pattern USER_INFO = Pattern.compile("(?<=://)[^/@\\s]+@");

    private Redaction() {}

    static String of(String text) {
        return SHAPE.matcher(USER_INFO.matcher(text).replaceAll(HIDDEN + "@")).replaceAll(HIDDEN);
    }

    /** The same values without the secret ones. */
    static Map<String, String> of(Map<String, String> values) {
        Map<String, String> out = new LinkedHashMap<>();
        values.forEach(
                (name, value) -> out.put(name, NAME.matcher(name).matches() && !value.isEmpty() ? HIDDEN : of(value)));
        return out;
    }
}
