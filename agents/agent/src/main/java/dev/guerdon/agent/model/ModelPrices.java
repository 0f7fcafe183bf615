package dev.guerdon.agent.model;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Prices of models, by the beginning of their names.
 *
 * <p>The table that comes along holds list prices, which change; a file named by {@value #VARIABLE} goes before it.
 */
final class ModelPrices {

    /** The environment variable that names a file of prices. */
    static final String VARIABLE = "GUERDON_PRICES";

    private static final System.Logger LOG = System.getLogger(ModelPrices.class.getName());
    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    /**
     * The price of a million tokens in US dollars.
     *
     * @param input of tokens read
     * @param output of tokens written
     */
    public record Price(double input, double output) {

        static final Price UNKNOWN = new Price(Double.NaN, Double.NaN);

        public double of(long inputTokens, long outputTokens) {
            return known() ? (inputTokens * input + outputTokens * output) / 1e6 : 0;
        }

        /** Returns whether somebody knows it. */
        public boolean known() {
            return !Double.isNaN(input + output);
        }

        /** Returns whether any number of tokens costs nothing. */
        public boolean isFree() {
            return input == 0 && output == 0;
        }
    }

    private final TreeMap<String, Price> table = new TreeMap<>();

    public static ModelPrices load(Map<String, String> environment) {
        ModelPrices prices = new ModelPrices();
        prices.read(bundled(), "prices.json");
        String file = environment.getOrDefault(VARIABLE, "");
        if (!file.isBlank()) {
            try {
                prices.read(Files.readAllBytes(Path.of(file)), file);
            } catch (IOException e) {
                throw new GuerdonException("the file of prices that " + VARIABLE + " names cannot be read: " + file, e);
            }
        }
        return prices;
    }

    private static byte[] bundled() {
        try (InputStream in = Objects.requireNonNull(ModelPrices.class.getResourceAsStream("prices.json"))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new GuerdonException("the table of prices cannot be read", e);
        }
    }

    private void read(byte[] json, String where) {
        JsonCodec.read(json, where).asMap().forEach((name, value) -> {
            Json price = new Json(value);
            try {
                table.put(
                        name,
                        new Price(
                                price.get("input").asDouble(),
                                price.get("output").asDouble()));
            } catch (GuerdonException e) {
                throw new GuerdonException(where + ": expected {\"input\": X, \"output\": Y} in US dollars for a"
                        + " million tokens of '" + name + "': " + e.getMessage());
            }
        });
    }

    /** Returns the price of a model such as {@code openai:gpt-5}: that of the longest name in the table that it begins with. */
    Optional<Price> find(String model) {
        for (String name : table.descendingKeySet()) {
            if (model.startsWith(name)) {
                return Optional.of(Objects.requireNonNull(table.get(name)));
            }
        }
        return Optional.empty();
    }

    /** Returns the price, or one that says that it is not known, with one warning per model. */
    public Price of(String model) {
        return find(model).orElseGet(() -> {
            if (SAID.add(model)) {
                LOG.log(
                        Level.WARNING,
                        "the price of {0} is not known, so its cost is unknown; set price_in and price_out, or name a"
                                + " file of prices with " + VARIABLE,
                        model);
            }
            return Price.UNKNOWN;
        });
    }
}
