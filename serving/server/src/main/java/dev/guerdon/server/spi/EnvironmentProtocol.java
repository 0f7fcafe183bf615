package dev.guerdon.server.spi;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import java.util.List;
import java.util.Map;

/** Protocol in which one kind of environment is served over HTTP; a {@link dev.guerdon.api.Plugin} adds it. */
@Extension.Kind("server-protocol")
@Experimental
public interface EnvironmentProtocol extends Extension {

    /** Returns the name of the environment. */
    @Override
    default String name() {
        return environment();
    }

    /** Returns the environment's name, as its provider has it. */
    String environment();

    /** Returns one line on which clients it serves. */
    String description();

    /** Options on top of the provider's, such as {@code compat}. */
    List<EnvironmentProvider.Option> options();

    /** Returns the default port. */
    int defaultPort();

    /** Returns how many sessions there may be at once by default; environments that take much memory have few. */
    default int mostSessions() {
        return 256;
    }

    /**
     * Opens the endpoints.
     *
     * @param provider makes the environments
     * @param options values by name: the provider's options, those of {@link #options}, and those of every environment server:
     *     {@code max-sessions}, {@code session-timeout} and {@code deadline}
     */
    Endpoints open(EnvironmentProvider provider, Map<String, String> options);
}
