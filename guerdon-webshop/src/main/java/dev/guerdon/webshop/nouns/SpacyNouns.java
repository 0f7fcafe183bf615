package dev.guerdon.webshop.nouns;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Strings;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds nouns with the tagger of a spaCy 2 model, read from the model's folder. No Python. */
@Internal
public final class SpacyNouns implements NounExtractor {

    private static final Set<String> NOUN_TAGS = Set.of("NN", "NNS", "NNP", "NNPS");

    /** The keys of texts and normal forms in a model's special cases. */
    private static final String ORTH = "65";

    private static final String NORM = "67";

    private final SpacyTagger tagger;
    private final List<String> tags;
    private final TitleTokenizer tokenizer;
    private final Map<String, String> norms;

    private SpacyNouns(SpacyTagger tagger, List<String> tags, TitleTokenizer tokenizer, Map<String, String> norms) {
        this.tagger = tagger;
        this.tags = tags;
        this.tokenizer = tokenizer;
        this.norms = norms;
    }

    /** Reads {@code tagger/model}, {@code tagger/tag_map} and {@code tokenizer} of a model folder, or of a package around it. */
    public static SpacyNouns load(Path folder) {
        try (Stream<Path> files = Files.walk(folder, 4)) {
            Path model = files.filter(file -> file.endsWith(Path.of("tagger", "model")))
                    .findFirst()
                    .orElseThrow(() -> new WebshopException("expected tagger/model of a spaCy 2 model below " + folder
                            + ", found none; unpack a model such as en_core_web_sm 2.2.5 there"));
            Path root = model.resolve("../..").normalize();
            Map<String, String> norms = new HashMap<>(characterNorms());
            Map<String, List<String>> cases = specialCases(root.resolve("tokenizer"), norms);
            if (!(MsgPack.read(Files.readAllBytes(root.resolve("tagger/tag_map"))) instanceof Map<?, ?> tagMap)) {
                throw new WebshopException("expected a map of tags in " + root.resolve("tagger/tag_map"));
            }
            return new SpacyNouns(
                    SpacyTagger.read(Files.readAllBytes(model)),
                    tagMap.keySet().stream().map(String::valueOf).toList(),
                    new TitleTokenizer(cases),
                    norms);
        } catch (IOException e) {
            throw new WebshopException("could not read the spaCy model in " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Quotes, dashes and currency signs that count as one. */
    private static Map<String, String> characterNorms() {
        Map<String, String> norms = new HashMap<>();
        for (String quote : List.of("‘", "´", "’", "‚", "`", "’s")) {
            norms.put(quote, quote.endsWith("s") ? "'s" : "'");
        }
        for (String quote : List.of("“", "”", "„", "»", "«", "``", "''", "‘‘", "’’")) {
            norms.put(quote, "\"");
        }
        for (String dash : List.of("–", "—", "--", "---", "——")) {
            norms.put(dash, "-");
        }
        for (String currency : List.of("£", "€", "¥", "฿", "US$", "C$", "A$")) {
            norms.put(currency, "$");
        }
        norms.put("…", "...");
        return norms;
    }

    private static Map<String, List<String>> specialCases(Path file, Map<String, String> norms) throws IOException {
        Map<String, List<String>> cases = new HashMap<>();
        if (Files.isRegularFile(file)
                && MsgPack.read(Files.readAllBytes(file)) instanceof Map<?, ?> tokenizer
                && tokenizer.get("exceptions") instanceof Map<?, ?> exceptions) {
            exceptions.forEach((text, pieces) -> {
                List<String> words = new ArrayList<>();
                if (pieces instanceof List<?> list) {
                    for (Object piece : list) {
                        if (piece instanceof Map<?, ?> fields && fields.get(ORTH) instanceof String word) {
                            words.add(word);
                            if (fields.get(NORM) instanceof String norm) {
                                norms.putIfAbsent(word, norm);
                            }
                        }
                    }
                }
                if (!words.isEmpty()) {
                    cases.put(String.valueOf(text), List.copyOf(words));
                }
            });
        }
        return cases;
    }

    @Override
    public List<String> nouns(String title) {
        List<String> words = tokenizer.tokens(title);
        long[][] features = new long[words.size()][];
        for (int i = 0; i < features.length; i++) {
            String word = words.get(i);
            features[i] = new long[] {
                SpacyHash.id(norm(word)),
                SpacyHash.id(word.substring(0, word.offsetByCodePoints(0, 1))),
                SpacyHash.id(suffix(word)),
                SpacyHash.id(shape(word))
            };
        }
        int[] best = tagger.tags(features);
        List<String> nouns = new ArrayList<>();
        for (int i = 0; i < best.length; i++) {
            if (best[i] < tags.size() && NOUN_TAGS.contains(tags.get(best[i]))) {
                nouns.add(Strings.lower(words.get(i)));
            }
        }
        return nouns;
    }

    private String norm(String word) {
        @Nullable String known = norms.get(word);
        return known != null ? known : Strings.lower(word);
    }

    private static String suffix(String word) {
        int length = word.codePointCount(0, word.length());
        return length <= 3 ? word : word.substring(word.offsetByCodePoints(0, length - 3));
    }

    /** The form of a word: {@code Xxxx} for {@code Title}, {@code dd} for {@code 16}; runs are cut at four. */
    static String shape(String word) {
        if (word.length() >= 100) {
            return "LONG";
        }
        StringBuilder shape = new StringBuilder();
        int previous = -1;
        int run = 0;
        for (int c : word.codePoints().toArray()) {
            int form = Character.isLetter(c) ? (Character.isUpperCase(c) ? 'X' : 'x') : Character.isDigit(c) ? 'd' : c;
            run = form == previous ? run + 1 : 0;
            previous = form;
            if (run < 4) {
                shape.appendCodePoint(form);
            }
        }
        return shape.toString();
    }
}
