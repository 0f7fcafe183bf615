package dev.guerdon.benchmarks.cluster;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.PriorityQueue;

/**
 * One job on a cluster, event by event.
 *
 * <p>A piece that runs advances at the speed of its slot, or slower where its even share of the machine's bandwidth, of the store's or of
 * the model's is the limit. A share that changes by less than half a percent is left as it is, so that 100,000 pieces take a moment.
 * The driver launches one piece after the other and commits one after the other; launching holds the slot, committing does not.
 */
final class Simulation {

    private enum Kind {
        UP,
        FAIL,
        START,
        LOOK
    }

    private record Event(double time, long order, Kind kind, int at, int version, int piece)
            implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(time, other.time);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private final Machines machines;
    private final Rules rules;
    private final Chance[] fates;
    private final Slots slots;
    private final PriorityQueue<Event> agenda = new PriorityQueue<>();
    private final Tally tally = new Tally();
    private long order;
    private double now;
    private double launched;
    private double committed;
    private double lookAt;

    private Simulation(Machines machines, Rules rules, long seed) {
        this.machines = machines;
        this.rules = rules;
        slots = new Slots(machines);
        fates = new Chance[machines.count()];
        Arrays.setAll(fates, machine -> new Chance(seed, 1000 + machine));
    }

    /** Simulates the stages one after the other. The same seed gives the same outcome. */
    static Outcome run(Machines machines, Rules rules, List<Stage> stages, long seed) {
        Simulation one = new Simulation(machines, rules, seed);
        one.now = rules.startSeconds();
        for (int machine = 0; machine < machines.count(); machine++) {
            one.at(one.now + machines.startSeconds(), Kind.UP, machine, 0, -1);
        }
        for (int i = 0; i < stages.size() && !one.tally.stopped; i++) {
            one.play(stages.get(i), new Pieces(stages.get(i), new Chance(seed, i)));
        }
        return one.tally.outcome(one.now);
    }

    private void play(Stage stage, Pieces pieces) {
        slots.begin(stage.requestsPerSecond());
        lookAt = Double.POSITIVE_INFINITY;
        give(stage, pieces);
        while (!pieces.allDone() && !tally.stopped) {
            Event event = agenda.peek();
            double slotTime = slots.firstTime();
            if (event != null && event.time <= slotTime) {
                agenda.remove();
                now = event.time;
                happen(event, stage, pieces);
            } else {
                now = slotTime;
                end(slots.first(), stage, pieces);
            }
        }
        tally.pieces(pieces.allDone() ? stage.pieces() : 0);
        now = Math.max(now, committed);
    }

    private void happen(Event event, Stage stage, Pieces pieces) {
        switch (event.kind) {
            case UP -> {
                slots.up(event.at);
                if (machines.failuresPerHour() > 0) {
                    at(
                            now + fates[event.at].exponential(3600 / machines.failuresPerHour()),
                            Kind.FAIL,
                            event.at,
                            0,
                            -1);
                }
                give(stage, pieces);
            }
            case FAIL -> fail(event.at, stage, pieces);
            case START -> {
                if (slots.isReserved(event.at, event.version)) {
                    if (pieces.isDone(event.piece)) {
                        pieces.drop(event.piece, event.at);
                        slots.free(event.at);
                        give(stage, pieces);
                    } else {
                        start(event.at, stage, pieces);
                    }
                }
            }
            case LOOK -> {
                lookAt = Double.POSITIVE_INFINITY;
                give(stage, pieces);
            }
        }
    }

    /** A slot is done with its piece, or has worked on it for as long as it may. */
    private void end(int slot, Stage stage, Pieces pieces) {
        int piece = slots.piece(slot);
        double rest = slots.settle(slot, now);
        if (rest > 1e-9) {
            if (stage.records() * pieces.share(piece) * rest < 2) {
                slots.letEnd(slot, now);
                return;
            }
            pieces.cut(piece, rest);
            tally.cuts++;
        }
        int other = pieces.other(piece, slot);
        double seconds = now - slots.started(slot);
        pieces.finish(piece, seconds);
        tally.useful += seconds;
        tally.done += pieces.share(piece);
        tally.bytes += stage.bytes() * pieces.share(piece);
        if (stage.commits()) {
            committed = Math.max(now, committed) + rules.commitSeconds();
            tally.committing += rules.commitSeconds();
            tally.outputs++;
        }
        release(slot, pieces);
        if (other >= 0 && slots.isRunning(other)) {
            waste(other, stage, pieces);
            release(other, pieces);
        }
        give(stage, pieces);
    }

    private void release(int slot, Pieces pieces) {
        pieces.drop(slots.piece(slot), slot);
        slots.stop(slot, now);
        slots.free(slot);
    }

    private void fail(int machine, Stage stage, Pieces pieces) {
        tally.failures++;
        for (int slot = machine; slot < machines.allSlots(); slot += machines.count()) {
            int piece = slots.piece(slot);
            if (slots.isRunning(slot)) {
                slots.settle(slot, now);
                waste(slot, stage, pieces);
                tally.lost++;
                tally.stopped |= pieces.lose(piece) >= rules.mostLosses();
                pieces.drop(piece, slot);
                slots.stop(slot, now);
            } else if (piece >= 0) {
                pieces.drop(piece, slot);
            }
            slots.down(slot);
        }
        at(now + machines.startSeconds(), Kind.UP, machine, 0, -1);
        give(stage, pieces);
    }

    private void waste(int slot, Stage stage, Pieces pieces) {
        double rest = slots.settle(slot, now);
        tally.wasted += now - slots.started(slot);
        tally.bytes += stage.bytes() * pieces.share(slots.piece(slot)) * (1 - rest);
    }

    /** Gives the free slots pieces that wait; where none waits, and others are late, copies of those. */
    private void give(Stage stage, Pieces pieces) {
        int slot;
        while (pieces.waiting() && (slot = slots.firstFree()) >= 0) {
            assign(slot, pieces.take(), stage, pieces);
        }
        if (rules.speculation()
                && !pieces.waiting()
                && pieces.doneShare() >= rules.quantile()
                && slots.firstFree() >= 0) {
            speculate(stage, pieces);
        }
    }

    private void assign(int slot, int piece, Stage stage, Pieces pieces) {
        pieces.attempt(piece, slot);
        int version = slots.reserve(slot, piece);
        launched = Math.max(now, launched) + rules.launchSeconds();
        tally.launching += rules.launchSeconds();
        if (launched > now) {
            at(launched, Kind.START, slot, version, piece);
        } else {
            start(slot, stage, pieces);
        }
    }

    private void start(int slot, Stage stage, Pieces pieces) {
        int piece = slots.piece(slot);
        double share = pieces.share(piece);
        slots.start(
                slot,
                now,
                pieces.cost(piece),
                pieces.waitingShare(),
                stage.bytes() * share,
                stage.requests() * share,
                rules.cutAfterSeconds(),
                stage.commits());
    }

    private void speculate(Stage stage, Pieces pieces) {
        double late = rules.multiplier() * pieces.median();
        double next = Double.POSITIVE_INFINITY;
        BitSet running = slots.running();
        for (int slot = running.nextSetBit(0); slot >= 0; slot = running.nextSetBit(slot + 1)) {
            int piece = slots.piece(slot);
            if (pieces.hasCopy(piece)) {
                continue;
            }
            if (now < slots.started(slot) + late) {
                next = Math.min(next, slots.started(slot) + late);
                continue;
            }
            int free = slots.freeElsewhere(slot);
            if (free < 0) {
                continue;
            }
            tally.copies++;
            assign(free, piece, stage, pieces);
        }
        if (next < lookAt) {
            lookAt = next;
            at(next, Kind.LOOK, 0, 0, -1);
        }
    }

    private void at(double time, Kind kind, int at, int version, int piece) {
        agenda.add(new Event(time, order++, kind, at, version, piece));
    }

    /** The sums of a job. */
    private static final class Tally {

        private double useful;
        private double wasted;
        private double done;
        private double bytes;
        private double launching;
        private double committing;
        private double planned;
        private int outputs;
        private int lost;
        private int copies;
        private int cuts;
        private int failures;
        private boolean stopped;

        void pieces(int count) {
            planned += count;
        }

        Outcome outcome(double seconds) {
            if (!stopped && Math.abs(done - planned) > 1e-6 * planned) {
                throw new IllegalStateException("work was lost or done twice: " + done + " of " + planned + " pieces");
            }
            double busy = seconds == 0 ? 0 : Math.max(launching, committing) / seconds;
            return new Outcome(
                    seconds, done, useful, wasted, outputs, lost, copies, cuts, failures, busy, bytes, stopped);
        }
    }
}
