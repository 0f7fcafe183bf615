package dev.guerdon.webshop.shop;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Strings;
import java.util.Optional;

/** What an item page leads to besides buying. */
@Internal
public enum Tab {
    DESCRIPTION("Description"),
    FEATURES("Features"),
    REVIEWS("Reviews"),
    ATTRIBUTES("Attributes");

    private final String label;

    Tab(String label) {
        this.label = label;
    }

    /** The text of its button, also the word in addresses. */
    public String label() {
        return label;
    }

    /** The tab whose button has that lower-case text. */
    public static Optional<Tab> ofButton(String lowerCase) {
        for (Tab tab : values()) {
            if (Strings.lower(tab.label).equals(lowerCase)) {
                return Optional.of(tab);
            }
        }
        return Optional.empty();
    }
}
