package dev.guerdon.cli.pieces;

import dev.guerdon.cli.spi.ClusterStore;
import dev.guerdon.core.Metrics;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one machine makes of the same input, file by file.
 *
 * @param output all scores
 * @param metrics the figures of all
 */
record OneMachine(String output, Map<String, @Nullable Object> metrics) {

    static OneMachine score(Path in, Registry registry, List<String> rewards) throws IOException {
        List<RewardEntry> entries = rewards.stream().map(registry::reward).toList();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<Metrics> sums = new ArrayList<>();
        entries.forEach(entry -> sums.add(new Metrics()));
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            for (ClusterStore.Entry file : new LocalStore().list(in.toString())) {
                ScoreJob job = new ScoreJob(entries, scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {});
                try (InputStream input = Files.newInputStream(Path.of(file.address()))) {
                    ScoreJob.Progress done = job.run(input, out, ScoreJob.Progress.none(entries.size()));
                    for (int i = 0; i < sums.size(); i++) {
                        sums.get(i).add(done.metrics().get(i));
                    }
                }
            }
        }
        Map<String, @Nullable Object> metrics = new LinkedHashMap<>();
        for (int i = 0; i < sums.size(); i++) {
            String prefix = sums.size() == 1 ? "" : entries.get(i).label() + "/";
            sums.get(i).toMap().forEach((name, value) -> metrics.put(prefix + name, value));
        }
        return new OneMachine(out.toString(StandardCharsets.UTF_8), metrics);
    }
}
