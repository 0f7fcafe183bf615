package dev.guerdon.lab.run;

import dev.guerdon.agent.spi.ModelWait;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Internal;
import dev.guerdon.base.KeptFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets other processes see a run under way, and steer it, through two small files in its folder: one says what is in flight, the other
 * what somebody wishes. Whoever may write into the folder may stop the run. Both files go when the run ends; neither can end it by a
 * fault.
 */
@Internal
public final class Steering implements RolloutListener, AutoCloseable {

    /** The file of wishes: {@code pause}, {@code go} or {@code stop}. */
    public static final String WISHES = "steer.txt";

    public static final String PAUSE = "pause";
    public static final String GO = "go";
    public static final String STOP = "stop";

    private static final Duration LOOK = Duration.ofMillis(300);
    private static final int LONGEST_WISH = 100;

    private final Path folder;
    private final Control control;
    private final RolloutListener listener;
    private final Map<String, LiveState.Flight> flights = new ConcurrentHashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread looking;
    private String told = "";
    private boolean stopping;

    private Steering(Path folder, Control control, RolloutListener listener) {
        this.folder = folder;
        this.control = control;
        this.listener = listener;
        // What was wished of an earlier process is done with.
        forget(WISHES);
        this.looking = Thread.ofVirtual().name("guerdon-steering").start(this::look);
    }

    /** Begins to steer a run; it is told what the listener is told. */
    public static Steering begin(Path folder, Control control, RolloutListener listener) {
        return new Steering(folder, control, listener);
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
        LiveState.Mode mode = control.stopped()
                ? LiveState.Mode.STOPPING
                : control.paused() ? LiveState.Mode.PAUSED : LiveState.Mode.RUNNING;
        List<LiveState.Flight> now = flights.values().stream()
                .sorted(Comparator.comparing(LiveState.Flight::started)
                        .thenComparing(LiveState.Flight::task)
                        .thenComparingInt(LiveState.Flight::repeat))
                .toList();
        String text = new LiveState(mode, Instant.EPOCH, now).text();
        if (!text.equals(told)) {
            try {
                KeptFile.write(folder.resolve(LiveState.FILE), new LiveState(mode, Instant.now(), now).text());
                told = text;
            } catch (IOException e) {
                // A full disk is told where an episode cannot be stored.
            }
        }
    }

    @Override
    public void started(RolloutPlan plan) {
        flights.put(plan.id(), new LiveState.Flight(plan.task().id(), plan.repeat(), 0, Instant.now(), ""));
        listener.started(plan);
    }

    @Override
    public void turned(RolloutPlan plan, Turn turn) {
        String action = turn.action();
        String shown = action.length() > LiveState.Flight.LONGEST_ACTION
                ? action.substring(0, LiveState.Flight.LONGEST_ACTION) + "…"
                : action;
        flights.computeIfPresent(
                plan.id(),
                (id, flight) -> new LiveState.Flight(
                        flight.task(), flight.repeat(), turn.index() + 1, flight.started(), shown));
        listener.turned(plan, turn);
    }

    @Override
    public void waiting(RolloutPlan plan, ModelWait wait) {
        listener.waiting(plan, wait);
    }

    @Override
    public void ended(Rollout rollout) {
        flights.remove(rollout.plan().id());
        listener.ended(rollout);
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
        forget(LiveState.FILE);
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
