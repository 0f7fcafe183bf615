package dev.guerdon.webshop.catalogue;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.guerdon.api.Internal;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.cpython.PythonStrings;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Makes up a catalogue in the official schema: the same seed and size give the same files, byte for byte.
 *
 * <p>Products are made one at a time, so a catalogue of any size takes no memory. Half of them have an instruction as people write
 * them, two fifths a machine-written one, like the official data.
 */
@Internal
public final class CatalogueGenerator {

    /** A list in each line: how brands begin and end, editions, and how people begin to ask. */
    private static final List<List<String>> WORDS = Utf8.resource(CatalogueGenerator.class, "words.txt")
            .lines()
            .map(line -> List.of(line.split("; ")))
            .toList();

    private static final List<String> BRAND_STARTS = WORDS.get(0);
    private static final List<String> BRAND_ENDS = WORDS.get(1);
    private static final List<String> EDITIONS = WORDS.get(2);
    private static final List<String> OPENINGS = WORDS.get(3);

    private final List<ProductKind> kinds = ProductKind.all();
    private final long seed;
    private final int size;

    /**
     * Creates a catalogue to be made.
     *
     * @param seed decides everything
     * @param size how many products
     */
    public CatalogueGenerator(long seed, int size) {
        this.seed = seed;
        this.size = size;
    }

    /** Writes {@code items_shuffle.json}, {@code items_ins_v2.json}, {@code items_human_ins.json} and {@code reviews.json}. */
    public void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (OutputStream items = open(folder, "items_shuffle.json");
                OutputStream attributes = open(folder, "items_ins_v2.json");
                OutputStream instructions = open(folder, "items_human_ins.json");
                OutputStream reviews = open(folder, "reviews.json")) {
            writeItems(items);
            writeAttributes(attributes);
            writeHumanInstructions(instructions);
            writeReviews(reviews);
        }
    }

    private static OutputStream open(Path folder, String name) throws IOException {
        return new BufferedOutputStream(Files.newOutputStream(folder.resolve(name)), 1 << 16);
    }

    public void writeItems(OutputStream out) throws IOException {
        try (JsonGenerator json = JsonCodec.factory().createGenerator(out, JsonEncoding.UTF8)) {
            json.writeStartArray();
            for (int i = 0; i < size; i++) {
                json.writeRaw('\n');
                JsonCodec.writeValue(json, item(made(i)));
            }
            json.writeEndArray();
        }
    }

    public void writeAttributes(OutputStream out) throws IOException {
        writeMap(out, made -> {
            Map<String, @Nullable Object> record = new LinkedHashMap<>();
            record.put("attributes", made.attributes);
            if (made.number % 5 < 2) {
                List<String> wanted = made.attributes.subList(0, Math.min(2, made.attributes.size()));
                record.put("instruction", "Find me " + String.join(", ", wanted) + " " + made.kind.query());
                record.put("instruction_attributes", wanted);
            }
            return record;
        });
    }

    public void writeHumanInstructions(OutputStream out) throws IOException {
        writeMap(out, made -> made.number % 2 == 0 ? List.of(humanInstruction(made)) : null);
    }

    void writeReviews(OutputStream out) throws IOException {
        writeMap(out, made -> {
            SplittableRandom random = random(made.number, 4);
            List<Object> reviews = new ArrayList<>();
            int count = random.nextInt(4);
            for (int i = 0; i < count; i++) {
                int stars = 2 + random.nextInt(4);
                Map<String, @Nullable Object> review = new LinkedHashMap<>();
                review.put("score", stars + ".0");
                review.put("title", stars > 3 ? "Glad I bought it" : "Not quite for me");
                review.put(
                        "body",
                        stars > 3
                                ? "The " + made.kind.noun().toLowerCase(Locale.ROOT) + " does what it says."
                                : "I expected more for the price.");
                reviews.add(review);
            }
            return reviews;
        });
    }

    private void writeMap(OutputStream out, java.util.function.Function<Made, @Nullable Object> record)
            throws IOException {
        try (JsonGenerator json = JsonCodec.factory().createGenerator(out, JsonEncoding.UTF8)) {
            json.writeStartObject();
            for (int i = 0; i < size; i++) {
                Made made = made(i);
                Object value = record.apply(made);
                if (value != null) {
                    json.writeFieldName(made.asin);
                    JsonCodec.writeValue(json, value);
                }
            }
            json.writeEndObject();
        }
    }

    /** Facts on which the files of one product agree. */
    private record Made(
            int number,
            String asin,
            ProductKind kind,
            String title,
            List<String> attributes,
            Map<String, List<String>> options,
            String pricing) {}

    private SplittableRandom random(int number, int purpose) {
        return new SplittableRandom(seed * 1_000_003L + number * 7919L + purpose);
    }

    private Made made(int number) {
        SplittableRandom random = random(number, 1);
        ProductKind kind = kinds.get(random.nextInt(kinds.size()));
        String brand = pick(BRAND_STARTS, random) + " " + pick(BRAND_ENDS, random);
        List<String> attributes =
                some(kind.attributes(), 2 + random.nextInt(kind.attributes().size() - 1), random);
        Map<String, List<String>> options = new LinkedHashMap<>();
        if (random.nextInt(8) > 0) {
            kind.options()
                    .forEach((name, values) -> options.put(
                            capitalized(name),
                            some(values, Math.min(values.size(), 2 + random.nextInt(values.size())), random)));
        }
        String title = brand + " " + capitalized(attributes.getFirst()) + " " + kind.noun() + ", "
                + capitalized(attributes.get(1)) + " - " + pick(EDITIONS, random) + " Edition";
        return new Made(number, asin(number), kind, title, attributes, options, pricing(kind, random));
    }

    /** Ids look like the official ones; 36 to the 7th power of them are told apart. */
    private static String asin(int number) {
        String digits = Long.toString((number * 48_271L + 11) % 78_364_164_096L, 36);
        return "B0G" + "0".repeat(7 - digits.length()) + digits.toUpperCase(Locale.ROOT);
    }

    private static String pricing(ProductKind kind, SplittableRandom random) {
        double price = kind.lowest() + (kind.highest() - kind.lowest()) * random.nextDouble();
        int form = random.nextInt(20);
        if (form == 0) {
            return "";
        }
        return form < 5
                ? String.format(Locale.ROOT, "$%,.2f - $%,.2f", price, price * (1.2 + random.nextDouble()))
                : String.format(Locale.ROOT, "$%,.2f", price);
    }

    private Map<String, @Nullable Object> item(Made made) {
        SplittableRandom random = random(made.number, 2);
        List<String> bullets = new ArrayList<>();
        made.attributes.forEach(attribute -> bullets.add(capitalized(attribute)));
        bullets.addAll(made.kind.features());
        Map<String, @Nullable Object> item = new LinkedHashMap<>();
        item.put("name", made.title);
        item.put("full_description", random.nextInt(3) == 0 ? "" : description(made));
        item.put("pricing", made.pricing);
        item.put("images", List.of(image(made, "")));
        item.put("product_category", made.kind.departments());
        item.put("small_description", bullets);
        item.put("customization_options", made.options.isEmpty() ? "" : choices(made));
        item.put("asin", made.asin);
        item.put("category", made.kind.category());
        item.put("query", made.kind.query());
        item.put("page", 1);
        return item;
    }

    private static String description(Made made) {
        return "A " + made.kind.noun().toLowerCase(Locale.ROOT) + " that is " + String.join(", ", made.attributes)
                + ". " + String.join(". ", made.kind.features()) + ".";
    }

    /** Pictures that need no network: the shop itself can draw them. */
    private static String image(Made made, String suffix) {
        return "/static/images/" + made.asin + suffix + ".svg";
    }

    private static Map<String, @Nullable Object> choices(Made made) {
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        made.options.forEach((name, values) -> {
            List<Object> choices = new ArrayList<>();
            for (String value : values) {
                Map<String, @Nullable Object> choice = new LinkedHashMap<>();
                choice.put("is_selected", false);
                choice.put("value", value);
                choice.put("price", 0);
                choice.put("image", name.equals("Color") ? image(made, "-" + choices.size()) : null);
                choices.add(choice);
            }
            options.put(name, choices);
        });
        return options;
    }

    private Map<String, @Nullable Object> humanInstruction(Made made) {
        SplittableRandom random = random(made.number, 3);
        List<String> wanted = some(made.attributes, 1 + random.nextInt(2), random);
        List<String> chosen = new ArrayList<>();
        made.options.forEach((name, values) -> {
            if (chosen.size() < 2 && random.nextInt(4) > 0) {
                chosen.add(PythonStrings.lower(pick(values, random).replace("/", " | ")));
            }
        });
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, pick(OPENINGS, random), made.kind.noun().toLowerCase(Locale.ROOT)));
        text.append(" that is ").append(String.join(" and ", wanted));
        if (!chosen.isEmpty()) {
            text.append(", and i want it in ").append(String.join(", ", chosen));
        }
        Map<String, @Nullable Object> record = new LinkedHashMap<>();
        record.put("asin", made.asin);
        record.put("instruction", text + ".");
        record.put("attributes", made.attributes);
        record.put("options", List.of());
        record.put("instruction_attributes", wanted);
        record.put("instruction_options", chosen);
        return record;
    }

    private static <T> T pick(List<T> list, SplittableRandom random) {
        return list.get(random.nextInt(list.size()));
    }

    /** Returns some of the elements, in their order. */
    private static <T> List<T> some(List<T> list, int count, SplittableRandom random) {
        List<T> chosen = new ArrayList<>(list);
        while (chosen.size() > count) {
            chosen.remove(random.nextInt(chosen.size()));
        }
        return List.copyOf(chosen);
    }

    private static String capitalized(String text) {
        StringBuilder out = new StringBuilder(text);
        for (int i = 0; i < out.length(); i++) {
            if (i == 0 || out.charAt(i - 1) == ' ') {
                out.setCharAt(i, Character.toUpperCase(out.charAt(i)));
            }
        }
        return out.toString();
    }

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
            return Utf8.resource(ProductKind.class, "kinds.txt")
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(ProductKind::parse)
                    .toList();
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
}
