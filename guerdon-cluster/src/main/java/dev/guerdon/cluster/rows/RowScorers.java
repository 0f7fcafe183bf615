package dev.guerdon.cluster.rows;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cluster.spi.Job;
import dev.guerdon.cluster.spi.LineScorer;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Opens scorers for rows; found by its name, {@link LineScorer#OPENER}. */
@Internal
public final class RowScorers implements LineScorer.Opener {

    private static final String SETTINGS = "settings";

    @Override
    public Job pack(LineScorer.Order order) {
        return Refusal.of(() -> {
            var unused =
                    Settings.of(order.settings()); // refuses what cannot be read here, and not on some other machine
            Map<String, Object> description = Map.of(SETTINGS, new TreeMap<>(order.settings()));
            return new Job(JsonCodec.write(description).getBytes(StandardCharsets.UTF_8), code(order));
        });
    }

    /** The user's own code, compiled: the other machines need no compiler. */
    private static Map<String, byte[]> code(LineScorer.Order order) {
        if (order.plugins().isEmpty() && order.sources().isEmpty()) {
            return Map.of();
        }
        try (Plugins plugins = Plugins.load(new PluginPath(order.plugins(), List.of(), order.sources()))) {
            return Plugins.pack(plugins.registry());
        }
    }

    @Override
    public LineScorer open(Job job, Path folder) throws IOException {
        return Refusal.of(() -> {
            Json description = JsonCodec.read(job.description(), "the description of the job");
            Map<String, String> settings = new LinkedHashMap<>();
            description.get(SETTINGS).asMap().forEach((name, value) -> settings.put(name, String.valueOf(value)));
            return RowScorer.open(Plugins.unpack(job.files(), folder), Settings.of(settings));
        });
    }
}
