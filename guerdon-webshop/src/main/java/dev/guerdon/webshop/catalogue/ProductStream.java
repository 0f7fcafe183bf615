package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the official items file product by product, leaving out what the reference leaves out and what cannot be read. */
@Internal
public final class ProductStream implements Closeable {

    private final JsonElements elements;
    private final MinedAttributes attributes;
    private final Set<String> seen = new HashSet<>();
    private final List<Loaded.Fault> faults = new ArrayList<>();
    private int products;
    private int duplicates;
    private int unusable;
    private int malformed;

    public ProductStream(InputStream items, MinedAttributes attributes) {
        this.elements = new JsonElements(items);
        this.attributes = attributes;
    }

    /** The next product, or null at the end. */
    public @Nullable Product next() throws IOException {
        while (true) {
            JsonElements.Element element = elements.next();
            if (element == null) {
                return null;
            }
            if (element.fault() != null) {
                malformed(element.line(), element.fault());
                continue;
            }
            Product product;
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

    /** How many bytes of the file were read so far. */
    long bytes() {
        return elements.bytes();
    }

    /** How it went so far. */
    public Loaded loaded() {
        return new Loaded(products, duplicates, unusable, malformed, faults);
    }

    @Override
    public void close() throws IOException {
        elements.close();
    }
}
