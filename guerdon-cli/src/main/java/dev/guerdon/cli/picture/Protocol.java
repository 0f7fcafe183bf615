package dev.guerdon.cli.picture;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;

/** How a terminal takes pictures. */
@Internal
public enum Protocol {
    /** Kitty's graphics protocol. */
    KITTY,
    /** Sixels, as DEC's terminals had them. */
    SIXEL,
    /** Not at all. */
    NONE;

    /** The choices of an option. */
    public static final String CHOICES = "auto|kitty|sixel|none";

    /** Whether a user's choice leaves the terminal to be asked. */
    public static boolean isAuto(String choice) {
        return choice.equals("auto");
    }

    /** The protocol that a user names. */
    public static Protocol named(String choice) {
        return switch (choice) {
            case "kitty" -> KITTY;
            case "sixel" -> SIXEL;
            case "none" -> NONE;
            default -> throw new GuerdonException("expected --picture " + CHOICES + ", found '" + choice + "'");
        };
    }
}
