package dev.guerdon.catalogue.schema;

import org.jspecify.annotations.Nullable;

/** Where a value stands in the whole: the place around it, and a name or an index. */
record Place(@Nullable Place around, Object step) {

    static String path(@Nullable Place place) {
        StringBuilder out = new StringBuilder();
        append(place, out);
        return out.toString();
    }

    private static void append(@Nullable Place innermost, StringBuilder out) {
        java.util.ArrayDeque<Object> steps = new java.util.ArrayDeque<>();
        for (Place place = innermost; place != null; place = place.around) {
            steps.push(place.step);
        }
        out.append('$');
        for (Object step : steps) {
            if (step instanceof String name) {
                if (isPlain(name)) {
                    out.append('.').append(name);
                } else {
                    String quoted = name.replace("\\", "\\\\").replace("'", "\\'");
                    out.append("['").append(quoted).append("']");
                }
            } else {
                out.append('[').append(step).append(']');
            }
        }
    }

    /** A letter, then letters, digits and underscores; Python's pattern also lets one line feed at the end pass. */
    private static boolean isPlain(String name) {
        int end = name.endsWith("\n") ? name.length() - 1 : name.length();
        for (int i = 0; i < end; i++) {
            char c = name.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '_'))) {
                return false;
            }
        }
        return end > 0;
    }
}
