package dev.guerdon.webshop;

import dev.guerdon.cpython.Strings;
import java.util.Optional;

/** What an item page leads to besides buying. */
enum Tab {
    DESCRIPTION("Description"),
    FEATURES("Features"),
    REVIEWS("Reviews"),
    ATTRIBUTES("Attributes");

    private final String label;

    Tab(String label) {
        this.label = label;
    }

    /** The text of its button, also the word in addresses. */
    String label() {
        return label;
    }

    /** The tab whose button has that lower-case text. */
    static Optional<Tab> ofButton(String lowerCase) {
        for (Tab tab : values()) {
            if (Strings.lower(tab.label).equals(lowerCase)) {
                return Optional.of(tab);
            }
        }
        return Optional.empty();
    }
}
