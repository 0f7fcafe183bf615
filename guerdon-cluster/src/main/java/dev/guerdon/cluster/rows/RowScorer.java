package dev.guerdon.cluster.rows;

import dev.guerdon.api.Reward.Work;
import dev.guerdon.cluster.spi.LineScorer;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.Recipes;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A catalogue and the threads that score with it. */
final class RowScorer implements LineScorer {

    private final Plugins plugins;
    private final Scorer scorer;

    private RowScorer(Plugins plugins, Scorer scorer) {
        this.plugins = plugins;
        this.scorer = scorer;
    }

    /** Takes a catalogue over: it is closed with the scorer, or here where there is none. */
    static RowScorer open(Plugins plugins, Settings settings) {
        try {
            Registry registry = plugins.registry();
            registry.isolate(settings.isolation());
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
        RewardEntry entry = Refusal.of(() -> plugins.registry().reward(name));
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
        return Refusal.of(() -> Recipes.reward(plugins.registry(), recipe));
    }

    @Override
    public Plan plan(List<String> rewards, Map<String, String> fields) {
        Registry registry = plugins.registry();
        return Refusal.of(
                () -> new RowPlan(registry.mapped(registry.rewards(rewards), fields), registry.isolation(), scorer));
    }

    @Override
    public void close() {
        scorer.close();
        plugins.close();
    }
}
