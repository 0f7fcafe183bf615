package dev.guerdon.lab.run;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets other processes see a run under way, and steer it, through two small files in its folder: one says what is in flight, the other
 * what somebody wishes. Whoever may write into the folder may stop the run. Both files go when the run ends; neither can end it by a
 * fault.
 */
@Internal
public final class RunControlFiles extends ForwardingListener implements AutoCloseable {

    /** The file of wishes: {@code pause}, {@code go} or {@code stop}. */
    public static final String WISHES = "steer.txt";

    public static final String PAUSE = "pause";
    public static final String GO = "go";
    public static final String STOP = "stop";

    /** Mode of a run: whether it starts further episodes, as it says of itself. */
    public enum Mode {
        RUNNING,
        PAUSED,
        /** Only what is under way is finished. */
        STOPPING
    }

    private static final String STATE = "live.json";
    private static final int LONGEST_ACTION = 200;
    private static final Duration LOOK = Duration.ofMillis(300);
    private static final int LONGEST_WISH = 100;

    /** An episode under way. */
    private record Flight(String task, int repeat, int steps, Instant started, String action) {
        Map<String, Object> json() {
            return Map.of(
                    "task", task, "repeat", repeat, "steps", steps, "started", started.toString(), "action", action);
        }
    }

    private final Path folder;
    private final RunController control;
    private final Map<String, Flight> flights = new ConcurrentHashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread looking;
    private String told = "";
    private boolean stopping;

    private RunControlFiles(Path folder, RunController control, RolloutListener listener) {
        super(listener);
        this.folder = folder;
        this.control = control;
        // What was wished of an earlier process is done with.
        forget(WISHES);
        this.looking = Thread.ofVirtual().name("guerdon-steering").start(this::look);
    }

    /** Begins to steer a run; it is told what the listener is told. */
    public static RunControlFiles begin(Path folder, RunController control, RolloutListener listener) {
        return new RunControlFiles(folder, control, listener);
    }

    private void look() {
        try {
            do {
                obey(wish());
                tell();
            } while (!ended.await(LOOK.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String wish() {
        Path file = folder.resolve(WISHES);
        try {
            return Files.isRegularFile(file) && Files.size(file) <= LONGEST_WISH
                    ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip()
                    : "";
        } catch (IOException e) {
            return "";
        }
    }

    private void obey(String wish) {
        switch (wish) {
            case PAUSE -> control.pause(true);
            case GO -> control.pause(false);
            case STOP -> {
                if (!stopping) {
                    stopping = true;
                    control.interrupt();
                }
            }
            default -> {}
        }
    }

    private void tell() {
        Mode mode = control.stopped() ? Mode.STOPPING : control.paused() ? Mode.PAUSED : Mode.RUNNING;
        List<Map<String, Object>> now = flights.values().stream()
                .sorted(Comparator.comparing(Flight::started)
                        .thenComparing(Flight::task)
                        .thenComparingInt(Flight::repeat))
                .map(Flight::json)
                .toList();
        String text = text(mode, Instant.EPOCH, now);
        if (!text.equals(told)) {
            try {
                KeptFile.write(folder.resolve(STATE), text(mode, Instant.now(), now));
                told = text;
            } catch (IOException e) {
                // A full disk is told where an episode cannot be stored.
            }
        }
    }

    private static String text(Mode mode, Instant at, List<Map<String, Object>> flights) {
        return JsonCodec.write(Map.of("mode", mode.name(), "at", at.toString(), "flights", flights)) + "\n";
    }

    /** Returns what the run in a folder says of itself; empty where it says nothing that can be read. */
    public static Optional<Json> state(Path folder) {
        Path file = folder.resolve(STATE);
        try {
            return Optional.of(JsonCodec.read(Files.readAllBytes(file), file.toString()));
        } catch (IOException | GuerdonException e) {
            return Optional.empty();
        }
    }

    @Override
    public void started(RolloutPlan plan) {
        flights.put(plan.id(), new Flight(plan.task().id(), plan.repeat(), 0, Instant.now(), ""));
        super.started(plan);
    }

    @Override
    public void turned(RolloutPlan plan, Turn turn) {
        String action = turn.action();
        String shown = action.length() > LONGEST_ACTION ? action.substring(0, LONGEST_ACTION) + "…" : action;
        flights.computeIfPresent(
                plan.id(),
                (id, flight) -> new Flight(flight.task(), flight.repeat(), turn.index() + 1, flight.started(), shown));
        super.turned(plan, turn);
    }

    @Override
    public void ended(Rollout rollout) {
        flights.remove(rollout.plan().id());
        super.ended(rollout);
    }

    @Override
    public void close() {
        ended.countDown();
        boolean interrupted = false;
        while (true) {
            try {
                looking.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        forget(WISHES);
        forget(STATE);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void forget(String name) {
        try {
            Files.deleteIfExists(folder.resolve(name));
        } catch (IOException e) {
            // It says something of a run that has ended, which nobody believes.
        }
    }
}
