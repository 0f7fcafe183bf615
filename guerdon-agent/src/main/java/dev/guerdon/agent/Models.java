package dev.guerdon.agent;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Names;
import dev.guerdon.core.Registry;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Makes models from their specs. */
public final class Models {

    private static final List<String> KINDS =
            List.of("openai", "anthropic", "ollama", "openai-compatible", "cli", "replay", "policy");

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
        int colon = spec.indexOf(':');
        String kind = colon < 0 ? spec : spec.substring(0, colon);
        String name = colon < 0 ? "" : spec.substring(colon + 1).strip();
        if (name.isEmpty() || !KINDS.contains(kind)) {
            throw unknown(spec, kind);
        }
        return switch (kind) {
            case "policy" -> new PolicyModel(registry.policy(name));
            default -> throw unknown(spec, kind);
        };
    }

    private static GuerdonException unknown(String spec, String kind) {
        return new GuerdonException("expected a model such as openai:MODEL, anthropic:MODEL, ollama:MODEL,"
                + " openai-compatible:URL#MODEL, cli:claude, replay:DIR or policy:NAME, found '" + spec + "'"
                + (KINDS.contains(kind) ? "" : Names.didYouMean(kind, KINDS)));
    }
}
