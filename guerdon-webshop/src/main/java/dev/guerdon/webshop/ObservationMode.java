package dev.guerdon.webshop;

import dev.guerdon.base.Names;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What the text environment shows. */
enum ObservationMode {
    /** The page's texts in one line. */
    TEXT,
    /** The page's texts with buttons marked, a line each. */
    TEXT_RICH,
    /** The page's source. */
    HTML,
    /** Only the address. */
    URL;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ObservationMode of(String word) {
        List<String> words = Arrays.stream(values()).map(ObservationMode::word).toList();
        int found = words.indexOf(word);
        if (found < 0) {
            throw new WebshopException("expected a mode of " + String.join(", ", words) + ", found '" + word + "'"
                    + Names.didYouMean(word, words));
        }
        return values()[found];
    }
}
