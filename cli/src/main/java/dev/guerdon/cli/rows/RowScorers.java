package dev.guerdon.cli.rows;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.LineScorer;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.Suites;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Opens scorers for rows; found by its name, {@link LineScorer#OPENER}. */
@Internal
public final class RowScorers implements LineScorer.Opener {

    private static final String SETTINGS = "settings";

    @Override
    public ClusterJob pack(LineScorer.Order order) {
        return refusing(() -> {
            RowSettings read = RowSettings.of(order.settings()); // refuses what cannot be read here, and not elsewhere
            Map<String, Object> description = Map.of(SETTINGS, new TreeMap<>(order.settings()));
            return new ClusterJob(
                    JsonCodec.write(description).getBytes(StandardCharsets.UTF_8), code(order, read.isolation()));
        });
    }

    /** Returns the user's own code, compiled: the other machines need no compiler. */
    private static Map<String, byte[]> code(LineScorer.Order order, Isolation isolation) {
        if (order.plugins().isEmpty() && order.sources().isEmpty()) {
            return Map.of();
        }
        PluginPath path = new PluginPath(order.plugins(), List.of(), order.sources());
        try (Plugins plugins = Plugins.load(path, isolation)) {
            return Plugins.pack(plugins.registry());
        }
    }

    @Override
    public LineScorer open(ClusterJob job, Path folder) throws IOException {
        return refusing(() -> {
            Json description = JsonCodec.read(job.description(), "the description of the job");
            Map<String, String> settings = new LinkedHashMap<>();
            description.get(SETTINGS).asMap().forEach((name, value) -> settings.put(name, String.valueOf(value)));
            RowSettings read = RowSettings.of(settings);
            return RowScorer.open(Plugins.unpack(job.files(), folder, read.isolation()), read);
        });
    }

    /** Something that may be refused. */
    @FunctionalInterface
    private interface Call<T, E extends Exception> {
        T call() throws E;
    }

    /** Says what is wrong with a type that both sides of the seam have. */
    private static <T, E extends Exception> T refusing(Call<T, E> call) throws E {
        try {
            return call.call();
        } catch (GuerdonException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** A catalogue and the threads that score with it. */
    private record RowScorer(Plugins plugins, Scorer scorer) implements LineScorer {

        /** Takes a catalogue over: it is closed with the scorer, or here if there is none. */
        static RowScorer open(Plugins plugins, RowSettings settings) {
            try {
                Registry registry = plugins.registry();
                Scorer scorer = Scorer.builder()
                        .deadline(settings.deadline())
                        .isolated(registry)
                        .build();
                return new RowScorer(plugins, scorer);
            } catch (RuntimeException | Error e) {
                plugins.close();
                throw e;
            }
        }

        @Override
        public List<String> names() {
            return plugins.registry().rewardNames();
        }

        @Override
        public Description describe(String name) {
            RewardEntry entry = refusing(() -> plugins.registry().reward(name));
            @Nullable
            List<Input> inputs = entry.inputs()
                    .map(all -> all.stream()
                            .map(input -> new Input(input.name(), input.type(), input.required()))
                            .toList())
                    .orElse(null);
            return new Description(name, entry.description(), inputs, entry.work() == Work.COMPUTE);
        }

        @Override
        public String recipe(String recipe) {
            return refusing(() -> Suites.recipe(plugins.registry(), recipe));
        }

        @Override
        public Plan plan(List<String> rewards, Map<String, String> fields) {
            Registry registry = plugins.registry();
            return refusing(() ->
                    new RowPlan(registry.mapped(registry.rewards(rewards), fields), registry.isolation(), scorer));
        }

        @Override
        public void close() {
            scorer.close();
            plugins.close();
        }
    }
}
