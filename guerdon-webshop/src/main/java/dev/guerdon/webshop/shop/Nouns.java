package dev.guerdon.webshop.shop;

import dev.guerdon.webshop.nouns.HeuristicNouns;
import dev.guerdon.webshop.nouns.NounExtractor;
import dev.guerdon.webshop.nouns.RecordedNouns;
import dev.guerdon.webshop.nouns.SpacyNouns;

/** Chooses the noun extractor that options ask for. */
final class Nouns {

    private Nouns() {}

    static NounExtractor of(ShopOptions options) {
        NounExtractor base = options.spacy() == null ? new HeuristicNouns() : SpacyNouns.load(options.spacy());
        return options.nouns() == null ? base : RecordedNouns.read(options.nouns(), base);
    }
}
