package dev.guerdon.server.environment;

import dev.guerdon.api.Internal;
import dev.guerdon.core.ResourcePools;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.server.http.ClientIdentity;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.scoring.ScoringService;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.EnvironmentService.Capacity;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServedEnvironment;
import dev.guerdon.server.spi.ServedEnvironment.ServedTask;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The environments of a running server. A session goes on with the definition that it began with, whatever that says by then. */
@Internal
public final class ServedEnvironments implements EnvironmentService, AutoCloseable {

    /** Time that a tool or reward waits for a resource that others use. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int LONGEST_ID = 200;

    private final ScoringService scoring;
    private final ResourcePools resources = new ResourcePools(PATIENCE);
    private final Map<String, ServedSession> live = new ConcurrentHashMap<>();
    private final List<EnvironmentDeployment> old = new CopyOnWriteArrayList<>();
    private volatile Map<String, EnvironmentDeployment> current = Map.of();

    /** The environments of the definition that the rewards have now. */
    public ServedEnvironments(ScoringService scoring) {
        this.scoring = scoring;
        read(scoring.definition());
    }

    /** Serves what the rewards' definition says now, from the next session on. */
    public synchronized void replaced() {
        Map<String, EnvironmentDeployment> before = current;
        read(scoring.definition());
        before.values().forEach(place -> {
            old.add(place);
            place.replace();
        });
        old.removeIf(EnvironmentDeployment::isClosed);
    }

    private void read(ServeDefinition definition) {
        Map<String, EnvironmentDeployment> places = new LinkedHashMap<>();
        for (EnvironmentDefinition each : definition.environments()) {
            places.put(
                    each.name(),
                    new EnvironmentDeployment(each, definition.registry(), scoring.hold(), resources, this::ended));
        }
        current = places;
    }

    /** Finds out whether a definition's environments are there. */
    public static void check(ServeDefinition definition) {
        definition.environments().forEach(each -> {
            var unused = each.check(definition.registry());
        });
    }

    @Override
    public List<ServedEnvironment> environments() {
        return current.values().stream().map(place -> place.served).toList();
    }

    @Override
    public ServedEnvironment environment(String name) {
        return place(name).served;
    }

    private EnvironmentDeployment place(String name) {
        Map<String, EnvironmentDeployment> places = current;
        EnvironmentDeployment place =
                name.isEmpty() ? places.values().stream().findFirst().orElse(null) : places.get(name);
        if (place == null) {
            throw new ServeException(
                    404,
                    "unknown_environment",
                    places.isEmpty()
                            ? "this server has no environments; name some under 'environments' in the serve file"
                            : "there is no environment '" + ServeException.shown(name) + "' here"
                                    + NameRules.didYouMean(name, places.keySet()) + "; there are: "
                                    + String.join(", ", places.keySet()));
        }
        return place;
    }

    @Override
    public int countTasks(ServedEnvironment environment, String split) {
        return place(environment.name()).tasks.all(split).size();
    }

    @Override
    public List<ServedTask> tasks(ServedEnvironment environment, String split, long from, long to) {
        return place(environment.name()).tasks.range(split, from, to);
    }

    @Override
    public Capacity capacity(ServedEnvironment environment) {
        return capacity(place(environment.name()));
    }

    private Capacity capacity(EnvironmentDeployment place) {
        int active = place.sessions.count();
        for (EnvironmentDeployment each : old) {
            if (each.definition.name().equals(place.definition.name())) {
                active += each.sessions.count();
            }
        }
        int most = place.definition.maxSessions();
        return new Capacity(Math.min(active, most), most);
    }

    @Override
    public String client(ServerRequest request) {
        return ClientIdentity.of(request);
    }

    @Override
    @SuppressWarnings("try") // the end of the server waits for it
    public EnvironmentHandle open(String client, ServedEnvironment environment, String id) {
        String name = id.isEmpty() ? newId() : checked(id);
        EnvironmentDeployment place = entered(environment.name());
        try (ScoringService.Work work = place.hold.begin()) {
            if (capacity(place).active() >= place.definition.maxSessions()) {
                throw full(place);
            }
            ServedSession made = new ServedSession(name, client, place, this);
            if (live.putIfAbsent(name, made) != null) {
                throw new ServeException(
                        409, "session_taken", "there is a session of that name; close it, or choose another name");
            }
            try {
                made.open();
            } catch (RuntimeException e) {
                live.remove(name, made);
                throw e instanceof ServeException known && known.kind().equals("too_many_sessions") ? full(place) : e;
            }
            return made;
        } finally {
            place.left();
        }
    }

    /** Returns the place of a name, which stays until it is left. One that was closed has another in its place. */
    private EnvironmentDeployment entered(String name) {
        while (true) {
            EnvironmentDeployment place = place(name);
            if (place.enter()) {
                return place;
            }
        }
    }

    private static String checked(String id) {
        if (id.length() > LONGEST_ID || id.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw ServeException.bad(
                    "a session's name has 1 to " + LONGEST_ID + " characters and no control characters");
        }
        return id;
    }

    private static ServeException full(EnvironmentDeployment place) {
        return new ServeException(
                        503,
                        "too_many_sessions",
                        "all " + place.definition.maxSessions() + " sessions of '"
                                + place.definition.name()
                                + "' are in use; close one, or allow more with 'max_sessions' in the serve file")
                .retryAfter(1);
    }

    @Override
    public EnvironmentHandle session(String client, String id) {
        ServedSession found = live.get(id);
        if (found == null || !ClientIdentity.isSame(client, found.client)) {
            throw EnvironmentSessions.unknown(id);
        }
        return found;
    }

    @Override
    public String newId() {
        return SessionResolver.newName();
    }

    boolean isThere(ServedSession session) {
        return live.get(session.id()) == session;
    }

    void keep(ServedSession session) {
        live.put(session.id(), session);
    }

    /** Handles the end of a session, unless it only gets another environment. */
    void ended(String id) {
        ServedSession session = live.get(id);
        if (session == null || session.isResetting()) {
            return;
        }
        live.remove(id, session);
        session.endEpisode();
        session.place.closeIfUnused();
    }

    /** Returns how many sessions there are, of all environments. */
    public int count() {
        return live.size();
    }

    @Override
    public synchronized void close() {
        current.values().forEach(EnvironmentDeployment::close);
        old.forEach(EnvironmentDeployment::close);
        resources.close();
    }
}
