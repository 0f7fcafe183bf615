package dev.guerdon.cluster.scoring;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cluster.piece.ScoreResult;
import dev.guerdon.cluster.piece.Sealed;
import dev.guerdon.cluster.spi.Store;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where everything is in the output folder of a score job. */
final class OutFolder {

    /** Guerdon's own files; engines of this kind pass over names that begin so. */
    static final String OWN = "_guerdon/";

    /** The folder of the records of bad lines. */
    static final String BAD = "_bad/";

    private static final Pattern PART = Pattern.compile("part-\\d{5,}-\\d{13,}\\.jsonl");

    private static final Pattern SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*:(//[^/]*)?");

    private final Store store;
    private final String root;
    private final String run = UUID.randomUUID().toString();

    OutFolder(Store store, String root) {
        this.store = store;
        this.root = root;
    }

    Store store() {
        return store;
    }

    String root() {
        return root;
    }

    String job() {
        return at(OWN + "job.json");
    }

    String counts() {
        return at(OWN + "counts.json");
    }

    String driver() {
        return at(OWN + "driver.json");
    }

    String metrics() {
        return at(OWN + "metrics.json");
    }

    String success() {
        return at("_SUCCESS");
    }

    /** The folder of what the tries of this driver write: one of an earlier driver may still be at work, under the same name. */
    String tries() {
        return at(OWN + "tmp/" + run);
    }

    /** The folder of what the tries of all drivers wrote. */
    String allTries() {
        return at(OWN + "tmp");
    }

    String marker(String name) {
        return at(OWN + "done/" + name + ScoreResult.MARKER);
    }

    String part(InputFile file, String name) {
        return at(belowPart(file, name));
    }

    String bad(InputFile file, String name) {
        return at(belowBad(file, name));
    }

    static String belowPart(InputFile file, String name) {
        return file.folder() + name + ScoreResult.PART;
    }

    static String belowBad(InputFile file, String name) {
        return BAD + file.folder() + name + ScoreResult.PART;
    }

    /** Whether a path below the folder is that of a part, or of the bad lines of one. */
    static boolean isPart(String below) {
        return !below.startsWith(OWN)
                && PART.matcher(below.substring(below.lastIndexOf('/') + 1)).matches();
    }

    /**
     * Makes sure that the output is not a part of the input.
     *
     * @throws GuerdonException where it is
     */
    void requireApart(Input input) throws IOException {
        String own = plain(root) + "/";
        List<Store.Entry> there = store.listAll(root);
        String full = there.isEmpty()
                ? own
                : plain(there.getFirst()
                                .address()
                                .substring(
                                        0,
                                        there.getFirst().address().length()
                                                - there.getFirst().below().length()))
                        + "/";
        boolean inside = own.startsWith(plain(input.name()) + "/")
                || input.files().stream()
                        .map(file -> plain(file.source().address()))
                        .anyMatch(address -> address.startsWith(full) || address.startsWith(own));
        if (inside && input.table() == null) {
            throw new GuerdonException("the output folder " + root + " lies within the input " + input.name()
                    + ", which would then change; name another folder with --out");
        }
    }

    /** An address without its scheme and host, and without a slash at its end. */
    private static String plain(String address) {
        String path = SCHEME.matcher(address).replaceFirst("");
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private String at(String below) {
        return store.resolve(root, below);
    }

    /** Writes a small file so that it is there as a whole, or not at all. */
    void keep(String address, Map<String, ? extends @Nullable Object> content) throws IOException {
        String before = store.resolve(tries(), "kept." + UUID.randomUUID());
        Sealed.write(store, before, content);
        store.move(before, address);
    }
}
