package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;

/** What a colour means: red is worse, green is better, yellow wants a look. */
@Internal
public enum Style {
    NONE(""),
    BAD("31"),
    GOOD("32"),
    WARNING("33"),
    FAINT("2"),
    STRONG("1");

    private final String code;

    Style(String code) {
        this.code = code;
    }

    /** The text in this style, between the terminal's escape sequences. */
    String around(String text) {
        return this == NONE || text.isBlank() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
