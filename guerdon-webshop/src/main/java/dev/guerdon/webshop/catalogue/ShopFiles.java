package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The official data files in a folder.
 *
 * @param items the products
 * @param attributes what was mined about them, with the machine-written instructions
 * @param humanInstructions the instructions that people wrote, null where the file is not there
 */
@Internal
public record ShopFiles(
        Path items, Path attributes, @Nullable Path humanInstructions) {

    private static final String SMALL = "items_shuffle_1000.json";
    private static final String FULL = "items_shuffle.json";

    /**
     * Finds the files.
     *
     * @param folder where to look
     * @param full whether the full set is wanted where both are there
     */
    public static ShopFiles in(Path folder, boolean full) {
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
