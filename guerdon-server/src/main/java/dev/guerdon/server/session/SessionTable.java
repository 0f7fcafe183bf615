package dev.guerdon.server.session;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.ForeignCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of an environment server, by name: makes one at its first use, lets one request at a time use it, ends it when it is
 * asked to.
 *
 * <p>The number of sessions is limited. When the limit is reached, a new session takes the place of the one that was idle longest, if
 * that was long enough and no request is using it; otherwise there is no room. Making and closing a session, which can be slow, hold up
 * nobody but its own requests.
 *
 * @param <S> what a session is
 */
final class SessionTable<S> implements AutoCloseable {

    private final Supplier<S> maker;
    private final Consumer<S> closer;
    private final Limits limits;
    private final LongSupplier clock;
    private final Map<String, Entry<S>> entries = new LinkedHashMap<>();
    private boolean closed;

    /**
     * How many sessions there may be.
     *
     * @param most how many at once
     * @param idle how long nobody must have used a session before another may take its place
     * @param full makes the exception for whoever finds no room
     */
    record Limits(int most, Duration idle, Supplier<? extends RuntimeException> full) {}

    SessionTable(Supplier<S> maker, Consumer<S> closer, Limits limits) {
        this(maker, closer, limits, System::nanoTime);
    }

    /** A table with a clock of its own, in nanoseconds. */
    SessionTable(Supplier<S> maker, Consumer<S> closer, Limits limits, LongSupplier clock) {
        this.maker = maker;
        this.closer = closer;
        this.limits = limits;
        this.clock = clock;
    }

    /** A place in the table; its lock makes the requests of a session happen one after the other. */
    private static final class Entry<S> {

        private final ReentrantLock lock = new ReentrantLock(true);
        private volatile long lastUse;
        private @Nullable S session;
        private boolean ended;

        private Entry(long now) {
            lastUse = now;
        }
    }

    /** Does something in the session of that name, alone. The session is made where there is none. */
    <T> T use(String name, Function<S, T> work) {
        while (true) {
            Entry<S> entry = entry(name);
            entry.lock.lock();
            try {
                // Whoever waited for a session that was ended meanwhile gets the next one of that name.
                if (!entry.ended) {
                    return work.apply(session(name, entry));
                }
            } finally {
                entry.lastUse = clock.getAsLong();
                entry.lock.unlock();
            }
        }
    }

    private S session(String name, Entry<S> entry) {
        S session = entry.session;
        if (session == null) {
            try {
                session = maker.get();
            } catch (Throwable e) {
                entry.ended = true;
                synchronized (entries) {
                    entries.remove(name, entry);
                }
                throw e;
            }
            entry.session = session;
        }
        return session;
    }

    /** Does something in the session of that name, alone, where there is one. */
    <T> Optional<T> useExisting(String name, Function<S, T> work) {
        Entry<S> entry;
        synchronized (entries) {
            entry = entries.get(name);
        }
        if (entry == null) {
            return Optional.empty();
        }
        entry.lock.lock();
        try {
            return entry.ended
                    ? Optional.empty()
                    : Optional.ofNullable(entry.session).map(work);
        } finally {
            entry.lastUse = clock.getAsLong();
            entry.lock.unlock();
        }
    }

    private Entry<S> entry(String name) {
        Entry<S> replaced = null;
        try {
            synchronized (entries) {
                if (closed) {
                    throw new GuerdonException("the server is closing");
                }
                Entry<S> known = entries.get(name);
                if (known != null) {
                    known.lastUse = clock.getAsLong();
                    return known;
                }
                if (entries.size() >= limits.most()) {
                    replaced = takeIdle();
                }
                Entry<S> made = new Entry<>(clock.getAsLong());
                entries.put(name, made);
                return made;
            }
        } finally {
            end(replaced);
        }
    }

    /** Takes the session out that was idle longest. */
    private Entry<S> takeIdle() {
        long now = clock.getAsLong();
        Map.Entry<String, Entry<S>> idle = entries.entrySet().stream()
                .filter(each -> !each.getValue().lock.isLocked())
                .filter(each -> now - each.getValue().lastUse >= limits.idle().toNanos())
                .max(Comparator.comparingLong(each -> now - each.getValue().lastUse))
                .orElseThrow(limits.full());
        entries.remove(idle.getKey());
        return idle.getValue();
    }

    /** Ends the session of that name, after the request that uses it; false where there is none. */
    boolean end(String name) {
        Entry<S> entry;
        synchronized (entries) {
            entry = entries.remove(name);
        }
        end(entry);
        return entry != null;
    }

    private void end(@Nullable Entry<S> entry) {
        if (entry == null) {
            return;
        }
        entry.lock.lock();
        try {
            entry.ended = true;
            S session = entry.session;
            entry.session = null;
            if (session != null) {
                ForeignCode.tell("closing a session", () -> closer.accept(session));
            }
        } finally {
            entry.lock.unlock();
        }
    }

    int count() {
        synchronized (entries) {
            return entries.size();
        }
    }

    /** Ends all sessions, and makes no more. */
    @Override
    public void close() {
        List<Entry<S>> all;
        synchronized (entries) {
            closed = true;
            all = new ArrayList<>(entries.values());
            entries.clear();
        }
        all.forEach(this::end);
    }
}
