package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.server.http.ClientIdentity;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.ServedEnvironment;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of agents. One has an environment once it begins an episode: who only asks for the tools keeps none from others.
 *
 * <p>Their number is bounded; the least recently used one makes room.
 */
final class McpSessions {

    static final int MOST = 20_000;

    private final EnvironmentService environments;
    private final LongSupplier clock;
    private final Map<String, Agent> agents = new LinkedHashMap<>(16, 0.75f, true);

    McpSessions(EnvironmentService environments, LongSupplier clock) {
        this.environments = environments;
        this.clock = clock;
    }

    /** One agent's session. */
    static final class Agent {
        private final String id;
        private final String client;
        private final String environment;
        private final Duration idle;
        private volatile long used;
        private @Nullable EnvironmentHandle handle;
        private boolean ended;

        private Agent(String id, String client, ServedEnvironment environment, long now) {
            this.id = id;
            this.client = client;
            this.environment = environment.name();
            this.idle = environment.idle();
            this.used = now;
        }

        String id() {
            return id;
        }

        String environment() {
            return environment;
        }

        /** Returns the session in the environment, if there is one. */
        synchronized Optional<EnvironmentHandle> handle() {
            return Optional.ofNullable(handle);
        }

        /** Returns the session in the environment, which is opened if there is none that lives. */
        synchronized EnvironmentHandle open(EnvironmentService environments) {
            if (ended) {
                throw gone();
            }
            EnvironmentHandle own = handle;
            if (own != null) {
                try {
                    return environments.session(client, own.id());
                } catch (GuerdonException e) {
                    handle = null; // it ended; the agent gets another
                }
            }
            own = environments.open(client, environments.environment(environment), "");
            handle = own;
            return own;
        }

        private synchronized void close() {
            ended = true;
            EnvironmentHandle own = handle;
            handle = null;
            if (own != null) {
                own.close();
            }
        }
    }

    private static ServeException gone() {
        return new ServeException(
                404, "unknown_session", "there is no session of that id: it ended, or never was; initialize again");
    }

    Agent create(String client, ServedEnvironment environment) {
        Agent made = new Agent(environments.newId(), client, environment, clock.getAsLong());
        Agent eldest;
        synchronized (agents) {
            agents.put(made.id, made);
            eldest = agents.size() > MOST
                    ? agents.remove(agents.keySet().iterator().next())
                    : null;
        }
        if (eldest != null) {
            eldest.close();
        }
        return made;
    }

    /**
     * Returns the session of a name, of that environment and client.
     *
     * @throws ServeException if it is not there, which tells the agent to begin anew
     */
    Agent find(String client, String environment, String id) {
        Agent found;
        synchronized (agents) {
            found = agents.get(id);
        }
        if (found != null && clock.getAsLong() - found.used > found.idle.toNanos()) {
            end(found);
            found = null;
        }
        if (found == null || !ClientIdentity.isSame(found.client, client) || !found.environment.equals(environment)) {
            throw gone();
        }
        found.used = clock.getAsLong();
        return found;
    }

    void end(Agent agent) {
        synchronized (agents) {
            agents.remove(agent.id);
        }
        agent.close();
    }

    void close() {
        synchronized (agents) {
            agents.clear();
        }
    }
}
