package dev.guerdon.webshop.catalogue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A kind of product that the generator can vary.
 *
 * @param category one of the shop's five
 * @param query the search it belongs to
 * @param departments the path of departments
 * @param noun what it is
 * @param attributes what it may be like
 * @param options the values of each option
 * @param lowest the lowest price
 * @param highest the highest price
 * @param features sentences for the list of features
 */
record ProductKind(
        String category,
        String query,
        String departments,
        String noun,
        List<String> attributes,
        Map<String, List<String>> options,
        double lowest,
        double highest,
        List<String> features) {

    static List<ProductKind> all() {
        try (InputStream in = Objects.requireNonNull(ProductKind.class.getResourceAsStream("kinds.txt"));
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(ProductKind::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ProductKind parse(String line) {
        List<String> fields = split(line, "\\|");
        Map<String, List<String>> options = new LinkedHashMap<>();
        for (String option : split(fields.get(5), ";")) {
            List<String> parts = split(option, ":");
            options.put(parts.get(0), split(parts.get(1), ","));
        }
        List<String> prices = split(fields.get(6), " ");
        return new ProductKind(
                fields.get(0),
                fields.get(1),
                fields.get(2).replace(" > ", " › "),
                fields.get(3),
                split(fields.get(4), ","),
                options,
                Double.parseDouble(prices.get(0)),
                Double.parseDouble(prices.get(1)),
                split(fields.get(7), ","));
    }

    private static List<String> split(String text, String separator) {
        return Arrays.stream(text.split(separator)).map(String::strip).toList();
    }
}
