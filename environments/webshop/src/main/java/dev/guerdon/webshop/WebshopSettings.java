package dev.guerdon.webshop;

import dev.guerdon.core.base.NameRules;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Settings of the shop's text environment.
 *
 * @param mode what an observation is
 * @param attributesTab whether item pages have the button for attributes
 * @param sessionPrefix goes before the id of each session
 * @param previousObservations how many earlier observations each one repeats
 * @param previousActions how many earlier actions each observation repeats
 * @param compat whether goals are drawn and actions after a purchase taken as in the reference, for its recordings
 */
record WebshopSettings(
        ObservationMode mode,
        boolean attributesTab,
        String sessionPrefix,
        int previousObservations,
        int previousActions,
        boolean compat) {

    static WebshopSettings standard() {
        return new WebshopSettings(ObservationMode.TEXT, false, "", 0, 0, false);
    }

    /** Content of the text environment's observations. */
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
            List<String> words =
                    Arrays.stream(values()).map(ObservationMode::word).toList();
            int found = words.indexOf(word);
            if (found < 0) {
                throw new WebshopException("expected a mode of " + String.join(", ", words) + ", found '" + word + "'"
                        + NameRules.didYouMean(word, words));
            }
            return values()[found];
        }
    }
}
