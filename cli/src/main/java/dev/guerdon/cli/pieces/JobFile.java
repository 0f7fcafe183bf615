package dev.guerdon.cli.pieces;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.cli.pieces.OutFolder.Sealed;
import dev.guerdon.cli.pieces.ScoringInput.InputFile;
import dev.guerdon.cli.spi.ClusterStore;
import dev.guerdon.core.JobIdentity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** File that identifies the job of an output folder: another job is refused there, the same one is resumed. */
record JobFile(OutFolder out, JobIdentity identity, ScoringInput input) {

    private static final int FORMAT = 1;

    /**
     * Returns the size of pieces of the job that the folder has, if it has one.
     *
     * @throws GuerdonException if the folder has something else
     */
    Optional<Long> load() throws IOException {
        Optional<Json> kept = Sealed.read(out.store(), out.job());
        if (kept.isEmpty()) {
            for (ClusterStore.Entry entry : out.store().listAll(out.root())) {
                // Files that an earlier driver left before its job file belong to no job.
                boolean job = entry.below().equals(OutFolder.OWN + "job.json");
                if (!entry.below().startsWith(OutFolder.OWN) || job) {
                    throw refused(
                            job
                                    ? "its " + OutFolder.OWN + "job.json is damaged"
                                    : "it is not empty, and what is in it (" + entry.below()
                                            + ") is not of a score job on a cluster");
                }
            }
            return Optional.empty();
        }
        Json job = kept.get();
        int format = job.get("format").asInt();
        if (format != FORMAT) {
            throw refused("its job has format " + format + ", and this version of Guerdon reads " + FORMAT);
        }
        identity.difference(job.get("job")).ifPresent(difference -> {
            throw refused("it " + difference);
        });
        compareInput(job);
        return Optional.of(job.get("piece_size").asLong());
    }

    private GuerdonException refused(String why) {
        return new GuerdonException("the output folder " + out.root() + " cannot be used: " + why
                + "; name another folder with --out, or" + " remove this one to start over");
    }

    private void compareInput(Json job) {
        String table = job.find("table").map(Json::asString).orElse("");
        if (!table.equals(tableIdentity())) {
            throw refused("the table " + input.name() + " has changed since the job began");
        }
        Map<String, Json> was = new LinkedHashMap<>();
        job.get("files").asList().forEach(file -> was.put(file.get("name").asString(), file));
        for (Map<String, Object> file : files()) {
            String name = String.valueOf(file.get("name"));
            Json earlier = was.remove(name);
            if (earlier == null) {
                throw refused("the input has a file that it did not have when the job began: " + name);
            }
            if (!Objects.equals(file.get("bytes"), earlier.get("bytes").asLong())
                    || !Objects.equals(
                            file.get("modified"), earlier.get("modified").asLong())) {
                throw refused("the input file " + name + " has changed since the job began: it had "
                        + earlier.get("bytes").asLong() + " bytes, and has " + file.get("bytes")
                        + (Objects.equals(
                                        file.get("bytes"), earlier.get("bytes").asLong())
                                ? ", but was written again"
                                : ""));
            }
        }
        if (!was.isEmpty()) {
            throw refused("the input has lost a file since the job began: "
                    + was.keySet().iterator().next());
        }
    }

    private String tableIdentity() {
        return input.table() == null ? "" : input.table().identity();
    }

    private List<Map<String, Object>> files() {
        List<Map<String, Object>> files = new ArrayList<>();
        if (input.table() == null) {
            for (InputFile file : input.files()) {
                files.add(Map.of("name", file.below(), "bytes", file.size(), "modified", file.modified()));
            }
        }
        return files;
    }

    /** Says what the job is, before anything else of it is written. */
    void save(long pieceSize) throws IOException {
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("format", FORMAT);
        job.put("job", identity.save());
        job.put("input", input.name());
        job.put("table", tableIdentity());
        job.put("files", files());
        job.put("piece_size", pieceSize);
        out.keep(out.job(), job);
    }
}
