package dev.guerdon.cli.pieces;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.cli.pieces.ScoreEngine.ScoreResult;
import dev.guerdon.cli.pieces.ScoringInput.InputFile;
import dev.guerdon.cli.pieces.ScoringPlan.Piece;
import dev.guerdon.cli.spi.ClusterStore;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Layout of the output folder of a score job. */
final class OutFolder {

    /** Guerdon's own files; engines of this kind pass over names that begin so. */
    static final String OWN = "_guerdon/";

    /** The folder of the records of bad lines. */
    static final String BAD = "_bad/";

    private static final Pattern PART = Pattern.compile("part-\\d{5,}-\\d{13,}\\.jsonl");

    /** What a part may be called. */
    private static final String PART_NAME = "part-00000-0000000000000.jsonl";

    private static final Pattern SYSTEM = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*:(?://[^/:]*)?)(?::\\d+)?");

    private final ClusterStore store;
    private final String root;
    private final String run = UUID.randomUUID().toString();

    /** Returns the folder that a user named, in full: executors have other working folders. */
    static OutFolder of(ClusterStore store, String out) {
        try {
            return new OutFolder(store, store.whole(out));
        } catch (IOException e) {
            throw new GuerdonException("the output folder " + out + " cannot be used: " + e.getMessage(), e);
        }
    }

    private OutFolder(ClusterStore store, String root) {
        this.store = store;
        this.root = root;
    }

    ClusterStore store() {
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

    /** Returns the folder of what the tries of this driver write: one of an earlier driver may still be at work, under the same name. */
    String tries() {
        return at(OWN + "tmp/" + run);
    }

    /** Returns the folder of what the tries of all drivers wrote. */
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

    /** Returns whether a path below the folder is that of a part, or of the bad lines of one. */
    static boolean isPart(String below) {
        return !below.startsWith(OWN)
                && PART.matcher(below.substring(below.lastIndexOf('/') + 1)).matches();
    }

    /**
     * Makes sure that the output can be a folder, and is not a part of the input.
     *
     * @throws GuerdonException if it is
     */
    void requireApart(ScoringInput input) throws IOException {
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

    /** Returns whether the input has what the output has or will have, or lies in it. */
    private boolean overlaps(ScoringInput input, String place) throws IOException {
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

    /** Returns the scheme and host of an address. Its port is often left out, and so ignored. */
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

    /** Small files that are whole or count as missing: a JSON object on the first line, and the hash of that line on the second. */
    static final class Sealed {

        private Sealed() {}

        /** Writes a file. Where the process ends on the way, there is a file that is not whole. */
        static void write(ClusterStore store, String address, Map<String, ? extends @Nullable Object> content)
                throws IOException {
            String line = JsonCodec.write(content);
            try (OutputStream out = store.create(address)) {
                out.write((line + "\n" + Sha256.hex(line, 32) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }

        /** Reads a file; empty if there is none, or it is not whole. */
        static Optional<Json> read(ClusterStore store, String address) throws IOException {
            if (!store.exists(address)) {
                return Optional.empty();
            }
            String text;
            try (InputStream in = store.open(address, 0)) {
                text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
            int end = text.indexOf('\n');
            if (end < 0
                    || !text.equals(text.substring(0, end) + "\n" + Sha256.hex(text.substring(0, end), 32) + "\n")) {
                return Optional.empty();
            }
            try {
                return Optional.of(JsonCodec.read(text.substring(0, end), address));
            } catch (GuerdonException e) {
                return Optional.empty();
            }
        }
    }

    /**
     * Moves what tries wrote into place: bad lines and part first, the marker last. Only the driver does, and only one driver at a time.
     */
    static final class Committer {

        /** How often it looks whether another driver has taken the job. */
        private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

        private final OutFolder out;
        private final ScoringPlan plan;
        private final String id = UUID.randomUUID().toString();
        private long looked;

        private Committer(OutFolder out, ScoringPlan plan) {
            this.out = out;
            this.plan = plan;
        }

        /** Takes the job over from whichever driver had it. */
        static Committer begin(OutFolder out, ScoringPlan plan) throws IOException {
            Committer committer = new Committer(out, plan);
            out.keep(out.driver(), Map.of("driver", committer.id));
            committer.looked = System.nanoTime();
            return committer;
        }

        void commit(Piece piece, ScoreResult result) throws IOException {
            if (isTimeToLook()) {
                requireOwn();
            }
            ClusterStore store = out.store();
            InputFile file = plan.files().get(piece.file());
            try {
                if (result.badLines() > 0) {
                    store.move(tried(result, ScoreResult.BAD), out.bad(file, piece.name()));
                }
                if (result.lines() > 0) {
                    store.move(tried(result, ScoreResult.PART), out.part(file, piece.name()));
                }
                store.move(tried(result, ScoreResult.MARKER), out.marker(piece.name()));
            } catch (IOException e) {
                throw new EndedEarly(
                        "the scores of " + piece.name() + " cannot be moved into " + out.root() + ": " + e.getMessage()
                                + ". Where machines of the cluster do not share a disk, --out must be on storage that all of"
                                + " them reach; what is there is good, and the same command continues",
                        e);
            }
        }

        private synchronized boolean isTimeToLook() {
            boolean due = System.nanoTime() - looked > LOOK_NANOS;
            looked = due ? System.nanoTime() : looked;
            return due;
        }

        private String tried(ScoreResult result, String ending) {
            return out.store().resolve(out.tries(), result.tryName() + ending);
        }

        /** Makes sure that no other driver has taken the job over. */
        void requireOwn() throws IOException {
            String now = Sealed.read(out.store(), out.driver())
                    .map(kept -> kept.get("driver").asString())
                    .orElse("");
            if (!now.equals(id)) {
                IOException reason = new IOException("another driver wrote " + out.driver());
                throw new EndedEarly(
                        "another process has taken over the job in " + out.root() + "; this one ends here", reason);
            }
        }
    }
}
