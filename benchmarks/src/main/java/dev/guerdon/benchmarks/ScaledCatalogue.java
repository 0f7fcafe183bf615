package dev.guerdon.benchmarks;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.webshop.catalogue.CatalogueGenerator;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Repeats the official 1,000 products of WebShop, or bundled ones where these are not at hand, up to the size of the official catalogue.
 *
 * <p>Each copy has an id of its own, and a third of the words of its texts are other words of the catalogue, drawn as often as they
 * come there. So lengths, numbers, prices and frequencies of words stay those of the products. The same seed and size give the same files.
 */
final class ScaledCatalogue {

    /** Number of products that the official file has, to the nearest ten thousand. */
    static final int OFFICIAL_SIZE = 1_180_000;

    /** 12,087 instructions that people wrote belong to the official products. */
    private static final int PRODUCTS_PER_INSTRUCTION = 98;

    private static final List<String> TEXTS = List.of("name", "full_description", "small_description");

    private final long seed;
    private final int size;
    private final List<String> words = new ArrayList<>();

    ScaledCatalogue(long seed, int size) {
        this.seed = seed;
        this.size = size;
    }

    /** Writes {@code items_shuffle.json}, {@code items_ins_v2.json} and {@code items_human_ins.json}. */
    void writeTo(Path folder) throws IOException {
        Path base = WebshopBenchmark.data();
        String suffix = "_1000.json";
        if (!Files.isReadable(base.resolve("items_shuffle" + suffix))) {
            base = folder.resolve("bundled");
            suffix = ".json";
            new CatalogueGenerator(1, 1_000).writeTo(base);
        }
        List<Json> products = read(base.resolve("items_shuffle" + suffix)).asList();
        Map<String, @Nullable Object> mined =
                read(base.resolve("items_ins_v2" + suffix)).asMap();
        products.forEach(product -> collect(product.value()));
        Files.createDirectories(folder);
        try (JsonGenerator items = open(folder, "items_shuffle.json");
                JsonGenerator attributes = open(folder, "items_ins_v2.json");
                JsonGenerator instructions = open(folder, "items_human_ins.json")) {
            items.writeStartArray();
            attributes.writeStartObject();
            instructions.writeStartObject();
            for (int number = 0; number < size; number++) {
                SplittableRandom random = new SplittableRandom(seed * 1_000_003L + number * 7919L);
                Map<String, @Nullable Object> product = new LinkedHashMap<>(
                        products.get(number % products.size()).asMap());
                Object known = mined.getOrDefault(String.valueOf(product.get("asin")), Map.of("attributes", List.of()));
                String asin = asin(number);
                product.put("asin", asin);
                TEXTS.forEach(name -> product.computeIfPresent(name, (key, value) -> varied(value, random)));
                items.writeRaw('\n');
                JsonCodec.writeValue(items, product);
                attributes.writeFieldName(asin);
                JsonCodec.writeValue(attributes, known);
                if (number % PRODUCTS_PER_INSTRUCTION == 0) {
                    instructions.writeFieldName(asin);
                    JsonCodec.writeValue(
                            instructions,
                            List.of(Map.of(
                                    "asin",
                                    asin,
                                    "instruction",
                                    "i am looking for " + product.get("query"),
                                    "instruction_attributes",
                                    new Json(known).get("attributes").value(),
                                    "instruction_options",
                                    List.of())));
                }
            }
            items.writeEndArray();
            attributes.writeEndObject();
            instructions.writeEndObject();
        }
    }

    private static Json read(Path file) throws IOException {
        return JsonCodec.read(Files.readAllBytes(file), file.toString());
    }

    private static JsonGenerator open(Path folder, String name) throws IOException {
        return JsonCodec.factory()
                .createGenerator(
                        new BufferedOutputStream(Files.newOutputStream(folder.resolve(name)), 1 << 18),
                        JsonEncoding.UTF8);
    }

    private static String asin(int number) {
        String digits = Long.toString((number * 48_271L + 11) % 78_364_164_096L, 36);
        return "B0H" + "0".repeat(7 - digits.length()) + digits.toUpperCase(Locale.ROOT);
    }

    private void collect(@Nullable Object product) {
        if (product instanceof Map<?, ?> fields) {
            for (String name : TEXTS) {
                Object value = fields.get(name);
                for (Object text : value instanceof List<?> list ? list : List.of(String.valueOf(value))) {
                    words.addAll(List.of(String.valueOf(text).split(" ")));
                }
            }
        }
    }

    private @Nullable Object varied(@Nullable Object value, SplittableRandom random) {
        if (value instanceof List<?> list) {
            return list.stream().map(text -> varied(text, random)).toList();
        }
        String[] parts = String.valueOf(value).split(" ", -1);
        for (int i = 0; i < parts.length; i++) {
            if (!parts[i].isEmpty() && random.nextInt(3) == 0) {
                parts[i] = words.get(random.nextInt(words.size()));
            }
        }
        return String.join(" ", parts);
    }
}
