package dev.guerdon.cli.faults;

import static dev.guerdon.cli.faults.Act.Expected.UNSCORED;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** What rewards do that does not end: waiting, computing, and results that wait or compute when they are looked at. */
final class EndlessActs {

    private static final List<Act> ALL = new ArrayList<>();

    static {
        add("sleeps", (honest, end) -> {
            end.await();
            return honest;
        });
        add("waits_deaf_to_interrupts", (honest, end) -> {
            deaf(end);
            return honest;
        });
        add("spins", (honest, end) -> {
            spin(end);
            return honest;
        });
        add(
                "backtracks",
                (honest, end) -> java.util.regex.Pattern.compile("(a|aa)+\\1b")
                        .matcher(new Watched(end))
                        .matches());
        add("future_never_completes", (honest, end) -> new CompletableFuture<>());
        add("future_gives_itself", (honest, end) -> new Itself(end));
        add("message_waits", (honest, end) -> {
            throw new Nasty.Failure(() -> deaf(end));
        });
        add("message_spins", (honest, end) -> {
            throw new Nasty.Failure(() -> spin(end));
        });
        add("extra_waits", (honest, end) -> Acts.extra(new Nasty.Value(() -> deaf(end))));
        add("extra_spins", (honest, end) -> Acts.extra(new Nasty.Value(() -> spin(end))));
        add("number_waits", (honest, end) -> new Nasty.Count(() -> deaf(end)));
        add("map_waits", (honest, end) -> new Nasty.Members(1, () -> deaf(end)));
    }

    private EndlessActs() {}

    static List<Act> all() {
        return Collections.unmodifiableList(ALL);
    }

    private static void add(String name, Act.Behaviour behaviour) {
        ALL.add(new Act(name, UNSCORED, behaviour));
    }

    /** Waits for the end, whoever interrupts. */
    private static void deaf(CountDownLatch end) {
        while (true) {
            try {
                if (end.await(1, TimeUnit.DAYS)) {
                    return;
                }
            } catch (InterruptedException e) {
                // Code that catches everything is what this is about.
                Thread.onSpinWait();
            }
        }
    }

    private static void spin(CountDownLatch end) {
        while (end.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    /** A text whose matching takes for ever, until the step ends. */
    private record Watched(CountDownLatch end) implements CharSequence {
        @Override
        public int length() {
            return 64;
        }

        @Override
        public char charAt(int index) {
            if (end.getCount() == 0) {
                throw new IllegalStateException("the step has ended");
            }
            return 'a';
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return this;
        }

        @Override
        public String toString() {
            return "aaa";
        }
    }

    /** A future that answers with itself, so that awaiting it never ends. */
    private static final class Itself extends FutureTask<Object> {
        private final CountDownLatch end;

        Itself(CountDownLatch end) {
            super(() -> "");
            this.end = end;
        }

        @Override
        public Object get() {
            Future<Object> self = this;
            return end.getCount() > 0 ? self : 1;
        }
    }
}
