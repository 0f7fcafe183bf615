package dev.guerdon.webshop.catalogue;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Makes up a catalogue of the official size, for measurements where the official file is not there.
 *
 * <p>Its products mean nothing, but weigh what the official ones do: lengths of titles, descriptions and features, numbers of
 * features, options, values and attributes, prices, how often each word comes, and the fields that nobody reads. The figures were
 * measured on the official 1,000 products. The same seed and size give the same files, byte for byte.
 */
@Internal
public final class ScaledCatalogue {

    /** How many products the official file has, to the nearest ten thousand. */
    public static final int OFFICIAL_SIZE = 1_180_000;

    /** 12,087 instructions that people wrote belong to the official products. */
    private static final int PRODUCTS_PER_INSTRUCTION = 98;

    private static final Quantiles TITLE = Quantiles.of(20, 40, 50, 64, 79, 99, 117, 131, 152, 171, 190, 196, 200, 232);
    private static final Quantiles DESCRIPTION =
            Quantiles.of(0, 0, 0, 0, 0, 153, 307, 483, 701, 946, 1421, 1652, 1944, 4000);
    private static final Quantiles FEATURES = Quantiles.of(1, 1, 1, 4, 5, 5, 5, 5, 5, 5, 7, 7, 8, 8);
    private static final Quantiles FEATURE =
            Quantiles.of(0, 13, 22, 42, 66, 94, 125, 162, 200, 247, 318, 415, 558, 2000);
    private static final Quantiles VALUES = Quantiles.of(2, 2, 2, 2, 3, 3, 4, 5, 6, 7, 10, 14, 31, 45);
    private static final Quantiles VALUE = Quantiles.of(1, 2, 3, 5, 5, 6, 7, 8, 10, 12, 17, 21, 29, 50);
    private static final Quantiles PRICE =
            Quantiles.of(2, 6.48, 8.39, 11.99, 15.87, 19.53, 24.99, 34, 49.99, 96, 216.95, 366.28, 1579, 4299);
    private static final Quantiles PRICE_RATIO =
            Quantiles.of(1.01, 1.03, 1.07, 1.11, 1.19, 1.25, 1.34, 1.6, 1.8, 2.14, 2.75, 3.57, 5, 8);
    private static final Quantiles ATTRIBUTES = Quantiles.of(0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 6, 8, 16, 27);
    private static final Quantiles IMAGES = Quantiles.of(1, 2, 2, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8);
    private static final String[] CATEGORIES = {"beauty", "electronics", "garden", "fashion", "grocery"};
    private static final int KINDS = 300;
    private static final int KIND_WORDS = 60;
    private static final int KNOWN_ATTRIBUTES = 670;

    private final MadeWords words = new MadeWords();
    private final long seed;
    private final int size;

    /**
     * A catalogue to be made.
     *
     * @param seed decides everything
     * @param size how many products
     */
    public ScaledCatalogue(long seed, int size) {
        this.seed = seed;
        this.size = size;
    }

    /** Writes {@code items_shuffle.json}, {@code items_ins_v2.json} and {@code items_human_ins.json}. */
    public void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (JsonGenerator items = open(folder, "items_shuffle.json");
                JsonGenerator attributes = open(folder, "items_ins_v2.json");
                JsonGenerator instructions = open(folder, "items_human_ins.json")) {
            items.writeStartArray();
            attributes.writeStartObject();
            instructions.writeStartObject();
            for (int number = 0; number < size; number++) {
                SplittableRandom random = new SplittableRandom(seed * 1_000_003L + number * 7919L);
                items.writeRaw('\n');
                write(new Made(number, random), items, attributes, instructions, random);
            }
            items.writeEndArray();
            attributes.writeEndObject();
            instructions.writeEndObject();
        }
    }

    private static JsonGenerator open(Path folder, String name) throws IOException {
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(folder.resolve(name)), 1 << 18);
        return JsonCodec.factory().createGenerator(out, JsonEncoding.UTF8);
    }

    /** What the files of one product agree on. */
    private static final class Made {
        private final String asin;
        private final int number;
        private final int kind;
        private final List<String> attributes = new ArrayList<>();
        private final Map<String, List<String>> options = new LinkedHashMap<>();

        Made(int number, SplittableRandom random) {
            this.number = number;
            String digits = Long.toString((number * 48_271L + 11) % 78_364_164_096L, 36);
            asin = "B0H" + "0".repeat(7 - digits.length()) + digits.toUpperCase(Locale.ROOT);
            // Some kinds are far more common than others.
            kind = (int) (KINDS * Math.pow(random.nextDouble(), 2));
            int wanted = ATTRIBUTES.whole(random);
            for (int i = 0; i < wanted; i++) {
                String attribute = attribute((int) (KNOWN_ATTRIBUTES * Math.pow(random.nextDouble(), 2.5)));
                if (!attributes.contains(attribute)) {
                    attributes.add(attribute);
                }
            }
            double share = random.nextDouble();
            int count = share < .577 ? 0 : share < .822 ? 1 : share < .987 ? 2 : 3;
            for (int i = 0; i < count; i++) {
                options.put(optionName(random), values(random));
            }
        }

        private String optionName(SplittableRandom random) {
            while (true) {
                int share = random.nextInt(614);
                String name = share < 286
                        ? "Color"
                        : share < 554
                                ? "Size"
                                : share < 575
                                        ? "Style"
                                        : share < 587 ? "Flavor Name" : share < 598 ? "Fit Type" : "Scent";
                if (!options.containsKey(name)) {
                    return name;
                }
            }
        }

        private List<String> values(SplittableRandom random) {
            int count = VALUES.whole(random);
            List<String> values = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                int length = VALUE.whole(random);
                StringBuilder value = new StringBuilder();
                while (value.length() < length) {
                    value.append(value.isEmpty() ? "" : " ").append(MadeWords.capitalized(MadeWords.plain(random)));
                }
                value.setLength(Math.max(1, Math.min(value.length(), length)));
                values.add(value.toString().strip());
            }
            return values;
        }
    }

    private static String attribute(int number) {
        return MadeWords.word(100 + number * 2) + " " + MadeWords.word(2_000 + number);
    }

    /** A word that products of a kind like to use. */
    private static String kindWord(int kind, int which) {
        return MadeWords.word(200 + (kind * KIND_WORDS + which) * 7 % 8_000);
    }

    private static String query(int kind) {
        return kindWord(kind, 0) + " " + kindWord(kind, 1);
    }

    private String title(Made made, SplittableRandom random) {
        int length = TITLE.whole(random);
        StringBuilder title = new StringBuilder(length + 12);
        title.append(MadeWords.capitalized(kindWord(made.kind, random.nextInt(2))));
        while (title.length() < length) {
            String word = random.nextInt(5) < 2 ? kindWord(made.kind, random.nextInt(KIND_WORDS)) : words.draw(random);
            if (title.length() + word.length() / 2 >= length) {
                break;
            }
            title.append(random.nextInt(7) == 0 ? ", " : " ").append(MadeWords.capitalized(word));
        }
        return title.toString();
    }

    private void write(
            Made made,
            JsonGenerator items,
            JsonGenerator attributes,
            JsonGenerator instructions,
            SplittableRandom random)
            throws IOException {
        item(made, items, random);
        attributes.writeFieldName(made.asin);
        Map<String, Object> mined = new LinkedHashMap<>();
        mined.put("attributes", made.attributes);
        if (made.attributes.size() >= 2 && random.nextInt(100) < 64) {
            List<String> wanted = made.attributes.subList(0, Math.min(made.attributes.size(), 2 + random.nextInt(4)));
            mined.put("instruction", "Find me " + String.join(", ", wanted) + " " + query(made.kind));
            mined.put("instruction_attributes", wanted);
        }
        JsonCodec.writeValue(attributes, mined);
        if (made.number % PRODUCTS_PER_INSTRUCTION == 0) {
            instructions.writeFieldName(made.asin);
            JsonCodec.writeValue(instructions, List.of(instruction(made, random)));
        }
    }

    private static Map<String, Object> instruction(Made made, SplittableRandom random) {
        List<String> wanted = made.attributes.isEmpty()
                ? List.of(attribute(random.nextInt(KNOWN_ATTRIBUTES)))
                : made.attributes.subList(0, Math.min(2, made.attributes.size()));
        List<String> chosen = new ArrayList<>();
        for (List<String> values : made.options.values()) {
            chosen.add(values.get(random.nextInt(values.size())).toLowerCase(Locale.ROOT));
        }
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("asin", made.asin);
        record.put(
                "instruction",
                "i am looking for a " + query(made.kind) + " " + kindWord(made.kind, random.nextInt(KIND_WORDS))
                        + " that is " + String.join(" and ", wanted)
                        + (chosen.isEmpty() ? "" : ", and i want it in " + String.join(", ", chosen)) + ".");
        record.put("instruction_attributes", wanted);
        record.put("instruction_options", chosen);
        return record;
    }

    private void item(Made made, JsonGenerator json, SplittableRandom random) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", title(made, random));
        json.writeStringField("full_description", words.text(DESCRIPTION.whole(random), random));
        json.writeStringField("pricing", pricing(random));
        json.writeArrayFieldStart("images");
        int images = IMAGES.whole(random);
        for (int i = 0; i < images; i++) {
            json.writeString(image(made, i));
        }
        json.writeEndArray();
        json.writeStringField("product_category", departments(made.kind, random));
        json.writeArrayFieldStart("small_description");
        int features = FEATURES.whole(random);
        for (int i = 0; i < features; i++) {
            json.writeString(words.text(FEATURE.whole(random), random) + " ");
        }
        json.writeEndArray();
        options(made, json);
        unread(json, random);
        json.writeStringField("asin", made.asin);
        json.writeStringField("category", CATEGORIES[made.kind % CATEGORIES.length]);
        json.writeStringField("query", query(made.kind));
        json.writeNumberField("page", 1 + random.nextInt(30));
        json.writeEndObject();
    }

    private static String pricing(SplittableRandom random) {
        double price = PRICE.draw(random);
        double share = random.nextDouble();
        if (share < .089) {
            return "";
        }
        return share < .182
                ? String.format(Locale.ROOT, "$%,.2f - $%,.2f", price, price * PRICE_RATIO.draw(random))
                : String.format(Locale.ROOT, "$%,.2f", price);
    }

    /** Addresses are as long as the official ones, but lead nowhere outside. */
    private static String image(Made made, int number) {
        return "/static/images/" + made.asin + "-a-picture-of-it-from-one-side-" + number + ".svg";
    }

    private static String departments(int kind, SplittableRandom random) {
        int levels = 3 + random.nextInt(3);
        StringBuilder path = new StringBuilder(MadeWords.capitalized(CATEGORIES[kind % CATEGORIES.length]));
        for (int level = 1; level < levels; level++) {
            path.append(" \u203a ")
                    .append(MadeWords.capitalized(kindWord(kind, level)))
                    .append(" & ")
                    .append(MadeWords.capitalized(kindWord(kind, level + (level > 2 ? random.nextInt(4) : 1))));
        }
        return path.toString();
    }

    private static void options(Made made, JsonGenerator json) throws IOException {
        if (made.options.isEmpty()) {
            json.writeStringField("customization_options", "");
            return;
        }
        json.writeObjectFieldStart("customization_options");
        for (Map.Entry<String, List<String>> option : made.options.entrySet()) {
            json.writeArrayFieldStart(option.getKey());
            boolean pictured = option.getKey().equals("Color");
            int number = 0;
            for (String value : option.getValue()) {
                json.writeStartObject();
                json.writeBooleanField("is_selected", number == 0);
                json.writeBooleanField("is_available", true);
                json.writeStringField("value", value);
                json.writeStringField("asin", made.asin);
                if (pictured) {
                    json.writeStringField("price_string", "");
                    json.writeNumberField("price", 0);
                    json.writeStringField("image", image(made, number));
                }
                json.writeEndObject();
                number++;
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    /** The official file has as much again in fields that the shop leaves out; reading over them takes its time, too. */
    private void unread(JsonGenerator json, SplittableRandom random) throws IOException {
        json.writeObjectFieldStart("product_information");
        for (int i = 0; i < 9; i++) {
            json.writeStringField(kindWord(i, 1) + " " + kindWord(i, 2), words.text(20 + random.nextInt(60), random));
        }
        json.writeEndObject();
        json.writeStringField("brand", words.text(14, random));
        json.writeStringField("availability_status", "In stock");
        json.writeStringField("seller_name", words.text(20, random));
        json.writeNumberField("total_reviews", random.nextInt(5_000));
        json.writeStringField("small_description_old", words.text(500 + random.nextInt(700), random));
    }
}
