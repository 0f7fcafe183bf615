package dev.guerdon.browser.benchmark;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Names;
import dev.guerdon.browser.spi.BrowserException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How BrowserGym runs a benchmark, as options of the environment. Its viewport, time limits, locale and time zone come with each task.
 */
@Internal
public enum Preset {
    ASSISTANTBENCH("assistantbench", 30),
    MINIWOB("miniwob_all", 10),
    MINIWOB_TINY_TEST("miniwob_all", 5);

    /** The option that names a preset. */
    public static final String OPTION = "preset";

    public static final String ACTIONS = "actions";
    public static final String MULTIACTION = "multiaction";
    public static final String RETRY_WITH_FORCE = "retry-with-force";
    public static final String MAX_STEPS = "max-steps";

    private final String actions;
    private final int steps;

    Preset(String actions, int steps) {
        this.actions = actions;
        this.steps = steps;
    }

    /** The name, as BrowserGym has it. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The names of all presets. */
    public static List<String> words() {
        return List.of(values()).stream().map(Preset::word).toList();
    }

    /** The options with those of the preset that they name, if they do: what is given goes before what the preset says. */
    public static Map<String, String> applied(Map<String, String> options) {
        String name = options.get(OPTION);
        if (name == null) {
            return options;
        }
        for (Preset preset : values()) {
            if (preset.word().equals(name)) {
                Map<String, String> all = new LinkedHashMap<>(preset.options());
                all.putAll(options);
                return all;
            }
        }
        throw new BrowserException("there is no preset '" + name + "'; there are " + String.join(", ", words())
                + Names.didYouMean(name, words()));
    }

    /** The options by name: one action at a time, tried again without checks where an element does not let itself be acted on. */
    Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put(ACTIONS, actions);
        options.put(MULTIACTION, "false");
        options.put(RETRY_WITH_FORCE, "true");
        options.put(MAX_STEPS, Integer.toString(steps));
        return options;
    }
}
