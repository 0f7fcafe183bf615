package dev.guerdon.webshop.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Attributes of the official attribute file, by product. Attribute texts are shared, since the same few thousand repeat. */
final class MinedAttributes {

    private record Mined(List<String> attributes, ShopProduct.@Nullable Instruction instruction) {}

    private final Map<String, Mined> byAsin = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();

    private MinedAttributes() {}

    static MinedAttributes read(Path file) {
        MinedAttributes all = new MinedAttributes();
        HumanInstructions.ProductRecords.read(file, all::add);
        return all;
    }

    static MinedAttributes read(InputStream in, String where) throws IOException {
        MinedAttributes all = new MinedAttributes();
        HumanInstructions.ProductRecords.read(in, where, all::add);
        return all;
    }

    private void add(String asin, @Nullable Object member) {
        if (member instanceof Map<?, ?> record) {
            byAsin.put(asin, mined(record));
        }
    }

    private Mined mined(Map<?, ?> record) {
        ShopProduct.Instruction instruction = record.get("instruction") instanceof String text
                ? new ShopProduct.Instruction(text, shared(record.get("instruction_attributes")), List.of())
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

    /** Returns the product with what is known about it, which is forgotten here: each product is completed once. */
    ShopProduct complete(ShopProduct product) {
        Mined mined = byAsin.remove(product.asin());
        return mined == null ? product : product.with(mined.attributes, mined.instruction);
    }
}
