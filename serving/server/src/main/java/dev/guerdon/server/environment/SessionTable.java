package dev.guerdon.server.environment;

import dev.guerdon.api.GuerdonException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of an environment server, by name: makes one at its first use, lets one request at a time use it, and ends it when it is
 * asked to or it was idle for long enough.
 *
 * <p>The number of sessions is limited. A request that finds no room is refused, unless there is a session that may make room. Making and
 * closing a session, which can be slow, hold up only its own requests. Ending a session does not wait for the request that uses
 * it: that request closes it when it is done.
 *
 * @param <S> what a session is
 */
final class SessionTable<S> implements AutoCloseable {

    private final BiConsumer<String, S> closer;
    private final Limits limits;
    private final LongSupplier clock;
    private final Map<String, Entry<S>> entries = new LinkedHashMap<>();
    private boolean closed;

    /**
     * Limits of the number of sessions, and of their time.
     *
     * @param most how many at once
     * @param idle how long a session may be idle before it ends
     * @param patience how long a request waits for those before it
     * @param mayMakeRoom whether the session of a name may end early if there is no room
     * @param full makes the exception for a request that finds no room
     * @param busy makes the exception for a request that waited too long
     */
    record Limits(
            int most,
            Duration idle,
            Duration patience,
            Predicate<String> mayMakeRoom,
            Supplier<? extends RuntimeException> full,
            Supplier<? extends RuntimeException> busy) {}

    /**
     * A table.
     *
     * @param closer ends a session; it gets the name, too
     * @param clock tells the time in nanoseconds
     */
    SessionTable(BiConsumer<String, S> closer, Limits limits, LongSupplier clock) {
        this.closer = closer;
        this.limits = limits;
        this.clock = clock;
    }

    /** A place in the table; its lock makes the requests of a session happen one after the other. */
    private static final class Entry<S> {

        private final String name;
        private final ReentrantLock lock = new ReentrantLock(true);
        private volatile long lastUse;
        private volatile boolean ended;
        private @Nullable S session;

        private Entry(String name, long now) {
            this.name = name;
            this.lastUse = now;
        }

        boolean isIdle(long now, Duration idle) {
            return !lock.isLocked() && now - lastUse >= idle.toNanos();
        }
    }

    /** Does something in the session of that name, alone. The session is made if there is none. */
    <T> T use(String name, Supplier<S> maker, Function<S, T> work) {
        while (true) {
            Entry<S> entry = entry(name);
            lock(entry);
            try {
                // A request that waited for a session that was ended meanwhile gets the next one of that name.
                if (!entry.ended) {
                    return work.apply(session(entry, maker));
                }
            } finally {
                unlock(entry);
            }
        }
    }

    private S session(Entry<S> entry, Supplier<S> maker) {
        S session = entry.session;
        if (session == null) {
            try {
                session = maker.get();
            } catch (Throwable e) {
                remove(entry);
                throw e;
            }
            entry.session = session;
        }
        return session;
    }

    /** Does something in the session of that name, alone, if there is one. */
    <T> Optional<T> useExisting(String name, Function<S, T> work) {
        expire(name);
        Entry<S> entry;
        synchronized (entries) {
            entry = entries.get(name);
        }
        if (entry == null) {
            return Optional.empty();
        }
        lock(entry);
        try {
            S session = entry.session;
            return entry.ended || session == null ? Optional.empty() : Optional.of(work.apply(session));
        } finally {
            unlock(entry);
        }
    }

    private void lock(Entry<S> entry) {
        try {
            if (!entry.lock.tryLock(limits.patience().toNanos(), TimeUnit.NANOSECONDS)) {
                throw limits.busy().get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GuerdonException("the server is closing", e);
        }
    }

    private void unlock(Entry<S> entry) {
        entry.lastUse = clock.getAsLong();
        entry.lock.unlock();
        if (entry.ended) {
            closeUnlessUsed(entry);
        }
    }

    private Entry<S> entry(String name) {
        expire(name);
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
                    replaced = takeOne();
                }
                Entry<S> made = new Entry<>(name, clock.getAsLong());
                entries.put(name, made);
                return made;
            }
        } finally {
            end(replaced);
        }
    }

    /** Takes a session out whose time is up, or else one that may make room; the one that came first. */
    private Entry<S> takeOne() {
        long now = clock.getAsLong();
        Entry<S> one = entries.values().stream()
                .filter(each -> each.isIdle(now, limits.idle()))
                .findFirst()
                .or(() -> entries.values().stream()
                        .filter(each ->
                                !each.lock.isLocked() && limits.mayMakeRoom().test(each.name))
                        .findFirst())
                .orElseThrow(limits.full());
        entries.remove(one.name);
        return one;
    }

    /** Ends the session of that name if its time is up. */
    private void expire(String name) {
        Entry<S> late = null;
        synchronized (entries) {
            Entry<S> entry = entries.get(name);
            if (entry != null && entry.isIdle(clock.getAsLong(), limits.idle())) {
                late = entry;
                entries.remove(name);
            }
        }
        end(late);
    }

    /** Ends all sessions whose time is up, and says how many. */
    int expire() {
        List<Entry<S>> late = new ArrayList<>();
        synchronized (entries) {
            long now = clock.getAsLong();
            for (Entry<S> entry : entries.values()) {
                if (entry.isIdle(now, limits.idle())) {
                    late.add(entry);
                }
            }
            late.forEach(entry -> entries.remove(entry.name));
        }
        late.forEach(this::end);
        return late.size();
    }

    /** Ends the session of that name; false if there is none. A request that uses it may still go on. */
    boolean end(String name) {
        expire(name);
        Entry<S> entry;
        synchronized (entries) {
            entry = entries.remove(name);
        }
        end(entry);
        return entry != null;
    }

    private void remove(Entry<S> entry) {
        synchronized (entries) {
            entries.remove(entry.name, entry);
        }
        entry.ended = true;
    }

    private void end(@Nullable Entry<S> entry) {
        if (entry != null) {
            entry.ended = true;
            closeUnlessUsed(entry);
        }
    }

    /** Closes an ended session. A request that still uses it does this itself afterwards. */
    private void closeUnlessUsed(Entry<S> entry) {
        if (entry.lock.tryLock()) {
            S session;
            try {
                session = entry.session;
                entry.session = null;
            } finally {
                entry.lock.unlock();
            }
            if (session != null) {
                closer.accept(entry.name, session);
            }
        }
    }

    /** Counts as a use of the session of that name, also while a request uses it; false if there is none. */
    boolean touch(String name) {
        expire(name);
        synchronized (entries) {
            Entry<S> entry = entries.get(name);
            if (entry != null) {
                entry.lastUse = clock.getAsLong();
            }
            return entry != null;
        }
    }

    boolean has(String name) {
        synchronized (entries) {
            return entries.containsKey(name);
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
