package dev.guerdon.agent;

import dev.guerdon.core.Registry;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Makes models from their specs. */
public final class Models {

    private Models() {}

    /**
     * Makes a model.
     *
     * @param spec such as {@code openai:MODEL}, {@code openai-compatible:URL#MODEL}, {@code cli:claude}, {@code replay:DIR} or
     *     {@code policy:NAME}
     * @param record where the conversations are recorded, if they are
     * @param replay where conversations are replayed from, if they are
     */
    public static Model open(Registry registry, String spec, Optional<Path> record, Optional<Path> replay) {
        return open(registry, spec, record, replay, System.getenv(), Pace.REAL);
    }

    static Model open(
            Registry registry,
            String spec,
            Optional<Path> record,
            Optional<Path> replay,
            Map<String, String> environment,
            Pace pace) {
        ModelSpec parsed = ModelSpec.parse(spec);
        return switch (parsed.kind()) {
            case "policy" -> new PolicyModel(registry.policy(parsed.name()));
            default -> new Providers(environment, pace).open(parsed);
        };
    }
}
