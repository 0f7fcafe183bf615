package dev.guerdon.webshop.catalogue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.base.JsonCodec;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads a JSON object that has one member for each product, member by member. */
final class ProductRecords {

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
