package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.InputStream;
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

    private final Map<String, List<Product.Instruction>> byAsin = new LinkedHashMap<>();

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
            List<Product.Instruction> usable = usable(list);
            if (!usable.isEmpty()) {
                byAsin.put(asin, usable);
            }
        }
    }

    private static List<Product.Instruction> usable(List<?> list) {
        List<Product.Instruction> usable = new ArrayList<>();
        for (Object one : list) {
            if (one instanceof Map<?, ?> record && record.get("instruction") instanceof String text) {
                List<String> attributes = texts(record.get("instruction_attributes"));
                if (!attributes.isEmpty()) {
                    usable.add(new Product.Instruction(text, attributes, texts(record.get("instruction_options"))));
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

    public List<Product.Instruction> of(String asin) {
        return byAsin.getOrDefault(asin, List.of());
    }
}
