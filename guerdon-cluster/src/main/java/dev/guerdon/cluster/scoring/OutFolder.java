package dev.guerdon.cluster.scoring;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cluster.piece.ScoreResult;
import dev.guerdon.cluster.piece.Sealed;
import dev.guerdon.cluster.spi.Store;
import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where everything is in the output folder of a score job. */
final class OutFolder {

    /** Guerdon's own files; engines of this kind pass over names that begin so. */
    static final String OWN = "_guerdon/";

    /** The folder of the records of bad lines. */
    static final String BAD = "_bad/";

    private static final Pattern PART = Pattern.compile("part-\\d{5,}-\\d{13,}\\.jsonl");

    /** What a part may be called. */
    private static final String PART_NAME = "part-00000-0000000000000.jsonl";

    private static final Pattern SYSTEM = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*:(?://[^/:]*)?)(?::\\d+)?");

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
     * Makes sure that the output can be a folder, and is not a part of the input.
     *
     * @throws GuerdonException where it is
     */
    void requireApart(Input input) throws IOException {
        if (store.exists(root) && !store.isFolder(root)) {
            throw new GuerdonException("the output " + root + " is a file; on a cluster the output is a folder, name"
                    + " another one with --out");
        }
        String place = input.place();
        if (place != null && overlaps(input, place)) {
            throw new GuerdonException("the output folder " + root + " and the input " + place
                    + " overlap, so the scores would change the input; name another folder with --out");
        }
    }

    /** Whether the input has what the output has or will have, or lies in it. */
    private boolean overlaps(Input input, String place) throws IOException {
        if (!system(root).equals(system(place))) {
            return false;
        }
        String own = path(root).endsWith("/") ? path(root) : path(root) + "/";
        Set<String> folders = new HashSet<>(Set.of(""));
        for (InputFile file : input.files()) {
            if (input.table() == null && path(file.source().address()).startsWith(own)) {
                return true;
            }
            folders.add(file.folder());
        }
        return path(place).startsWith(own)
                || store.coversAny(
                        place,
                        folders.stream().map(folder -> at(folder + PART_NAME)).toList());
    }

    /** The scheme and host of an address. Its port is often left out, so it tells nothing. */
    private static String system(String address) {
        Matcher system = SYSTEM.matcher(address);
        return system.find() ? system.group(1).toLowerCase(Locale.ROOT) : "";
    }

    private static String path(String address) {
        return SYSTEM.matcher(address).replaceFirst("");
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
