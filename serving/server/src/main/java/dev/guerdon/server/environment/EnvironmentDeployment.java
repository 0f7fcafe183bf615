package dev.guerdon.server.environment;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ResourcePools;
import dev.guerdon.server.environment.EnvironmentSessions.SessionOptions;
import dev.guerdon.server.scoring.ScoringService;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.EnvironmentDefinition.Split;
import dev.guerdon.server.spi.ServedEnvironment;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * Environment of one version of the definition, with its sessions. It closes when a newer version has replaced it and its last session is
 * over.
 */
final class EnvironmentDeployment {

    final EnvironmentDefinition definition;
    private final EnvironmentProvider provider;
    final ServedEnvironment served;
    final EnvironmentSessions sessions;
    final TaskLists tasks;
    final SessionTools tools;
    final ScoringService.Hold hold;
    final ResourcePools resources;
    private int opening;
    private boolean replaced;
    private boolean closed;

    /**
     * A place.
     *
     * @param hold keeps the engines and plugins that the definition came with
     * @param ended gets the name of a session that ended
     */
    EnvironmentDeployment(
            EnvironmentDefinition definition,
            Registry registry,
            ScoringService.Hold hold,
            ResourcePools resources,
            Consumer<String> ended) {
        this.definition = definition;
        this.provider = definition.check(registry);
        this.tools = SessionTools.of(registry, definition.tools(), definition.environment());
        this.hold = hold;
        this.resources = resources;
        this.sessions = new EnvironmentSessions(
                new SessionOptions(definition.maxSessions(), definition.idle(), definition.deadline()), ended);
        this.tasks = new TaskLists(definition, provider, sessions);
        this.served = new ServedEnvironment(
                definition.name(),
                definition.environment(),
                provider.description(),
                definition.splits().stream().map(Split::name).toList(),
                tools.served(),
                definition.reward(),
                definition.maxSessions(),
                definition.idle(),
                definition.deadline());
    }

    /** Makes the environment of a session. */
    Callable<Environment> factory() {
        return () -> provider.open(definition.settings());
    }

    /** Marks this environment as replaced: no new sessions come. */
    synchronized void replace() {
        replaced = true;
        closeIfUnused();
    }

    /** Counts a session that is being opened. Returns false if it is too late. */
    synchronized boolean enter() {
        if (closed) {
            return false;
        }
        opening++;
        return true;
    }

    /** Counts a session that was opened, or could not be. */
    synchronized void left() {
        opening--;
        closeIfUnused();
    }

    /** Closes the environment if it was replaced and its last session has ended. */
    synchronized void closeIfUnused() {
        if (replaced && !closed && opening == 0 && sessions.count() == 0) {
            end();
        }
    }

    private void end() {
        closed = true;
        sessions.close();
        hold.close();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    synchronized void close() {
        if (!closed) {
            end();
        }
    }
}
