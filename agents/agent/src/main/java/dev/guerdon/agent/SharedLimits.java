package dev.guerdon.agent;

import dev.guerdon.agent.model.ApiModels.ModelSpec;
import dev.guerdon.agent.model.RateGate;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Internal;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The limits of a model that several processes ask: one process counts, and the others ask it before each call.
 *
 * <p>Requests and tokens are counted when they are allowed, so what a lost process was allowed counts too. Its calls that were under way no longer do:
 * nobody will say that they have ended. A holder is what calls are made for. It may have several attempts, of which the last one to appear is the one that
 * counts; the others may still be at work without knowing that they were given up.
 */
@Experimental
public final class SharedLimits {

    private final RateGate gate;

    /** The calls that are under way, by holder and attempt; none for an attempt that was given up. */
    private final IdentityHashMap<Object, Map<String, Set<String>>> holders = new IdentityHashMap<>();

    private SharedLimits(RateGate gate) {
        this.gate = gate;
    }

    /**
     * Returns the limits that a spec sets: {@code rpm}, {@code tpm} and {@code concurrency}.
     *
     * @return empty where it sets none
     */
    public static Optional<SharedLimits> of(String spec) {
        return of(spec, RateGate.Pace.REAL);
    }

    @Internal
    public static Optional<SharedLimits> of(String spec, RateGate.Pace pace) {
        if (spec.equals(ModelFactory.NONE)) {
            return Optional.empty();
        }
        ModelSpec parsed = ModelSpec.parse(spec);
        int atOnce = parsed.whole("concurrency").orElse(Integer.MAX_VALUE);
        int requests = parsed.whole("rpm").orElse(0);
        int tokens = parsed.whole("tpm").orElse(0);
        return atOnce == Integer.MAX_VALUE && requests == 0 && tokens == 0
                ? Optional.empty()
                : Optional.of(new SharedLimits(new RateGate(Math.max(1, atOnce), requests, tokens, pace)));
    }

    /**
     * Lets a call through where it may go now.
     *
     * @param holder what the call is for
     * @param attempt sets this attempt of the holder apart from its others
     * @param call sets this call apart from others of the attempt that are under way
     * @return when to ask again; zero where the call may go
     */
    public synchronized Duration tryEnter(Object holder, String attempt, String call, long estimatedTokens) {
        Map<String, Set<String>> attempts = holders.computeIfAbsent(holder, any -> new HashMap<>());
        if (!attempts.containsKey(attempt)) {
            attempts.values().forEach(this::giveUp);
        }
        Set<String> underWay = attempts.computeIfAbsent(attempt, any -> new HashSet<>());
        if (underWay.remove(call)) {
            gate.leave(0, 0); // it was let through before, and never heard of it
        }
        Duration wait = gate.tryEnter(estimatedTokens);
        if (wait.isZero()) {
            underWay.add(call);
        }
        return wait;
    }

    /** Ends a call, and settles its tokens; nothing happens if it is not under way, or its attempt was given up. */
    public synchronized void leave(Object holder, String attempt, String call, long estimatedTokens, long usedTokens) {
        Map<String, Set<String>> attempts = holders.get(holder);
        Set<String> underWay = attempts == null ? null : attempts.get(attempt);
        if (underWay != null && underWay.remove(call)) {
            gate.leave(estimatedTokens, usedTokens);
        }
    }

    /** Lets no call through for a while. */
    public void closeFor(Duration duration) {
        gate.closeFor(duration);
    }

    /** Ends all calls of a holder that did not say so themselves, and forgets it. */
    public synchronized void release(Object holder) {
        Map<String, Set<String>> attempts = holders.remove(holder);
        if (attempts != null) {
            attempts.values().forEach(this::giveUp);
        }
    }

    private void giveUp(Set<String> underWay) {
        underWay.forEach(call -> gate.leave(0, 0));
        underWay.clear();
    }
}
