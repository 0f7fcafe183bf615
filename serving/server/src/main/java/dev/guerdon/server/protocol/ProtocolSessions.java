package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.server.http.BoundedMap;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.WantedTask;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.ServedEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that clients of this protocol have.
 *
 * <p>A request to create one that is repeated, because its answer got lost, finds the session that it made. A session that has ended is told
 * from one that never was, for as long as the place in this list lasts.
 */
final class ProtocolSessions {

    private static final int MOST_KNOWN = 100_000;

    private final EnvironmentService environments;
    private final Map<String, Opened> known = new BoundedMap<>(MOST_KNOWN, true);

    ProtocolSessions(EnvironmentService environments) {
        this.environments = environments;
    }

    /**
     * Facts that are remembered of a session.
     *
     * @param wanted what its client asked for, to recognise a repeated request
     * @param prompt what its agent is asked, once it has begun; null once it has ended
     */
    record Opened(String environment, WantedTask wanted, CompletableFuture<@Nullable List<Message>> prompt) {}

    /** Opens a session, unless it is there already with the same task. */
    void create(String client, String id, ServedEnvironment environment, WantedTask wanted) {
        Opened fresh = new Opened(environment.name(), wanted, new CompletableFuture<>());
        Opened before;
        synchronized (known) {
            before = known.putIfAbsent(key(client, id), fresh);
        }
        if (before != null) {
            if (!before.environment().equals(fresh.environment())
                    || !before.wanted().equals(wanted)) {
                throw new ServeException(400, "session_exists", "the session already exists, with another task");
            }
            if (joined(before) == null) {
                throw gone();
            }
            return;
        }
        try {
            List<Message> prompt = begin(client, id, environment, wanted);
            if (isEnded(client, id)) {
                environments.session(client, id).close();
                throw gone();
            }
            fresh.prompt().complete(prompt);
        } catch (RuntimeException | Error e) {
            synchronized (known) {
                known.remove(key(client, id), fresh);
            }
            fresh.prompt().completeExceptionally(e);
            throw e;
        }
    }

    private List<Message> begin(String client, String id, ServedEnvironment environment, WantedTask wanted) {
        EnvironmentHandle handle = environments.open(client, environment, id);
        try {
            String shown = handle.reset(wanted).step().observation().text();
            List<Message> prompt = new ArrayList<>(handle.task().prompt());
            if (!shown.isBlank() && !handle.task().text().contains(shown)) {
                prompt.add(Message.user(shown));
            }
            return prompt;
        } catch (RuntimeException | Error e) {
            handle.close();
            throw e;
        }
    }

    /** Returns whether a session was ended, also one that had not begun by then. */
    private boolean isEnded(String client, String id) {
        Opened now = opened(client, id);
        return now != null && now.prompt().isDone();
    }

    private static @Nullable List<Message> joined(Opened opened) {
        try {
            return opened.prompt().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof GuerdonException told ? told : e;
        }
    }

    /** Returns what the agent of a session is asked. */
    List<Message> prompt(String client, String id) {
        EnvironmentHandle unused = find(client, id);
        Opened opened = opened(client, id);
        List<Message> prompt = opened == null ? null : joined(opened);
        if (prompt == null) {
            throw gone();
        }
        return prompt;
    }

    /** Returns the environment of a session; empty where this list has no such session. */
    String environment(String client, String id) {
        Opened opened = opened(client, id);
        return opened == null ? "" : opened.environment();
    }

    private @Nullable Opened opened(String client, String id) {
        synchronized (known) {
            return known.get(key(client, id));
        }
    }

    /**
     * Returns a session.
     *
     * @throws ServeException with 410 if it has ended, 404 where it never was or is another client's
     */
    EnvironmentHandle find(String client, String id) {
        Opened opened = opened(client, id);
        if (opened != null && joined(opened) == null) {
            throw gone();
        }
        try {
            return environments.session(client, id);
        } catch (ServeException e) {
            if (e.status() == 404 && opened != null) {
                ended(client, id, opened);
                throw gone();
            }
            throw e;
        }
    }

    /** Ends a session; nothing happens if there is none. */
    void end(String client, String id) {
        Opened opened = opened(client, id);
        if (opened == null) {
            return;
        }
        try {
            environments.session(client, id).close();
        } catch (ServeException e) {
            if (e.status() != 404) {
                throw e;
            }
        }
        ended(client, id, opened);
    }

    private void ended(String client, String id, Opened opened) {
        synchronized (known) {
            known.replace(
                    key(client, id),
                    new Opened(opened.environment(), opened.wanted(), CompletableFuture.completedFuture(null)));
        }
    }

    private static ServeException gone() {
        return new ServeException(
                410,
                "session_ended",
                "the session has ended: it was deleted, or nobody used it for long enough; create another");
    }

    private static String key(String client, String id) {
        return client + '\n' + id;
    }

    void clear() {
        synchronized (known) {
            known.clear();
        }
    }
}
