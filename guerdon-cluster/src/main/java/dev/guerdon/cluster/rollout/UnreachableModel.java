package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.Models;
import dev.guerdon.agent.spi.Model;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.ModelGate;
import dev.guerdon.agent.spi.ModelSession;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import org.jspecify.annotations.Nullable;

/**
 * Stands for a model that this machine cannot ask, such as one whose key it does not have: each episode fails and says why, and the
 * driver stops the run as it does for any model that fails again and again.
 *
 * @param spec the model
 * @param reason why it cannot be asked, and where
 */
record UnreachableModel(String spec, String reason) implements Model {

    static Model open(Registry registry, String spec, @Nullable ModelGate gate, String host) {
        try {
            return Models.open(registry, spec, gate);
        } catch (GuerdonException e) {
            return new UnreachableModel(spec, e.getMessage() + " (on " + host + ")");
        }
    }

    @Override
    public ModelSession begin(RolloutScope rollout) {
        throw new ModelException(ModelException.Kind.AUTHENTICATION, reason);
    }
}
