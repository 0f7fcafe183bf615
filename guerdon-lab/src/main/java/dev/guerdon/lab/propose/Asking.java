package dev.guerdon.lab.propose;

import dev.guerdon.agent.spi.Model;
import dev.guerdon.agent.spi.ModelReply;
import dev.guerdon.agent.spi.ModelSession;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Context;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ToolEntry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks a model one question, outside of any rollout. */
@Internal
public final class Asking implements ReflectProposer.Asker {

    private static final String ID = "reflect";

    private final Supplier<Model> models;
    private final Registry registry;
    private final Context context;

    /**
     * @param models opens the model
     * @param context refuses resources
     */
    public Asking(Supplier<Model> models, Registry registry, Context context) {
        this.models = models;
        this.registry = registry;
        this.context = context;
    }

    @Override
    public ModelReply ask(List<Message> messages, long turn) {
        try (Model model = models.get();
                ModelSession session = model.begin(new Scope(turn))) {
            return session.reply(messages, List.of());
        }
    }

    private final class Scope implements RolloutScope {

        private final long seed;

        Scope(long seed) {
            this.seed = seed;
        }

        @Override
        public Task task() {
            return Task.of(ID, "propose a change", Map.of());
        }

        @Override
        public Context context() {
            return context;
        }

        @Override
        public Registry registry() {
            return registry;
        }

        @Override
        public List<ToolEntry> tools() {
            return List.of();
        }

        @Override
        public Map<String, String> environmentOptions() {
            return Map.of();
        }

        @Override
        public long seed() {
            return seed;
        }

        @Override
        public int maxTurns() {
            return 1;
        }

        @Override
        public ModelReply ask(List<Message> messages, List<ToolEntry> tools) {
            throw new GuerdonException("a question outside of a rollout is asked of the model's session");
        }

        @Override
        public void say(Message message) {}

        @Override
        public void fold() {}

        @Override
        public void turn(Turn turn) {}

        @Override
        public Optional<Path> artifacts() {
            return Optional.empty();
        }

        @Override
        public void check() {}
    }
}
