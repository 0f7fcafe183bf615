package dev.guerdon.agent.model;

import dev.guerdon.agent.spi.Model;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.ModelSession;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.api.Internal;

/** Stands where an agent asks no model; whoever asks it all the same is told so. */
@Internal
public record NoModel() implements Model {

    public static final String SPEC = "none:program";

    @Override
    public String spec() {
        return SPEC;
    }

    @Override
    public ModelSession begin(RolloutScope rollout) {
        throw new ModelException(
                ModelException.Kind.BAD_REQUEST, "this agent asks a model, and none was named; name one with --model");
    }
}
