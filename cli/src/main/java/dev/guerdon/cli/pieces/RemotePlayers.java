package dev.guerdon.cli.pieces;

import dev.guerdon.agent.ModelFactory;
import dev.guerdon.agent.SharedLimits;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.agent.Model;
import dev.guerdon.cli.pieces.EngineOpener.JobDescription;
import dev.guerdon.cli.pieces.EpisodeCapacity.PieceSize;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Plays the episodes of a part on the machines of a cluster.
 *
 * @param limits those of the model, for processes that ask before each call; null if it has none
 * @param model is asked here for all processes; null if each asks it itself
 * @param notices receives what a user should know
 */
record RemotePlayers(
        RunJob.Scene scene,
        EpisodeCapacity places,
        Cluster.Work work,
        @Nullable SharedLimits limits,
        @Nullable Model model,
        Consumer<String> notices)
        implements RunJob.Players {

    private static Cluster.Work begin(Cluster cluster, RunJob.Scene scene, EpisodeEngine.Spec spec) {
        byte[] description = PieceCodec.bytes(new JobDescription(EpisodeEngine.NAME, spec));
        return cluster.begin(new ClusterJob(description, Plugins.pack(scene.registry())));
    }

    /**
     * Plays them on a cluster, whose processes ask the model.
     *
     * @param elsewhere whether the cluster has other machines than this one
     * @param parallel how many episodes at once on all machines; 0 for as many as its places take
     * @param notices receives what a user should know
     */
    static RemotePlayers onCluster(
            Cluster cluster, RunJob.Scene scene, boolean elsewhere, int parallel, Consumer<String> notices) {
        Suite.Part part = scene.part();
        EpisodeCapacity.Load load = load(part);
        RunOptions.Budget budget = scene.options().budget();
        // What is handed out is played, and paid: where that counts, nothing lies ready.
        boolean several = load != EpisodeCapacity.Load.WAITING && budget.tokens() == 0 && budget.usd() == 0;
        LocalPaths.notices(part.environmentOptions(), elsewhere).forEach(notices);
        return new RemotePlayers(
                scene,
                new EpisodeCapacity(cluster, parallel, load, new PieceSize(several)),
                begin(
                        cluster,
                        scene,
                        new EpisodeEngine.Spec(
                                scene.registry().isolation().save(), false, false, LocalPaths.absolute(part))),
                SharedLimits.of(part.model()).orElse(null),
                null,
                notices);
    }

    /** Plays each episode alone in a process of this machine. The model is asked here, unless it is users' code, too. */
    static RemotePlayers isolated(Cluster cluster, RunJob.Scene scene, Consumer<String> notices) {
        Suite.Part part = scene.part();
        Registry registry = scene.registry();
        LocalPaths.notices(part.environmentOptions(), false).forEach(notices);
        @Nullable
        Model model = part.model().startsWith("policy:") || part.model().equals(ModelFactory.NONE)
                ? null
                : ModelFactory.open(registry, part.model(), null, null);
        // Predefined rewards are bounded, and the process is one for users' code already.
        Isolation isolation = registry.isolation().foreignOnly();
        try {
            return new RemotePlayers(
                    scene,
                    new EpisodeCapacity(cluster, cluster.slots(), EpisodeCapacity.Load.COMPUTING, new PieceSize(false)),
                    begin(
                            cluster,
                            scene,
                            new EpisodeEngine.Spec(isolation.save(), true, model != null, LocalPaths.absolute(part))),
                    null,
                    model,
                    notices);
        } catch (RuntimeException | Error e) {
            if (model != null) {
                model.close();
            }
            throw e;
        }
    }

    private static EpisodeCapacity.Load load(Suite.Part part) {
        if (part.model().startsWith("policy:")) {
            return EpisodeCapacity.Load.COMPUTING;
        }
        // An agent without a model may be a program that asks one itself.
        return part.model().equals(ModelFactory.NONE) ? EpisodeCapacity.Load.UNKNOWN : EpisodeCapacity.Load.WAITING;
    }

    @Override
    public RunningRollouts start(Iterable<RolloutPlan> plans, RolloutListener listener) {
        EpisodeDispatcher dispatch = new EpisodeDispatcher(this, listener);
        dispatch.start(plans.iterator());
        return dispatch;
    }

    @Override
    public void close() {
        work.close();
        if (model != null) {
            model.close();
        }
    }

    /**
     * Settings and options whose values are paths of this machine. Other machines read the same path: they have another working folder, so
     * it is made absolute; and it must be there, as a notice for the user says.
     */
    static final class LocalPaths {

        /** A longer value is a text, such as a prompt. */
        private static final int MAX_PATH_LENGTH = 4_096;

        /** Text that stands for the folder of the run in an option. */
        private static final String RUN = "{run}";

        private LocalPaths() {}

        private static boolean isPath(String value) {
            if (value.length() > MAX_PATH_LENGTH
                    || !(value.contains("/") || value.contains("\\"))
                    || value.contains("\n")) {
                return false;
            }
            try {
                return Files.exists(Path.of(value));
            } catch (InvalidPathException e) {
                return false;
            }
        }

        /** Returns a part as other machines should have it: with every path that exists here in full, without tasks, which go with the episodes. */
        static Suite.Part absolute(Suite.Part part) {
            return part.toBuilder()
                    .environment(part.environment(), absolute(part.environmentOptions()))
                    .settings(absolute(part.settings()))
                    .tasks(List.of())
                    .build();
        }

        static Map<String, String> absolute(Map<String, String> values) {
            Map<String, String> all = new LinkedHashMap<>(values);
            all.replaceAll((name, value) ->
                    isPath(value) ? Path.of(value).toAbsolutePath().normalize().toString() : value);
            return all;
        }

        /**
         * Returns what a user should know of the options of an environment, a sentence for each.
         *
         * @param elsewhere whether the cluster has other machines than this one
         */
        static List<String> notices(Map<String, String> options, boolean elsewhere) {
            List<String> notices = new ArrayList<>();
            options.forEach((name, value) -> {
                if (value.contains(RUN) && !RunLines.isKept(value)) {
                    notices.add(
                            "the option " + name + "=" + value + " writes into the folder of the run; each process of"
                                    + " the cluster has a folder of its own for that, and it is not brought back");
                } else if (elsewhere && !value.contains(RUN) && isPath(value)) {
                    notices.add("the option " + name + " is a path; each machine of the cluster needs "
                            + Path.of(value).toAbsolutePath().normalize());
                }
            });
            return notices;
        }
    }
}
