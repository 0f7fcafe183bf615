package dev.guerdon.lab.improve;

import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.lab.prompt.UnifiedDiff;
import dev.guerdon.lab.spi.Patch.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Candidates as files, and what is different between two of them as a unified diff. */
@Internal
public final class Diffs {

    static final String SETTINGS = "settings.yaml";
    static final String PROMPT = "prompt/";

    private Diffs() {}

    /** The difference of two states as lines; none where they are the same. */
    public static List<String> of(Map<String, String> before, Map<String, String> after) {
        Map<String, String> old = files(before);
        Map<String, String> now = files(after);
        TreeSet<String> names = new TreeSet<>(old.keySet());
        names.addAll(now.keySet());
        List<String> lines = new ArrayList<>();
        for (String name : names) {
            lines.addAll(UnifiedDiff.of(name, old.getOrDefault(name, ""), now.getOrDefault(name, "")));
        }
        return lines;
    }

    /** The texts of a state by the names of their files: settings as YAML, sections, files of the work folder. */
    static Map<String, String> files(Map<String, String> values) {
        Map<String, String> files = new TreeMap<>();
        StringBuilder settings = new StringBuilder();
        new TreeMap<>(values).forEach((id, value) -> {
            if (id.startsWith(Kind.SECTION.target(""))) {
                put(files, PROMPT + Materials.bare(Kind.SECTION, id), value);
            } else if (id.startsWith(Kind.FILE.target(""))) {
                put(files, Materials.bare(Kind.FILE, id), value);
            } else {
                // A text in JSON's quotes is the same text in YAML.
                settings.append(id).append(": ").append(JsonCodec.write(value)).append('\n');
            }
        });
        put(files, SETTINGS, settings.toString());
        return files;
    }

    private static void put(Map<String, String> files, String name, String text) {
        if (!text.isEmpty()) {
            files.put(name, text);
        }
    }
}
