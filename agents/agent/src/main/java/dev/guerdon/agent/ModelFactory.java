package dev.guerdon.agent;

import dev.guerdon.agent.model.ApiModels;
import dev.guerdon.agent.model.RateGate.Pace;
import dev.guerdon.agent.spi.ModelGate;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Internal;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.SecretFilter;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes models from their specs. */
@Experimental
public final class ModelFactory {

    /** The spec of no model at all, for agents that ask none. */
    public static final String NONE = "none:program";

    private ModelFactory() {}

    /**
     * Makes a model.
     *
     * @param spec such as {@code openai:MODEL}, {@code openai-compatible:URL#MODEL}, {@code cli:claude}, {@code replay:DIR} or
     *     {@code policy:NAME}
     * @param record where the conversations are recorded, null where they are not
     * @param replay where conversations are replayed from, null where they are not
     */
    public static Model open(Registry registry, String spec, @Nullable Path record, @Nullable Path replay) {
        return open(registry, spec, record, replay, System.getenv(), SecretFilter.known(), Pace.REAL, null);
    }

    /**
     * Makes a model whose limits other processes share; see {@link SharedLimits}.
     *
     * @param gate lets its calls through, beside its own limits; null where nobody else asks the model
     */
    public static Model open(Registry registry, String spec, @Nullable ModelGate gate) {
        return open(registry, spec, null, null, System.getenv(), SecretFilter.known(), Pace.REAL, gate);
    }

    @Internal
    public static Model open(
            Registry registry,
            String spec,
            @Nullable Path record,
            @Nullable Path replay,
            Map<String, String> environment,
            Pace pace) {
        return open(registry, spec, record, replay, environment, SecretFilter.of(environment), pace, null);
    }

    private static Model open(
            Registry registry,
            String spec,
            @Nullable Path record,
            @Nullable Path replay,
            Map<String, String> environment,
            SecretFilter secrets,
            Pace pace,
            @Nullable ModelGate gate) {
        if (spec.equals(NONE)) {
            return new NoModel();
        }
        return new ApiModels(environment, secrets, pace, gate).open(registry, spec, record, replay, CommandModel::open);
    }

    /** Stands where an agent asks no model; whoever asks it all the same is told so. */
    private record NoModel() implements Model {

        @Override
        public String spec() {
            return NONE;
        }

        @Override
        public ModelSession begin(ModelScope rollout) {
            throw new ModelException(
                    ModelException.Kind.BAD_REQUEST,
                    "this agent asks a model, and none was named; name one with --model");
        }
    }
}
