package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an agent can call in an environment.
 *
 * @param name the name of the tool
 * @param description what it does, for the model
 * @param schema the JSON schema of its arguments
 */
@Experimental
public record ServedTool(String name, String description, Map<String, @Nullable Object> schema) {}
