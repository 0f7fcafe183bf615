package dev.guerdon.webresearch;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A named part of the web research agent's own system prompt that can be switched on and off. */
enum Section {
    ANSWER_FORMAT(30, "how a final answer is to be written: the bare value"),
    FETCH_JSON(25, "offers the action fetch_json"),
    DIRECT_API(40, "where the weather archive's JSON service is"),
    WEATHER(45, "how to work on questions about the weather"),
    REAL_ESTATE(50, "how to work on questions about homes"),
    LOCAL_BUSINESS(55, "how to work on questions about businesses near a place"),
    PER_YEAR(60, "one narrow call for each year instead of one long range"),
    TIMEZONE(65, "whose days weather data is asked for"),
    TIMEOUT_FALLBACK(70, "what to do about pages that do not load");

    private final int place;
    private final String description;

    Section(int place, String description) {
        this.place = place;
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

    /** The file with its text. */
    String file() {
        return place + "-" + word() + ".md";
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Section::word).toList();
    }
}
