package dev.guerdon.agent.record;

import dev.guerdon.agent.model.ModelRequest;
import dev.guerdon.agent.spi.Model;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.ModelException.Kind;
import dev.guerdon.agent.spi.ModelReply;
import dev.guerdon.agent.spi.ModelSession;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.base.Secrets;
import dev.guerdon.core.ToolEntry;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Answers from a recording; a request that is not in it is an error, never a call of a model. */
@Internal
public record ReplayModel(String spec, Path folder, Recording recording, Secrets secrets) implements Model {

    @Override
    public ModelSession begin(RolloutScope rollout) {
        String id = rollout.context().rolloutId();
        return new ModelSession() {

            private final Map<String, Integer> asked = new HashMap<>();
            private int turn;

            @Override
            public ModelReply reply(List<Message> messages, List<ToolEntry> tools) {
                ModelRequest request = ModelRequest.of(messages, tools, secrets);
                int before = asked.merge(request.hash(), 1, Integer::sum) - 1;
                turn++;
                return recording.find(request, id, before).orElseThrow(() -> miss(request, id, turn));
            }
        };
    }

    private ModelException miss(ModelRequest request, String rollout, int turn) {
        String nearest = recording
                .nearest(request, rollout)
                .map(exchange -> "; the nearest is request " + (exchange.turn() + 1) + " of rollout "
                        + exchange.rollout() + ", and differs in:\n  "
                        + RequestDifference.of(exchange.request(), request))
                .orElse("; the recording is empty");
        return new ModelException(
                Kind.REPLAY_MISS,
                "request " + turn + " of rollout " + rollout + " is not among the " + recording.size()
                        + " requests recorded in " + folder + nearest);
    }
}
