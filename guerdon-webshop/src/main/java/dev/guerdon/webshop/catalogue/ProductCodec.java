package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps a product as bytes inside a stored index. */
final class ProductCodec {

    private ProductCodec() {}

    static byte[] encode(Product product) {
        Map<String, @Nullable Object> record = new LinkedHashMap<>();
        record.put("asin", product.asin());
        record.put("title", product.title());
        record.put("description", product.description());
        record.put("bullets", product.bullets());
        record.put("prices", product.pricing().values());
        record.put("options", product.options());
        record.put("option_images", product.optionImages());
        record.put("attributes", product.attributes());
        record.put("image", product.image());
        record.put("query", product.query());
        record.put("category", product.category());
        record.put("product_category", product.productCategory());
        Product.Instruction instruction = product.instruction();
        if (instruction != null) {
            record.put("instruction", instruction.text());
            record.put("instruction_attributes", instruction.attributes());
        }
        return JsonCodec.write(record).getBytes(StandardCharsets.UTF_8);
    }

    static Product decode(byte[] bytes) {
        Json record = JsonCodec.read(bytes, "a product of the stored index");
        Map<String, List<String>> options = new LinkedHashMap<>();
        record.get("options").asMap().forEach((name, values) -> options.put(name, texts(new Json(values))));
        Map<String, @Nullable String> images = new LinkedHashMap<>();
        record.get("option_images")
                .asMap()
                .forEach((value, image) -> images.put(value, image instanceof String address ? address : null));
        Product.Instruction instruction = record.find("instruction")
                .map(text -> new Product.Instruction(
                        text.asString(), texts(record.get("instruction_attributes")), List.of()))
                .orElse(null);
        return new Product(
                record.get("asin").asString(),
                record.get("title").asString(),
                record.get("description").asString(),
                texts(record.get("bullets")),
                new Pricing(record.get("prices").asList().stream()
                        .map(Json::asDouble)
                        .toList()),
                options,
                images,
                texts(record.get("attributes")),
                record.get("image").asString(),
                new Product.Shelf(
                        record.get("query").asString(),
                        record.get("category").asString(),
                        record.get("product_category").asString()),
                instruction);
    }

    private static List<String> texts(Json list) {
        return list.asList().stream().map(Json::asString).toList();
    }
}
