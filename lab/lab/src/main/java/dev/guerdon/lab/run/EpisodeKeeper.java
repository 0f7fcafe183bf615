package dev.guerdon.lab.run;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Stores every rollout of a part as it ends. One that was cancelled is left for a later run to make again; one that is made again takes
 * the place of the one that failed.
 */
@Internal
public final class EpisodeKeeper extends ForwardingListener {

    private final RunWriter writer;
    private final Ledger ledger;
    private final String part;
    private final RunController control;
    private int kept;
    private boolean closed;

    public EpisodeKeeper(
            RunWriter writer, Ledger ledger, String part, RunController control, RolloutListener listener) {
        super(listener);
        this.writer = writer;
        this.ledger = ledger;
        this.part = part;
        this.control = control;
    }

    @Override
    public void started(RolloutPlan plan) {
        // What a killed process left behind must not be taken for what this rollout does.
        remove(writer.artifacts(plan.task().id(), plan.repeat()));
        super.started(plan);
    }

    @Override
    public void ended(Rollout rollout) {
        try {
            keepOrRemove(rollout);
        } catch (RuntimeException | Error e) {
            control.breakOff();
            throw e;
        }
    }

    private void keepOrRemove(Rollout rollout) {
        if (rollout.trajectory().finishReason() == FinishReason.CANCELLED) {
            remove(artifacts(rollout));
        } else if (!keep(rollout)) {
            return;
        }
        super.ended(rollout);
    }

    private boolean keep(Rollout rollout) {
        Path folder = artifacts(rollout);
        EpisodeDetail detail = new EpisodeDetail(
                rollout.plan().task(),
                rollout.trajectory(),
                rollout.turns(),
                Files.isDirectory(folder) ? Optional.of(folder) : Optional.empty());
        synchronized (this) {
            if (closed) {
                return false;
            }
            Episode episode = Episode.of(rollout, part);
            if (ledger.store(episode)) {
                writer.replace(episode, detail);
            } else {
                writer.add(episode, detail);
            }
            kept++;
        }
        control.count(rollout.usage());
        control.watch(rollout);
        return true;
    }

    /** Stores nothing from now on; gives how many episodes were stored. */
    public synchronized int close() {
        closed = true;
        return kept;
    }

    private Path artifacts(Rollout rollout) {
        return writer.artifacts(rollout.plan().task().id(), rollout.plan().repeat());
    }

    private static void remove(Path folder) {
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            throw new LabException("the artifacts in " + folder + " cannot be removed: " + e.getMessage(), e);
        }
    }

    /** List of the stored episodes of a run, and of those that failed and are worth running again. Thread-safe. */
    public static final class Ledger {

        private final Map<String, Boolean> failed = new HashMap<>();
        private final Set<String> lost = new HashSet<>();
        private int playedAgain;

        public Ledger(List<Episode> stored) {
            stored.forEach(this::note);
        }

        private void note(Episode episode) {
            failed.put(episode.key(), episode.failed());
            if (episode.finish() == FinishReason.ENVIRONMENT_LOST) {
                lost.add(episode.key());
            } else {
                lost.remove(episode.key());
            }
        }

        /** Returns whether the environment lost an episode, and not most of the others, too: then it would only lose it again. */
        public synchronized boolean isLost(String id) {
            return lost.contains(id) && lost.size() * 2 <= failed.size();
        }

        /** Returns how many episodes were played again because the environment had lost them. */
        public synchronized int playedAgain() {
            return playedAgain;
        }

        /** Returns whether an episode is still to be run, for the first time or again. */
        public synchronized boolean isOpen(String id) {
            return failed.getOrDefault(id, true);
        }

        /** Notes that an episode is stored; whether it takes the place of an earlier one. */
        synchronized boolean store(Episode episode) {
            boolean known = failed.containsKey(episode.key());
            playedAgain += lost.contains(episode.key()) ? 1 : 0;
            note(episode);
            return known;
        }
    }
}
