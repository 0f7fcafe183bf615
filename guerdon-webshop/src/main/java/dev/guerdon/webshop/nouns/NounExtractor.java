package dev.guerdon.webshop.nouns;

import dev.guerdon.api.Internal;
import java.util.List;

/**
 * Finds the nouns of a product's title.
 *
 * <p>The reference asks a spaCy model; its answer decides {@code r_type}. Implementations: {@link RecordedNouns} (what a spaCy run
 * said, exact), {@link SpacyNouns} (a spaCy 2 model's weights) and {@link HeuristicNouns} (needs nothing, the default).
 */
@FunctionalInterface
@Internal
public interface NounExtractor {

    /** The nouns in the order of the title, lower-cased, with repeats. */
    List<String> nouns(String title);
}
