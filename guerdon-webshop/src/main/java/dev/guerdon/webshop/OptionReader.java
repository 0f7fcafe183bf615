package dev.guerdon.webshop;

import dev.guerdon.webshop.catalogue.WebshopException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Reads options by name, with messages that say what was expected. */
final class OptionReader {

    private final Map<String, String> options;

    OptionReader(Map<String, String> options) {
        this.options = options;
    }

    String text(String name, String otherwise) {
        return options.getOrDefault(name, otherwise);
    }

    Optional<Path> path(String name) {
        return Optional.ofNullable(options.get(name)).map(Path::of);
    }

    /** Whether the second of two words was chosen; the first is the default. */
    boolean choice(String name, String first, String second) {
        String word = options.getOrDefault(name, first);
        if (!word.equals(first) && !word.equals(second)) {
            throw new WebshopException("expected --" + name + " " + first + " or " + second + ", found '" + word + "'");
        }
        return word.equals(second);
    }

    int number(String name) {
        long wide = wide(name);
        if (wide < 0 || wide > Integer.MAX_VALUE) {
            throw new WebshopException("expected --" + name + " to be 0 or more, found " + wide);
        }
        return (int) wide;
    }

    long wide(String name) {
        String text = options.getOrDefault(name, "0");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new WebshopException("expected a whole number for --" + name + ", found '" + text + "'");
        }
    }
}
