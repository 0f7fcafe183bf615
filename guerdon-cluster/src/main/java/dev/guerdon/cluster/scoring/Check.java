package dev.guerdon.cluster.scoring;

import dev.guerdon.cluster.piece.Marker;
import dev.guerdon.cluster.piece.ScoreResult;
import dev.guerdon.cluster.piece.Task;
import dev.guerdon.cluster.spi.Cluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Compares the parts of an earlier run with the hashes in their markers, on the cluster; a piece whose part has changed is done again. */
final class Check {

    /** How many files one piece reads. */
    private static final int FILES_TOGETHER = 16;

    private final OutFolder out;
    private final Plan plan;
    private final Map<String, String> hashes = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();

    Check(OutFolder out, Plan plan) {
        this.out = out;
        this.plan = plan;
    }

    void add(Piece piece, Marker marker) {
        InputFile file = plan.files().get(piece.file());
        add(out.part(file, piece.name()), marker.part(), piece);
        add(out.bad(file, piece.name()), marker.bad(), piece);
    }

    private void add(String address, Marker.FileHash hash, Piece piece) {
        if (hash.bytes() > 0) {
            hashes.put(address, hash.sha256());
            names.put(address, piece.name());
        }
    }

    /**
     * Compares, and removes the markers of what is damaged.
     *
     * @return how many pieces are to be done again
     */
    int run(Cluster.Work work, BooleanSupplier interrupted) throws IOException, InterruptedException {
        List<Map<String, String>> batches = new ArrayList<>();
        hashes.forEach((address, hash) -> {
            if (batches.isEmpty() || batches.getLast().size() == FILES_TOGETHER) {
                batches.add(new LinkedHashMap<>());
            }
            batches.getLast().put(address, hash);
        });
        Set<String> damaged = ConcurrentHashMap.newKeySet();
        Handout<Map<String, String>> handout = new Handout<>(
                (some, receiver) -> work.submit(
                        some.stream()
                                .map(batch -> new Cluster.Piece(new Task.Check(batch).toBytes(), List.of()))
                                .toList(),
                        receiver),
                (batch, result) -> {
                    ScoreResult.damaged(result).forEach(address -> damaged.add(names.getOrDefault(address, "")));
                    return List.of();
                },
                interrupted);
        for (Handout.Failed<Map<String, String>> each : handout.run(batches)) {
            each.piece().keySet().forEach(address -> damaged.add(names.getOrDefault(address, "")));
        }
        for (String name : damaged) {
            out.store().delete(out.marker(name));
        }
        return damaged.size();
    }
}
