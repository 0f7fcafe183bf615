package dev.guerdon.webshop.catalogue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.api.Internal;
import dev.guerdon.core.base.JsonCodec;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The instructions that people wrote, by product. Those without an attribute cannot be a goal and are left out. */
@Internal
public final class HumanInstructions {

    public static final HumanInstructions NONE = new HumanInstructions();

    private final Map<String, List<ShopProduct.Instruction>> byAsin = new LinkedHashMap<>();

    private HumanInstructions() {}

    public static HumanInstructions read(Path file) {
        HumanInstructions all = new HumanInstructions();
        ProductRecords.read(file, all::add);
        return all;
    }

    public static HumanInstructions read(InputStream in, String where) throws IOException {
        HumanInstructions all = new HumanInstructions();
        ProductRecords.read(in, where, all::add);
        return all;
    }

    private void add(String asin, @Nullable Object member) {
        if (member instanceof List<?> list) {
            List<ShopProduct.Instruction> usable = usable(list);
            if (!usable.isEmpty()) {
                byAsin.put(asin, usable);
            }
        }
    }

    private static List<ShopProduct.Instruction> usable(List<?> list) {
        List<ShopProduct.Instruction> usable = new ArrayList<>();
        for (Object one : list) {
            if (one instanceof Map<?, ?> record && record.get("instruction") instanceof String text) {
                List<String> attributes = texts(record.get("instruction_attributes"));
                if (!attributes.isEmpty()) {
                    usable.add(new ShopProduct.Instruction(text, attributes, texts(record.get("instruction_options"))));
                }
            }
        }
        return List.copyOf(usable);
    }

    private static List<String> texts(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList()
                : List.of();
    }

    public Set<String> asins() {
        return byAsin.keySet();
    }

    public List<ShopProduct.Instruction> of(String asin) {
        return byAsin.getOrDefault(asin, List.of());
    }

    /** Reads a JSON object that has one member for each product, member by member. */
    static final class ProductRecords {

        private ProductRecords() {}

        /** Gets one product's member. */
        @FunctionalInterface
        interface Sink {
            void accept(String asin, @Nullable Object member);
        }

        static void read(Path file, Sink sink) {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
                read(in, file.toString(), sink);
            } catch (IOException e) {
                throw JsonCodec.notJson(file.toString(), e);
            }
        }

        static void read(InputStream in, String where, Sink sink) throws IOException {
            try (JsonParser parser = JsonCodec.factory().createParser(in)) {
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    throw new WebshopException("expected an object of products in " + where);
                }
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String asin = parser.currentName();
                    parser.nextToken();
                    sink.accept(asin, JsonCodec.readValue(parser));
                }
            }
        }
    }
}
