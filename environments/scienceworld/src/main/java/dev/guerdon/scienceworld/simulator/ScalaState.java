package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state that one environment keeps for itself while all environments share the simulator's code.
 *
 * <p>The simulator was written for a process of its own: its random generator, its counters and its tables are global. The classes
 * that are loaded ask here for such state instead ({@link ScalaModules} rewrites them), and get that of the environment for which
 * their thread works. A thread works for one environment at a time, from {@link #enter} to {@link #leave}; an environment is used by
 * one thread at a time. Design: docs/design/scienceworld.md.
 */
@Internal
public final class ScalaState {

    private static final int MOST_TEXTS = 20_000;
    private static final ThreadLocal<@Nullable ScalaState> CURRENT = new ThreadLocal<>();

    private final Map<String, String[]> words;
    private @Nullable Object[] modules = new @Nullable Object[16];
    private int hashed;

    /**
     * @param words how texts are cut into words; the same in every environment of one jar, which share them
     */
    ScalaState(Map<String, String[]> words) {
        this.words = words;
    }

    /** Makes this thread work for this environment, and answers for which it worked before. */
    @Nullable
    ScalaState enter() {
        ScalaState before = CURRENT.get();
        CURRENT.set(this);
        return before;
    }

    /** Makes this thread work again for the one that {@link #enter} answered. */
    static void leave(@Nullable ScalaState before) {
        if (before == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(before);
        }
    }

    /** Begins to count objects anew, so that an episode does not depend on those before it. */
    void forgetHashes() {
        hashed = 0;
    }

    private static ScalaState current() {
        ScalaState current = CURRENT.get();
        if (current == null) {
            throw new IllegalStateException(
                    "expected the thread " + Thread.currentThread() + " to work for an environment, found none");
        }
        return current;
    }

    /** Returns this environment's instance of the Scala module with this number, or null before it was made. */
    public static @Nullable Object module(int slot) {
        @Nullable Object[] known = current().modules;
        return slot < known.length ? known[slot] : null;
    }

    /** Takes a Scala module as this environment's; its constructor calls this before anything else. */
    public static void keep(Object module, int slot) {
        ScalaState current = current();
        if (slot >= current.modules.length) {
            current.modules = Arrays.copyOf(current.modules, Math.max(slot + 1, 2 * current.modules.length));
        }
        current.modules[slot] = module;
    }

    /**
     * Returns the hash of an object that has none of its own: a number by the order in which objects of this environment are first asked.
     *
     * @param known what this answered for the object before, or 0
     */
    public static int hash(int known) {
        return known != 0 ? known : current().nextHash();
    }

    /** Returns a hash that is spread like the virtual machine's own, but the same in every run; never 0. */
    private int nextHash() {
        int mixed = ++hashed * 0x9E3779B9;
        mixed = (mixed ^ (mixed >>> 15)) * 0x85EBCA6B;
        return ((mixed ^ (mixed >>> 13)) & 0x7FFFFFFF) | 1;
    }

    /** Returns the words of a text, in an array of the caller's own; null where nobody has cut it yet. */
    public static String @Nullable [] words(String text) {
        String[] known = current().words.get(text);
        return known == null ? null : known.clone();
    }

    /** Remembers how the simulator's parser cut a text. */
    public static String[] keepWords(String text, String[] cut) {
        Map<String, String[]> words = current().words;
        if (words.size() >= MOST_TEXTS) {
            words.clear();
        }
        words.put(text, cut.clone());
        return cut;
    }

    /** Returns where the simulator's many lines a step go. */
    public static PrintStream silence() {
        return Nowhere.STREAM;
    }

    /** Takes what the simulator prints, many lines a step, and does not even spell it out. */
    static final class Nowhere extends PrintStream {

        static final PrintStream STREAM = new Nowhere();

        private Nowhere() {
            super(OutputStream.nullOutputStream());
        }

        @Override
        public void write(int b) {}

        @Override
        public void write(byte[] buffer, int offset, int length) {}

        @Override
        public void print(@Nullable String text) {}

        @Override
        public void print(@Nullable Object object) {}

        @Override
        public void println() {}

        @Override
        public void println(@Nullable String text) {}

        @Override
        public void println(@Nullable Object object) {}

        @Override
        public void flush() {}
    }
}
