package dev.guerdon.webshop.nouns;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Nouns as a spaCy run gave them, by title; titles that it did not see go to another extractor. */
@Internal
public final class RecordedNouns implements NounExtractor {

    private final Map<String, List<String>> byTitle;
    private final NounExtractor others;

    public RecordedNouns(Map<String, List<String>> byTitle, NounExtractor others) {
        this.byTitle = Map.copyOf(byTitle);
        this.others = others;
    }

    /** Reads a JSON object of title to list of nouns. */
    public static RecordedNouns read(Path file, NounExtractor others) {
        try {
            Json table = JsonCodec.read(Files.readAllBytes(file), file.toString());
            Map<String, List<String>> byTitle = new HashMap<>();
            table.asMap()
                    .forEach((title, nouns) -> byTitle.put(
                            title,
                            new Json(nouns)
                                    .asList().stream().map(Json::asString).toList()));
            return new RecordedNouns(byTitle, others);
        } catch (IOException e) {
            throw new WebshopException("could not read the nouns in " + file + ": " + e.getMessage(), e);
        }
    }

    @Override
    public List<String> nouns(String title) {
        List<String> recorded = byTitle.get(title);
        return recorded != null ? recorded : others.nouns(title);
    }
}
