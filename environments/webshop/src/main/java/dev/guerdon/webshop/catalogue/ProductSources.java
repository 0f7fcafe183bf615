package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.CacheFolder;
import dev.guerdon.cpython.PythonRandom;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;

/** Sources of a shop's products and instructions: the bundled generator, official files in memory, or an index on disk. */
@Internal
public final class ProductSources {

    /** Files beyond this many bytes are read into an index on disk. */
    public static final long IN_MEMORY_LIMIT = 64L << 20;

    private static final long BUNDLED_SEED = 1;
    private static final int BUNDLED_SIZE = 400;

    private final HumanInstructions human;
    private final Loaded loaded;
    private final ProductIndex index;
    private final @Nullable List<ShopProduct> products;

    private ProductSources(
            HumanInstructions human, Loaded loaded, ProductIndex index, @Nullable List<ShopProduct> products) {
        this.human = human;
        this.loaded = loaded;
        this.index = index;
        this.products = products;
    }

    public static ProductSources of(ShopOptions options, Progress progress) {
        try {
            Path folder = options.data();
            if (folder == null) {
                return bundled();
            }
            ShopFiles files = ShopFiles.in(folder, options.full());
            HumanInstructions human = options.humanGoals() ? humanInstructions(files, folder) : HumanInstructions.NONE;
            Path named = options.index();
            if (Files.size(files.items()) > IN_MEMORY_LIMIT || named != null) {
                Path place = named == null ? StoredIndex.besides(files) : named;
                StoredIndex stored = StoredIndex.open(files, place, progress);
                return new ProductSources(human, stored.loaded(), stored.index(), null);
            }
            try (InputStream items = new BufferedInputStream(Files.newInputStream(files.items()), 1 << 16)) {
                return inMemory(items, MinedAttributes.read(files.attributes()), human);
            }
        } catch (IOException e) {
            throw new WebshopException("could not read WebShop's data: " + e.getMessage(), e);
        }
    }

    private static HumanInstructions humanInstructions(ShopFiles files, Path folder) {
        if (files.humanInstructions() == null) {
            throw new WebshopException("expected items_human_ins.json in " + folder
                    + " for goals that people wrote; add it, or ask for synthetic goals");
        }
        return HumanInstructions.read(files.humanInstructions());
    }

    private static ProductSources bundled() throws IOException {
        CatalogueGenerator generator = new CatalogueGenerator(BUNDLED_SEED, BUNDLED_SIZE);
        ByteArrayOutputStream items = new ByteArrayOutputStream();
        ByteArrayOutputStream attributes = new ByteArrayOutputStream();
        ByteArrayOutputStream instructions = new ByteArrayOutputStream();
        generator.writeItems(items);
        generator.writeAttributes(attributes);
        generator.writeHumanInstructions(instructions);
        return inMemory(
                reading(items),
                MinedAttributes.read(reading(attributes), "the bundled attributes"),
                HumanInstructions.read(reading(instructions), "the bundled instructions"));
    }

    private static InputStream reading(ByteArrayOutputStream written) {
        return new ByteArrayInputStream(written.toByteArray());
    }

    private static ProductSources inMemory(InputStream items, MinedAttributes attributes, HumanInstructions human)
            throws IOException {
        List<ShopProduct> products = new ArrayList<>();
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        Loaded loaded;
        try (ProductStream stream = new ProductStream(items, attributes);
                ProductIndexWriter writer = new ProductIndexWriter(directory, false)) {
            for (ShopProduct product = stream.next(); product != null; product = stream.next()) {
                products.add(product);
                writer.add(product);
            }
            writer.finish(Map.of());
            loaded = stream.loaded();
        }
        if (products.isEmpty()) {
            throw new WebshopException("expected products, found none that can be used: " + loaded.summary());
        }
        return new ProductSources(human, loaded, new ProductIndex(directory), List.copyOf(products));
    }

    public ProductCatalogue catalogue(PythonRandom random) {
        return products == null ? ProductCatalogue.stored(index, random) : ProductCatalogue.of(products, index, random);
    }

    public HumanInstructions humanInstructions() {
        return human;
    }

    public Loaded loaded() {
        return loaded;
    }

    /**
     * The index of a large set on disk, with the products inside.
     *
     * <p>Built once, in one pass over the file: about the size of the file's texts on disk, and a heap of the attribute file plus a
     * write buffer of 128 MB. A later start opens it in place if the files are still the same.
     *
     * @param index the open index
     * @param loaded how reading the products went when it was built
     */
    record StoredIndex(ProductIndex index, Loaded loaded) {

        /** Changes when indexes of earlier versions cannot be used any more. */
        private static final String FORMAT = "1";

        private static final int REPORT_EVERY = 5_000;

        /** Returns the folder for the index of files: beside them where that can be written, else among the user's cached files. */
        static Path besides(ShopFiles files) {
            Path folder = files.items().toAbsolutePath().getParent();
            if (folder != null && Files.isWritable(folder)) {
                return folder.resolve(".guerdon-webshop-index");
            }
            String name = Integer.toHexString(
                    files.items().toAbsolutePath().toString().hashCode());
            return CacheFolder.of("webshop-" + name);
        }

        static StoredIndex open(ShopFiles files, Path place, Progress progress) throws IOException {
            Files.createDirectories(place);
            StoredIndex there = existing(files, place);
            return there != null ? there : build(files, place, progress);
        }

        private static @Nullable StoredIndex existing(ShopFiles files, Path place) throws IOException {
            FSDirectory directory = FSDirectory.open(place);
            if (!DirectoryReader.indexExists(directory)) {
                directory.close();
                return null;
            }
            ProductIndex index = new ProductIndex(directory);
            Map<String, String> about = index.userData();
            if (!FORMAT.equals(about.get("format")) || !files.fingerprint().equals(about.get("files"))) {
                index.close();
                return null;
            }
            Loaded loaded = new Loaded(
                    index.size(),
                    number(about, "duplicates"),
                    number(about, "unusable"),
                    number(about, "malformed"),
                    faults(about));
            return new StoredIndex(index, loaded);
        }

        private static int number(Map<String, String> about, String key) {
            return Integer.parseInt(about.getOrDefault(key, "0"));
        }

        private static List<Loaded.Fault> faults(Map<String, String> about) {
            return about.getOrDefault("faults", "")
                    .lines()
                    .map(line -> line.split(" ", 2))
                    .map(parts -> new Loaded.Fault(Long.parseLong(parts[0]), parts[1]))
                    .toList();
        }

        private static StoredIndex build(ShopFiles files, Path place, Progress progress) throws IOException {
            long total = Files.size(files.items());
            MinedAttributes attributes = MinedAttributes.read(files.attributes());
            Loaded loaded;
            try (InputStream items = new BufferedInputStream(Files.newInputStream(files.items()), 1 << 20);
                    ProductStream stream = new ProductStream(items, attributes);
                    FSDirectory directory = FSDirectory.open(place);
                    ProductIndexWriter writer = new ProductIndexWriter(directory, true)) {
                long count = 0;
                for (ShopProduct product = stream.next(); product != null; product = stream.next()) {
                    writer.add(product);
                    if (++count % REPORT_EVERY == 0) {
                        progress.indexed(count, stream.bytes(), total);
                    }
                }
                loaded = stream.loaded();
                if (count == 0) {
                    throw new WebshopException("expected products in " + files.items()
                            + ", found none that can be used: " + loaded.summary());
                }
                writer.finish(about(files, loaded));
                progress.indexed(count, total, total);
            }
            return new StoredIndex(new ProductIndex(FSDirectory.open(place)), loaded);
        }

        private static Map<String, String> about(ShopFiles files, Loaded loaded) {
            StringBuilder faults = new StringBuilder();
            for (Loaded.Fault fault : loaded.faults()) {
                faults.append(fault.line())
                        .append(' ')
                        .append(fault.reason().replace('\n', ' '))
                        .append('\n');
            }
            return Map.of(
                    "format",
                    FORMAT,
                    "files",
                    files.fingerprint(),
                    "duplicates",
                    String.valueOf(loaded.duplicates()),
                    "unusable",
                    String.valueOf(loaded.unusable()),
                    "malformed",
                    String.valueOf(loaded.malformed()),
                    "faults",
                    faults.toString());
        }
    }

    /** Told how building a large index goes. */
    @FunctionalInterface
    public interface Progress {

        /** Tells nobody. */
        Progress SILENT = (products, bytes, total) -> {};

        /**
         * Handles the progress, every few thousand products and at the end.
         *
         * @param products how many were indexed
         * @param bytes how much of the file was read
         * @param total how large the file is
         */
        void indexed(long products, long bytes, long total);
    }

    /**
     * The official data files in a folder.
     *
     * @param items the products
     * @param attributes what was mined about them, with the machine-written instructions
     * @param humanInstructions the instructions that people wrote, null where the file is not there
     */
    record ShopFiles(Path items, Path attributes, @Nullable Path humanInstructions) {

        private static final String SMALL = "items_shuffle_1000.json";
        private static final String FULL = "items_shuffle.json";

        /**
         * Finds the files.
         *
         * @param folder where to look
         * @param full whether the full set is wanted where both are there
         */
        static ShopFiles in(Path folder, boolean full) {
            List<String> wanted = full ? List.of(FULL, SMALL) : List.of(SMALL, FULL);
            Path items = wanted.stream()
                    .map(folder::resolve)
                    .filter(Files::isRegularFile)
                    .findFirst()
                    .orElseThrow(() -> new WebshopException("expected WebShop's data in " + folder + ", found neither "
                            + SMALL + " nor " + FULL
                            + "; point --data or WEBSHOP_DATA at the folder that holds them, or leave it away to use the"
                            + " bundled catalogue"));
            boolean small = items.endsWith(SMALL);
            List<String> attributeNames = small
                    ? List.of("items_ins_v2_1000.json", "items_ins_v2.json")
                    : List.of("items_ins_v2.json", "items_ins_v2_1000.json");
            Path attributes = attributeNames.stream()
                    .map(folder::resolve)
                    .filter(Files::isRegularFile)
                    .findFirst()
                    .orElseThrow(() -> new WebshopException("expected " + String.join(" or ", attributeNames) + " in "
                            + folder + " beside " + items.getFileName() + ", found neither"));
            Path human = folder.resolve("items_human_ins.json");
            return new ShopFiles(items, attributes, Files.isRegularFile(human) ? human : null);
        }

        /** Changes whenever one of the files does; a stored index made from other files is made again. */
        String fingerprint() {
            StringBuilder text = new StringBuilder();
            for (Path file : List.of(items, attributes)) {
                try {
                    text.append(file.getFileName())
                            .append(' ')
                            .append(Files.size(file))
                            .append(' ')
                            .append(Files.getLastModifiedTime(file).toMillis())
                            .append('\n');
                } catch (IOException e) {
                    throw new WebshopException("could not look at " + file + ": " + e.getMessage(), e);
                }
            }
            return text.toString();
        }
    }

    /**
     * Result of reading the products.
     *
     * @param products how many are in the shop
     * @param duplicates records whose id was there already
     * @param unusable records without a usable id, which the reference leaves out too
     * @param malformed how many records could not be read
     * @param faults the first of those, with line and reason
     */
    public record Loaded(int products, int duplicates, int unusable, int malformed, List<Fault> faults) {

        /** Number of faults that are kept; the others are only counted. */
        static final int KEPT_FAULTS = 100;

        public Loaded {
            faults = List.copyOf(faults);
        }

        /**
         * A record that could not be read.
         *
         * @param line the line of the file where it begins
         * @param reason what is wrong with it
         */
        public record Fault(long line, String reason) {}

        /** Returns one line for logs. */
        public String summary() {
            StringBuilder text = new StringBuilder().append(products).append(" products");
            if (duplicates + unusable > 0) {
                text.append(", ").append(duplicates + unusable).append(" left out (duplicate or without a usable id)");
            }
            if (malformed > 0) {
                text.append(", ")
                        .append(malformed)
                        .append(" malformed; first at line ")
                        .append(faults.getFirst().line())
                        .append(": ")
                        .append(faults.getFirst().reason());
            }
            return text.toString();
        }
    }
}
