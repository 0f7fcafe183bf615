package dev.guerdon.webshop;

/** Chooses the noun extractor that options ask for. */
final class Nouns {

    private Nouns() {}

    static NounExtractor of(ShopOptions options) {
        NounExtractor base =
                options.spacy().<NounExtractor>map(SpacyNouns::load).orElseGet(HeuristicNouns::new);
        return options.nouns()
                .<NounExtractor>map(table -> RecordedNouns.read(table, base))
                .orElse(base);
    }
}
