package dev.guerdon.webshop.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.webshop.Vectors;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The made-up catalogue of the official size weighs what the official one does. */
class ScaledCatalogueTest {

    /** Measured on the official 1,000 products. */
    private static final Map<String, Double> OFFICIAL = Map.ofEntries(
            Map.entry("characters of a title", 116.3),
            Map.entry("characters of a description", 509.8),
            Map.entry("share without a description", 0.301),
            Map.entry("features", 4.62),
            Map.entry("characters of a feature", 163.3),
            Map.entry("share without options", 0.577),
            Map.entry("values of an option", 5.7),
            Map.entry("characters of a value", 8.8),
            Map.entry("share with two prices", 0.093),
            Map.entry("attributes", 2.83),
            Map.entry("share with an instruction", 0.415),
            Map.entry("words that are searched", 132.5),
            Map.entry("different words in 1,000 products", 14_000.0));

    @TempDir
    private Path folder;

    private static List<Product> read(Path items, Path attributes) throws IOException {
        List<Product> products = new ArrayList<>();
        try (ProductStream stream = new ProductStream(
                new BufferedInputStream(Files.newInputStream(items)), MinedAttributes.read(attributes))) {
            for (Product product = stream.next(); product != null; product = stream.next()) {
                products.add(product);
            }
            assertThat(stream.loaded().malformed()).isZero();
        }
        return products;
    }

    private static Map<String, Double> measured(List<Product> products) {
        double[] sums = new double[12];
        double features = 0;
        double options = 0;
        double values = 0;
        Set<String> words = new HashSet<>();
        for (Product product : products) {
            sums[0] += product.title().length();
            sums[1] += product.description().length();
            sums[2] += product.description().isEmpty() ? 1 : 0;
            features += product.bullets().size();
            sums[3] += product.bullets().stream().mapToInt(String::length).sum();
            sums[4] += product.options().isEmpty() ? 1 : 0;
            for (List<String> one : product.options().values()) {
                options++;
                values += one.size();
                sums[5] += one.stream().mapToInt(String::length).sum();
            }
            sums[6] += product.pricing().values().size() > 1 ? 1 : 0;
            sums[7] += product.attributes().equals(Product.NO_ATTRIBUTES)
                    ? 0
                    : product.attributes().size();
            sums[8] += product.instruction() == null ? 0 : 1;
            for (String word : product.searchText().split("[^a-z0-9']+", -1)) {
                if (!word.isEmpty()) {
                    sums[9]++;
                    words.add(word);
                }
            }
        }
        int count = products.size();
        Map<String, Double> all = new LinkedHashMap<>();
        all.put("characters of a title", sums[0] / count);
        all.put("characters of a description", sums[1] / count);
        all.put("share without a description", sums[2] / count);
        all.put("features", features / count);
        all.put("characters of a feature", sums[3] / features);
        all.put("share without options", sums[4] / count);
        all.put("values of an option", values / options);
        all.put("characters of a value", sums[5] / values);
        all.put("share with two prices", sums[6] / count);
        all.put("attributes", sums[7] / count);
        all.put("share with an instruction", sums[8] / count);
        all.put("words that are searched", sums[9] / count);
        all.put("different words in 1,000 products", (double) words.size());
        return all;
    }

    private static void assertOfficial(Map<String, Double> measured, double percent) {
        assertThat(measured.keySet()).isEqualTo(OFFICIAL.keySet());
        measured.forEach((what, value) -> assertThat(value)
                .as(what)
                .isCloseTo(OFFICIAL.getOrDefault(what, Double.NaN), Percentage.withPercentage(percent)));
    }

    @Test
    void hasTheStatisticsOfTheOfficialProducts() throws IOException {
        new ScaledCatalogue(7, 1_000).writeTo(folder);
        Path items = folder.resolve("items_shuffle.json");
        List<Product> products = read(items, folder.resolve("items_ins_v2.json"));
        assertThat(products).hasSize(1_000);
        assertOfficial(measured(products), 15);
        assertThat(Files.size(items) / 1_000.0)
                .as("bytes of a record; 4,467 in the official file, with the fields that nobody reads")
                .isBetween(3_800.0, 5_000.0);
    }

    @Test
    void theOfficialStatisticsAreThoseOfTheOfficialProducts() throws IOException {
        Path data = Vectors.officialData();
        assertOfficial(
                measured(read(data.resolve("items_shuffle_1000.json"), data.resolve("items_ins_v2_1000.json"))), 3);
    }

    @Test
    void theSameSeedAndSizeGiveTheSameFilesAndASmallerOneIsABeginning() throws IOException {
        new ScaledCatalogue(3, 50).writeTo(folder.resolve("a"));
        new ScaledCatalogue(3, 50).writeTo(folder.resolve("b"));
        new ScaledCatalogue(3, 20).writeTo(folder.resolve("c"));
        new ScaledCatalogue(4, 50).writeTo(folder.resolve("d"));
        for (String file : List.of("items_shuffle.json", "items_ins_v2.json", "items_human_ins.json")) {
            byte[] first = Files.readAllBytes(folder.resolve("a").resolve(file));
            assertThat(folder.resolve("b").resolve(file)).hasBinaryContent(first);
            assertThat(Files.readAllBytes(folder.resolve("d").resolve(file))).isNotEqualTo(first);
        }
        List<String> whole = Files.readAllLines(folder.resolve("a").resolve("items_shuffle.json"));
        List<String> part = Files.readAllLines(folder.resolve("c").resolve("items_shuffle.json"));
        assertThat(part.subList(0, 20)).isEqualTo(whole.subList(0, 20));
    }
}
