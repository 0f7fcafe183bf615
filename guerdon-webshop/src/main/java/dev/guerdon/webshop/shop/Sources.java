package dev.guerdon.webshop.shop;

import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.webshop.catalogue.Catalogue;
import dev.guerdon.webshop.catalogue.CatalogueGenerator;
import dev.guerdon.webshop.catalogue.HumanInstructions;
import dev.guerdon.webshop.catalogue.Loaded;
import dev.guerdon.webshop.catalogue.MinedAttributes;
import dev.guerdon.webshop.catalogue.Product;
import dev.guerdon.webshop.catalogue.ProductIndex;
import dev.guerdon.webshop.catalogue.ProductIndexWriter;
import dev.guerdon.webshop.catalogue.ProductStream;
import dev.guerdon.webshop.catalogue.Progress;
import dev.guerdon.webshop.catalogue.ShopFiles;
import dev.guerdon.webshop.catalogue.StoredIndex;
import dev.guerdon.webshop.catalogue.WebshopException;
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
import org.apache.lucene.store.ByteBuffersDirectory;
import org.jspecify.annotations.Nullable;

/** Where a shop's products and instructions come from: the bundled generator, official files in memory, or an index on disk. */
final class Sources {

    private static final long BUNDLED_SEED = 1;
    private static final int BUNDLED_SIZE = 400;

    private final HumanInstructions human;
    private final Loaded loaded;
    private final ProductIndex index;
    private final @Nullable List<Product> products;

    private Sources(HumanInstructions human, Loaded loaded, ProductIndex index, @Nullable List<Product> products) {
        this.human = human;
        this.loaded = loaded;
        this.index = index;
        this.products = products;
    }

    static Sources of(ShopOptions options, Progress progress) {
        try {
            Path folder = options.data();
            if (folder == null) {
                return bundled();
            }
            ShopFiles files = ShopFiles.in(folder, options.full());
            HumanInstructions human = options.humanGoals() ? humanInstructions(files, folder) : HumanInstructions.NONE;
            Path named = options.index();
            if (Files.size(files.items()) > Shop.IN_MEMORY_LIMIT || named != null) {
                Path place = named == null ? StoredIndex.besides(files) : named;
                StoredIndex stored = StoredIndex.open(files, place, progress);
                return new Sources(human, stored.loaded(), stored.index(), null);
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

    private static Sources bundled() throws IOException {
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

    private static Sources inMemory(InputStream items, MinedAttributes attributes, HumanInstructions human)
            throws IOException {
        List<Product> products = new ArrayList<>();
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        Loaded loaded;
        try (ProductStream stream = new ProductStream(items, attributes);
                ProductIndexWriter writer = new ProductIndexWriter(directory, false)) {
            for (Product product = stream.next(); product != null; product = stream.next()) {
                products.add(product);
                writer.add(product);
            }
            writer.finish(Map.of());
            loaded = stream.loaded();
        }
        if (products.isEmpty()) {
            throw new WebshopException("expected products, found none that can be used: " + loaded.summary());
        }
        return new Sources(human, loaded, new ProductIndex(directory), List.copyOf(products));
    }

    Catalogue catalogue(PythonRandom random) {
        return products == null ? Catalogue.stored(index, random) : Catalogue.of(products, index, random);
    }

    HumanInstructions humanInstructions() {
        return human;
    }

    Loaded loaded() {
        return loaded;
    }
}
