package dev.guerdon.webshop;

/** Chooses the noun extractor that options ask for. */
final class Nouns {

    private Nouns() {}

    static NounExtractor of(ShopOptions options) {
        NounExtractor base = options.spacy() == null ? new HeuristicNouns() : SpacyNouns.load(options.spacy());
        return options.nouns() == null ? base : RecordedNouns.read(options.nouns(), base);
    }
}
