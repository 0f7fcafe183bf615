package dev.guerdon.agent;

import dev.guerdon.agent.model.CachedModel;
import dev.guerdon.agent.model.GatedModel;
import dev.guerdon.agent.model.ModelSpec;
import dev.guerdon.agent.model.NoModel;
import dev.guerdon.agent.model.Pace;
import dev.guerdon.agent.model.PolicyModel;
import dev.guerdon.agent.program.CommandModel;
import dev.guerdon.agent.provider.Providers;
import dev.guerdon.agent.record.Recording;
import dev.guerdon.agent.record.RecordingModel;
import dev.guerdon.agent.record.ReplayModel;
import dev.guerdon.agent.spi.Model;
import dev.guerdon.agent.spi.ModelGate;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Secrets;
import dev.guerdon.core.Registry;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes models from their specs. */
@Experimental
public final class Models {

    /** The spec of no model at all, for agents that ask none. */
    public static final String NONE = NoModel.SPEC;

    private Models() {}

    /**
     * Makes a model.
     *
     * @param spec such as {@code openai:MODEL}, {@code openai-compatible:URL#MODEL}, {@code cli:claude}, {@code replay:DIR} or
     *     {@code policy:NAME}
     * @param record where the conversations are recorded, null where they are not
     * @param replay where conversations are replayed from, null where they are not
     */
    public static Model open(Registry registry, String spec, @Nullable Path record, @Nullable Path replay) {
        return open(registry, spec, record, replay, System.getenv(), Secrets.known(), Pace.REAL, null);
    }

    /**
     * Makes a model whose limits other processes share; see {@link SharedLimits}.
     *
     * @param gate lets its calls through, beside its own limits; null where nobody else asks the model
     */
    public static Model open(Registry registry, String spec, @Nullable ModelGate gate) {
        return open(registry, spec, null, null, System.getenv(), Secrets.known(), Pace.REAL, gate);
    }

    @Internal
    public static Model open(
            Registry registry,
            String spec,
            @Nullable Path record,
            @Nullable Path replay,
            Map<String, String> environment,
            Pace pace) {
        return open(registry, spec, record, replay, environment, Secrets.of(environment), pace, null);
    }

    private static Model open(
            Registry registry,
            String spec,
            @Nullable Path record,
            @Nullable Path replay,
            Map<String, String> environment,
            Secrets secrets,
            Pace pace,
            @Nullable ModelGate gate) {
        if (spec.equals(NONE)) {
            return new NoModel();
        }
        ModelSpec parsed = ModelSpec.parse(spec);
        // Told even where nothing is asked of the provider: a replayed conversation may hold the key.
        parsed.text("key_env").map(environment::get).ifPresent(secrets::learn);
        @Nullable Path replayed = parsed.kind().equals("replay") ? Path.of(parsed.name()) : replay;
        Model model = replayed != null
                ? new ReplayModel(spec, replayed, Recording.read(replayed), secrets)
                : cached(direct(registry, parsed, environment, secrets, pace, gate), parsed, secrets);
        return record != null ? new RecordingModel(model, record, secrets) : model;
    }

    private static Model direct(
            Registry registry,
            ModelSpec spec,
            Map<String, String> environment,
            Secrets secrets,
            Pace pace,
            @Nullable ModelGate gate) {
        return switch (spec.kind()) {
            case "policy" -> new PolicyModel(registry.policy(spec.name()));
            case "cli" -> {
                Model program = CommandModel.open(spec, environment, secrets);
                yield gate == null ? program : new GatedModel(program, gate);
            }
            default -> new Providers(environment, secrets, pace, gate).open(spec);
        };
    }

    private static Model cached(Model model, ModelSpec spec, Secrets secrets) {
        return spec.text("cache")
                .<Model>map(folder -> new CachedModel(model, spec.identity(), Path.of(folder), secrets))
                .orElse(model);
    }
}
