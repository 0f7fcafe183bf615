package dev.guerdon.webshop.catalogue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cpython.Strings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a product of one record of the official items file. */
final class ProductReader {

    private ProductReader() {}

    /** Reads a record; throws where it cannot be a product, with the reason as the message. */
    static Product read(byte[] json) {
        Map<String, @Nullable Object> record = parse(json);
        Map<String, List<String>> options = new LinkedHashMap<>();
        Map<String, @Nullable String> images = new LinkedHashMap<>();
        readOptions(record.get("customization_options"), options, images);
        return new Product(
                text(record, "asin"),
                text(record, "name"),
                textOrEmpty(record, "full_description"),
                bullets(record.get("small_description")),
                Pricing.parse(optionalText(record, "pricing")),
                options,
                images,
                Product.NO_ATTRIBUTES,
                firstImage(record.get("images")),
                new Product.Shelf(
                        Strings.strip(Strings.lower(textOrEmpty(record, "query"))),
                        textOrEmpty(record, "category"),
                        textOrEmpty(record, "product_category")),
                null);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> parse(byte[] json) {
        try (JsonParser parser = JsonCodec.factory().createParser(json)) {
            // Python writes NaN into JSON; no field with a number matters here.
            parser.enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS.mappedFeature());
            parser.nextToken();
            Object value = JsonCodec.readValue(parser);
            if (value instanceof Map<?, ?> map) {
                return (Map<String, @Nullable Object>) map;
            }
            throw new WebshopException("expected an object");
        } catch (JsonProcessingException e) {
            throw new WebshopException("it is not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new WebshopException("it is not JSON: " + e.getMessage(), e);
        }
    }

    private static String text(Map<String, @Nullable Object> record, String key) {
        String found = optionalText(record, key);
        if (found == null) {
            throw new WebshopException("'" + key + "' is missing");
        }
        return found;
    }

    private static String textOrEmpty(Map<String, @Nullable Object> record, String key) {
        String found = optionalText(record, key);
        return found == null ? "" : found;
    }

    private static @Nullable String optionalText(Map<String, @Nullable Object> record, String key) {
        Object value = record.get(key);
        if (value == null) {
            return null;
        }
        if (value instanceof String text) {
            return text;
        }
        throw new WebshopException("expected a text in '" + key + "', found " + shown(value));
    }

    private static List<String> bullets(@Nullable Object value) {
        return switch (value) {
            case null -> List.of();
            case String one -> List.of(one);
            case List<?> many -> texts(many, "small_description");
            default -> throw new WebshopException("expected texts in 'small_description', found " + shown(value));
        };
    }

    private static List<String> texts(List<?> values, String key) {
        List<String> texts = new ArrayList<>(values.size());
        for (Object value : values) {
            if (!(value instanceof String text)) {
                throw new WebshopException("expected texts in '" + key + "', found " + shown(value));
            }
            texts.add(text);
        }
        return texts;
    }

    private static String firstImage(@Nullable Object value) {
        return value instanceof List<?> list && !list.isEmpty() && list.getFirst() instanceof String first ? first : "";
    }

    private static void readOptions(
            @Nullable Object value, Map<String, List<String>> options, Map<String, @Nullable String> images) {
        if (value == null || value.equals("")) {
            return;
        }
        if (!(value instanceof Map<?, ?> byName)) {
            throw new WebshopException("expected an object in 'customization_options', found " + shown(value));
        }
        byName.forEach((name, choices) -> {
            if (choices == null) {
                return;
            }
            if (!(choices instanceof List<?> list)) {
                throw new WebshopException(
                        "expected a list of choices for the option '" + name + "', found " + shown(choices));
            }
            List<String> values = new ArrayList<>(list.size());
            for (Object choice : list) {
                if (!(choice instanceof Map<?, ?> fields) || !(fields.get("value") instanceof String raw)) {
                    throw new WebshopException(
                            "expected choices with a 'value' for the option '" + name + "', found " + shown(choice));
                }
                String shownValue = Strings.lower(Strings.strip(raw).replace("/", " | "));
                values.add(shownValue);
                images.put(shownValue, fields.get("image") instanceof String image ? image : null);
            }
            options.put(Strings.lower((String) name), List.copyOf(values));
        });
    }

    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() > 60 ? text.substring(0, 60) + "..." : text;
    }
}
