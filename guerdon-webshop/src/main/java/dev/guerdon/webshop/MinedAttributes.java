package dev.guerdon.webshop;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.core.JsonCodec;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the official attribute file says, by product. Attribute texts are shared, since the same few thousand repeat. */
final class MinedAttributes {

    private record Mined(List<String> attributes, Product.@Nullable Instruction instruction) {}

    private final Map<String, Mined> byAsin = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();

    private MinedAttributes() {}

    static MinedAttributes read(Path file) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            return read(in, file.toString());
        } catch (IOException e) {
            throw JsonCodec.notJson(file.toString(), e);
        }
    }

    static MinedAttributes read(InputStream in, String where) throws IOException {
        MinedAttributes all = new MinedAttributes();
        try (JsonParser parser = JsonCodec.factory().createParser(in)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new WebshopException("expected an object of products in " + where);
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String asin = parser.currentName();
                parser.nextToken();
                if (JsonCodec.readValue(parser) instanceof Map<?, ?> record) {
                    all.byAsin.put(asin, all.mined(record));
                }
            }
        }
        return all;
    }

    private Mined mined(Map<?, ?> record) {
        Product.Instruction instruction = record.get("instruction") instanceof String text
                ? new Product.Instruction(text, shared(record.get("instruction_attributes")), List.of())
                : null;
        return new Mined(shared(record.get("attributes")), instruction);
    }

    private List<String> shared(@Nullable Object value) {
        List<String> list = new ArrayList<>();
        if (value instanceof List<?> values) {
            for (Object one : values) {
                if (one instanceof String text) {
                    list.add(texts.computeIfAbsent(text, same -> same));
                }
            }
        }
        return List.copyOf(list);
    }

    /** The product with what is known about it. */
    Product complete(Product product) {
        Mined mined = byAsin.get(product.asin());
        return mined == null ? product : product.with(mined.attributes, mined.instruction);
    }
}
