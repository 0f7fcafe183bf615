package dev.guerdon.webresearch;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A named part of the web research agent's system prompt that can be switched on and off. */
enum Section {
    ANSWER_FORMAT("how a final answer is to be written: the bare value"),
    FETCH_JSON("offers the action fetch_json"),
    DIRECT_API("where the weather archive's JSON service is"),
    WEATHER("how to work on questions about the weather"),
    REAL_ESTATE("how to work on questions about homes"),
    LOCAL_BUSINESS("how to work on questions about businesses near a place"),
    PER_YEAR("one narrow call for each year instead of one long range"),
    TIMEZONE("whose days weather data is asked for"),
    TIMEOUT_FALLBACK("what to do about pages that do not load");

    private final String description;

    Section(String description) {
        this.description = description;
    }

    String description() {
        return description;
    }

    /** The name in settings: lower case. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The setting that switches it. */
    String setting() {
        return "section." + word();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Section::word).toList();
    }
}
