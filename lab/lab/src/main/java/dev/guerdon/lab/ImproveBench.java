package dev.guerdon.lab;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.run.ForwardingListener;
import dev.guerdon.lab.session.CandidateMaterials;
import dev.guerdon.lab.session.CandidateRunner;
import dev.guerdon.lab.session.ImprovePlan;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Runs the candidates of a session, each batch as a run in the session's own folder of runs. */
final class ImproveBench implements CandidateRunner {

    private static final int DIAGNOSED = 500;

    private final Registry registry;
    private final RunStore store;
    private final ImprovePlan plan;
    private final CandidateMaterials materials;
    private final RolloutListener listener;
    private final Map<String, List<String>> runs = new HashMap<>();
    private boolean stopped;
    private final Set<RunJob> jobs = new HashSet<>();

    ImproveBench(
            Registry registry,
            RunStore store,
            ImprovePlan plan,
            CandidateMaterials materials,
            RolloutListener listener) {
        this.registry = registry;
        this.store = store;
        this.plan = plan;
        this.materials = materials;
        this.listener = listener;
        for (RunInfo info : store.list()) {
            state(info)
                    .ifPresent(state -> runs.computeIfAbsent(state, none -> new ArrayList<>())
                            .add(info.name()));
        }
    }

    /** Returns the candidate whose run it is stands in brackets at the end of its note. */
    private static Optional<String> state(RunInfo info) {
        String note = info.note();
        int from = note.lastIndexOf('[');
        return note.endsWith("]") && from >= 0
                ? Optional.of(note.substring(from + 1, note.length() - 1))
                : Optional.empty();
    }

    @Override
    public void check(Map<String, String> values, List<String> tasks) {
        RunJob unused = create(new Order("", values, tasks, plan.repeat(), plan.seed(), "check"));
    }

    @Override
    public void run(Order order, Consumer<Episode> done) throws InterruptedException {
        if (stopped()) {
            return;
        }
        RunJob made = create(order);
        enter(made);
        try (Run run = made.run(
                new Passing(listener, done), folder -> began(order.state(), String.valueOf(folder.getFileName())))) {
            SessionRuns.requireNoFault(made);
            if (run.info().status() == RunInfo.Status.COMPLETE) {
                // What still has no score after all retries is missing for good.
                run.episodes().stream().filter(episode -> !episode.scored()).forEach(done);
            }
        } finally {
            left(made);
        }
    }

    private synchronized void began(String state, String run) {
        runs.computeIfAbsent(state, none -> new ArrayList<>()).add(run);
    }

    @Override
    public void runAll(List<Order> orders, BiConsumer<Order, Episode> done) throws InterruptedException {
        Semaphore places = new Semaphore(Math.max(1, plan.base().parallel()));
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Order order : orders) {
                running.add(threads.submit(() -> {
                    places.acquire();
                    try {
                        run(order, episode -> done.accept(order, episode));
                    } finally {
                        places.release();
                    }
                    return null;
                }));
            }
        }
        for (Future<?> each : running) {
            try {
                each.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException fault) {
                    throw fault;
                }
                throw new LabException("a run of the session failed: " + e.getCause(), e);
            }
        }
    }

    private RunJob create(Order order) {
        return SessionRuns.job(
                registry,
                store,
                materials.suite(order.values()),
                materials.candidate(order.values(), order.note()),
                plan.base(),
                order.tasks(),
                order.seed(),
                order.note() + " [" + order.state() + "]");
    }

    @Override
    public Diagnosis diagnose(String state, Map<String, String> values, List<String> tasks) {
        try (JoinedRun run = open(state, tasks)) {
            return run.episodes().isEmpty()
                    ? CandidateRunner.super.diagnose(state, values, tasks)
                    : RunDiagnoser.of(registry, run, run.episodes(), RunDiagnoser.rules(registry), DIAGNOSED);
        }
    }

    @Override
    public Optional<EpisodeDetail> detail(String state, Episode episode) {
        try (JoinedRun run = open(state, List.of(episode.task()))) {
            return run.episodes().stream()
                    .filter(one -> one.key().equals(episode.key()))
                    .findFirst()
                    .map(run::detail);
        }
    }

    private JoinedRun open(String state, List<String> tasks) {
        List<Run> opened = new ArrayList<>();
        List<String> names;
        synchronized (this) {
            names = List.copyOf(runs.getOrDefault(state, List.of()));
        }
        for (String name : names) {
            Run run = store.open(name);
            if (run.info().seed() == plan.seed()) {
                opened.add(run);
            } else {
                run.close();
            }
        }
        return new JoinedRun(opened, tasks);
    }

    @Override
    public synchronized boolean stopped() {
        return stopped;
    }

    @Override
    public synchronized void interrupt() {
        stopped = true;
        jobs.forEach(RunJob::interrupt);
    }

    private synchronized void enter(RunJob next) {
        jobs.add(next);
        if (stopped) {
            next.interrupt();
        }
    }

    private synchronized void left(RunJob ended) {
        jobs.remove(ended);
    }

    /** Hands over episodes with a score as they end; those without may get one when they are run again. */
    private static final class Passing extends ForwardingListener {

        private final Consumer<Episode> done;

        Passing(RolloutListener listener, Consumer<Episode> done) {
            super(listener);
            this.done = done;
        }

        @Override
        public void ended(Rollout rollout) {
            super.ended(rollout);
            if (rollout.trajectory().finishReason() != FinishReason.CANCELLED) {
                Episode episode = Episode.of(rollout, "");
                if (episode.scored()) {
                    done.accept(episode);
                }
            }
        }
    }

    /** Runs of one candidate on different tasks, read as one. */
    private static final class JoinedRun implements Run {

        private final List<Run> runs;
        private final Map<String, Episode> episodes = new LinkedHashMap<>();
        private final Map<String, Run> owners = new HashMap<>();

        JoinedRun(List<Run> runs, List<String> tasks) {
            this.runs = runs;
            for (Run run : runs) {
                for (Episode episode : run.episodes()) {
                    Episode before = episodes.get(episode.key());
                    if (tasks.contains(episode.task()) && (before == null || !before.scored())) {
                        episodes.put(episode.key(), episode);
                        owners.put(episode.key(), run);
                    }
                }
            }
        }

        @Override
        public RunInfo info() {
            return runs.getFirst().info();
        }

        @Override
        public Path folder() {
            return runs.getFirst().folder();
        }

        @Override
        public List<Episode> episodes() {
            return List.copyOf(episodes.values());
        }

        @Override
        public EpisodeDetail detail(Episode episode) {
            Run owner = owners.get(episode.key());
            if (owner == null) {
                throw new LabException("no run has the episode " + episode.key());
            }
            return owner.detail(episode);
        }

        @Override
        public void close() {
            runs.forEach(Run::close);
        }
    }
}
