package dev.guerdon.server.environment;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.core.Registry;
import dev.guerdon.core.Resources;
import dev.guerdon.server.scoring.Scoring;
import dev.guerdon.server.session.EnvironmentSessions;
import dev.guerdon.server.session.SessionOptions;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.EnvironmentDefinition.Split;
import dev.guerdon.server.spi.ServedEnvironment;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** One environment of one reading of the definition, with its sessions. It ends when it was replaced and its last session is over. */
final class Place {

    private final EnvironmentDefinition definition;
    private final EnvironmentProvider provider;
    private final ServedEnvironment served;
    private final EnvironmentSessions sessions;
    private final TaskLists tasks;
    private final Toolbox tools;
    private final Scoring.Hold hold;
    private final Resources resources;
    private int opening;
    private boolean replaced;
    private boolean closed;

    /**
     * A place.
     *
     * @param hold keeps the engines and plugins that the definition came with
     * @param ended gets the name of a session that ended
     */
    Place(
            EnvironmentDefinition definition,
            Registry registry,
            Scoring.Hold hold,
            Resources resources,
            Consumer<String> ended) {
        this.definition = definition;
        this.provider = definition.check(registry);
        this.tools = Toolbox.of(registry, definition.tools(), definition.environment());
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

    EnvironmentDefinition definition() {
        return definition;
    }

    ServedEnvironment served() {
        return served;
    }

    EnvironmentSessions sessions() {
        return sessions;
    }

    TaskLists tasks() {
        return tasks;
    }

    Toolbox tools() {
        return tools;
    }

    Scoring.Hold hold() {
        return hold;
    }

    Resources resources() {
        return resources;
    }

    /** Makes the environment of a session. */
    Callable<Environment> factory() {
        return () -> provider.open(definition.settings());
    }

    /** Another one has its name now: no new sessions come. */
    synchronized void replace() {
        replaced = true;
        closeIfUnused();
    }

    /** Somebody opens a session; false where it is too late. */
    synchronized boolean enter() {
        if (closed) {
            return false;
        }
        opening++;
        return true;
    }

    /** Somebody has opened a session, or could not. */
    synchronized void left() {
        opening--;
        closeIfUnused();
    }

    /** A session has ended. */
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
