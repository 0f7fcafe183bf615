package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;
import dev.guerdon.base.CacheFolder;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;

/**
 * The index of a large set on disk, with the products inside.
 *
 * <p>Built once, in one pass over the file: about the size of the file's texts on disk, and a heap of the attribute file plus a
 * write buffer of 128 MB. A later start opens it in place if the files are still the same.
 *
 * @param index the open index
 * @param loaded how reading the products went when it was built
 */
@Internal
public record StoredIndex(ProductIndex index, Loaded loaded) {

    /** Changes when indexes of earlier versions cannot be used any more. */
    private static final String FORMAT = "1";

    private static final int REPORT_EVERY = 5_000;

    /** The folder for the index of files: beside them where that can be written, else among the user's cached files. */
    public static Path besides(ShopFiles files) {
        Path folder = files.items().toAbsolutePath().getParent();
        if (folder != null && Files.isWritable(folder)) {
            return folder.resolve(".guerdon-webshop-index");
        }
        String name =
                Integer.toHexString(files.items().toAbsolutePath().toString().hashCode());
        return CacheFolder.of("webshop-" + name);
    }

    public static StoredIndex open(ShopFiles files, Path place, Progress progress) throws IOException {
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
            for (Product product = stream.next(); product != null; product = stream.next()) {
                writer.add(product);
                if (++count % REPORT_EVERY == 0) {
                    progress.indexed(count, stream.bytes(), total);
                }
            }
            loaded = stream.loaded();
            if (count == 0) {
                throw new WebshopException(
                        "expected products in " + files.items() + ", found none that can be used: " + loaded.summary());
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
