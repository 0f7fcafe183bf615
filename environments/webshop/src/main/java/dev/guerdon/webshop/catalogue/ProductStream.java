package dev.guerdon.webshop.catalogue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.catalogue.ProductSources.Loaded;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the official items file product by product, leaving out what the reference leaves out and what cannot be read. */
final class ProductStream implements Closeable {

    private final JsonElements elements;
    private final MinedAttributes attributes;
    private final Set<String> seen = new HashSet<>();
    private final List<Loaded.Fault> faults = new ArrayList<>();
    private int products;
    private int duplicates;
    private int unusable;
    private int malformed;

    ProductStream(InputStream items, MinedAttributes attributes) {
        this.elements = new JsonElements(items);
        this.attributes = attributes;
    }

    /** Returns the next product, or null at the end. */
    @Nullable
    ShopProduct next() throws IOException {
        while (true) {
            JsonElements.Element element = elements.next();
            if (element == null) {
                return null;
            }
            if (element.fault() != null) {
                malformed(element.line(), element.fault());
                continue;
            }
            ShopProduct product;
            try {
                product = ProductReader.read(element.json());
            } catch (WebshopException e) {
                malformed(element.line(), String.valueOf(e.getMessage()));
                continue;
            }
            String asin = product.asin();
            if (asin.equals("nan") || asin.codePointCount(0, asin.length()) > 10) {
                unusable++;
            } else if (!seen.add(asin)) {
                duplicates++;
            } else {
                products++;
                return attributes.complete(product);
            }
        }
    }

    private void malformed(long line, String reason) {
        malformed++;
        if (faults.size() < Loaded.KEPT_FAULTS) {
            faults.add(new Loaded.Fault(line, reason));
        }
    }

    /** Returns how many bytes of the file were read so far. */
    long bytes() {
        return elements.bytes();
    }

    /** Returns how it went so far. */
    Loaded loaded() {
        return new Loaded(products, duplicates, unusable, malformed, faults);
    }

    @Override
    public void close() throws IOException {
        elements.close();
    }

    /**
     * Cuts a huge JSON array of objects into its elements without parsing them.
     *
     * <p>It only counts braces and skips strings, so a broken element spoils itself alone: after a string that runs over the end of its
     * line, reading goes on at the next line that begins as the first element's line did. Memory: one element.
     */
    static final class JsonElements implements Closeable {

        /** No product is anywhere near this; more means that the file is not what it should be. */
        private static final int MAX_ELEMENT = 32 << 20;

        /**
         * One element.
         *
         * @param json its bytes
         * @param line where it begins, from 1
         * @param fault what is wrong with its outline, if anything
         */
        @SuppressWarnings("ArrayRecordComponent") // never compared, and a copy would cost
        record Element(byte[] json, long line, @Nullable String fault) {}

        private final InputStream in;
        private final byte[] buffer = new byte[1 << 16];
        private int filled;
        private int at;
        private long line = 1;
        private int column;
        private int firstColumn = -1;
        private long bytes;

        JsonElements(InputStream in) {
            this.in = in;
        }

        /** Returns how many bytes were read so far. */
        long bytes() {
            return bytes;
        }

        /** Returns the next element, or null at the end of the array. */
        @Nullable
        Element next() throws IOException {
            int c = read();
            while (c >= 0 && c != '{') {
                c = read();
            }
            if (c < 0) {
                return null;
            }
            if (firstColumn < 0) {
                firstColumn = column;
            }
            return element();
        }

        private Element element() throws IOException {
            long start = line;
            ByteArrayOutputStream json = new ByteArrayOutputStream(8192);
            json.write('{');
            int depth = 1;
            boolean inString = false;
            while (depth > 0) {
                int c = read();
                if (c < 0) {
                    return new Element(json.toByteArray(), start, "the file ends inside it");
                }
                if (json.size() >= MAX_ELEMENT) {
                    return new Element(new byte[0], start, "it is longer than " + (MAX_ELEMENT >> 20) + " MB");
                }
                json.write(c);
                if (inString) {
                    if (c == '\\') {
                        int escaped = read();
                        if (escaped >= 0) {
                            json.write(escaped);
                        }
                    } else if (c == '"') {
                        inString = false;
                    } else if (c == '\n') {
                        skipToNextElement();
                        return new Element(json.toByteArray(), start, "a text in it is not closed on its line");
                    }
                } else if (c == '"') {
                    inString = true;
                } else if (c == '{') {
                    depth++;
                } else if (c == '}') {
                    depth--;
                }
            }
            return new Element(json.toByteArray(), start, null);
        }

        /** Leaves the reader before a brace in the column where the first element began. */
        private void skipToNextElement() throws IOException {
            boolean blank = column == 0;
            while (true) {
                if (at == filled && !fill()) {
                    return;
                }
                byte c = buffer[at];
                if (blank && c == '{' && column + 1 == firstColumn) {
                    return;
                }
                if (c == '\n') {
                    blank = true;
                } else if (c != ' ' && c != '\t' && c != '[') {
                    blank = false;
                }
                read();
            }
        }

        private int read() throws IOException {
            if (at == filled && !fill()) {
                return -1;
            }
            int c = buffer[at++] & 0xff;
            if (c == '\n') {
                line++;
                column = 0;
            } else {
                column++;
            }
            return c;
        }

        private boolean fill() throws IOException {
            filled = Math.max(0, in.read(buffer));
            at = 0;
            bytes += filled;
            return filled > 0;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Makes a product of one record of the official items file. */
    static final class ProductReader {

        private ProductReader() {}

        /** Reads a record; throws where it cannot be a product, with the reason as the message. */
        static ShopProduct read(byte[] json) {
            Map<String, @Nullable Object> record = parse(json);
            Map<String, List<String>> options = new LinkedHashMap<>();
            Map<String, @Nullable String> images = new LinkedHashMap<>();
            readOptions(record.get("customization_options"), options, images);
            return new ShopProduct(
                    text(record, "asin"),
                    text(record, "name"),
                    textOrEmpty(record, "full_description"),
                    bullets(record.get("small_description")),
                    ShopProduct.Pricing.parse(optionalText(record, "pricing")),
                    options,
                    images,
                    ShopProduct.NO_ATTRIBUTES,
                    firstImage(record.get("images")),
                    new ShopProduct.Shelf(
                            PythonStrings.strip(PythonStrings.lower(textOrEmpty(record, "query"))),
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
            return value instanceof List<?> list && !list.isEmpty() && list.getFirst() instanceof String first
                    ? first
                    : "";
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
                        throw new WebshopException("expected choices with a 'value' for the option '" + name
                                + "', found " + shown(choice));
                    }
                    String shownValue =
                            PythonStrings.lower(PythonStrings.strip(raw).replace("/", " | "));
                    values.add(shownValue);
                    images.put(shownValue, fields.get("image") instanceof String image ? image : null);
                }
                options.put(PythonStrings.lower((String) name), List.copyOf(values));
            });
        }

        private static String shown(@Nullable Object value) {
            String text = String.valueOf(value);
            return text.length() > 60 ? text.substring(0, 60) + "..." : text;
        }
    }
}
