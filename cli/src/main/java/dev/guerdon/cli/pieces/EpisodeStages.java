package dev.guerdon.cli.pieces;

import dev.guerdon.agent.ModelFactory;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** Places where the episodes of a run are played that are not this process. The run itself, its store, its budgets and its retries stay here. */
@Internal
public final class EpisodeStages {

    /**
     * How often the engine of a cluster is to try a piece by itself. Lost episodes are handed out again here, each alone, so few tries
     * are enough; a second one is for the machine on which no process gets ready.
     */
    public static final int TRIES = 2;

    /** Time between the time limit of an episode, when it is asked to end, and the end of its process. */
    private static final Duration GRACE = Duration.ofMinutes(2);

    private EpisodeStages() {}

    /**
     * Returns the machines of a cluster.
     *
     * @param sameMachine whether all of it is in this process or on this machine, so that secrets may be handed on
     * @param parallel how many episodes at once on all machines; 0 for as many as its places take
     * @param notices receives what a user should know, a sentence at a time
     */
    public static RunJob.Stage onCluster(Cluster cluster, boolean sameMachine, int parallel, Consumer<String> notices) {
        return new ClusterStage(cluster, sameMachine, parallel, notices);
    }

    /**
     * Returns processes of this machine that play one episode at a time, so that what an agent, tool, policy or environment does to its
     * process costs its episode. The model is asked here, so the processes need no key.
     *
     * @param isolation what each process may use, and who gets what it prints
     * @param notices receives what a user should know, a sentence at a time
     */
    public static RunJob.Stage isolated(Isolation isolation, Consumer<String> notices) {
        return new IsolatedStage(isolation, notices);
    }

    private static void refuseRecording(RunOptions options, String why, String option) {
        if (options.record().isPresent() || options.replay().isPresent()) {
            throw new GuerdonException(
                    (options.record().isPresent() ? "--record" : "--replay") + why + "; run this without " + option);
        }
    }

    private record ClusterStage(Cluster cluster, boolean sameMachine, int parallel, Consumer<String> notices)
            implements RunJob.Stage {
        @Override
        public void check(Registry registry, RunOptions options, Suite.Part part) {
            refuseRecording(
                    options,
                    " keeps traffic in a folder of one machine, and with --on each machine has its own",
                    "--on");
            if (!sameMachine) {
                refuseSecrets(part, "setting", part.settings());
                refuseSecrets(part, "option", part.environmentOptions());
                if (!SecretFilter.known().redact(part.model()).equals(part.model())) {
                    throw new GuerdonException(
                            "the model's spec holds a secret, which is not sent to other machines; put"
                                    + " it into an environment variable of theirs and name it with ?key_env=NAME");
                }
            }
            try {
                ModelFactory.open(registry, part.model(), null, null).close();
            } catch (ModelException e) {
                if (e.kind() != ModelException.Kind.AUTHENTICATION) {
                    throw e;
                }
                // The key need not be here: those who ask the model have it in their environment, or say that they have
                // not.
            }
        }

        private static void refuseSecrets(Suite.Part part, String what, Map<String, String> values) {
            Map<String, String> shown = SecretFilter.known().redact(values);
            values.forEach((name, value) -> {
                if (!value.equals(shown.get(name))) {
                    throw new GuerdonException("the " + what + " '" + name + "' of the part '" + part.name()
                            + "' looks like a secret, which is not sent to other machines; put it into an environment"
                            + " variable of theirs, or run without --on");
                }
            });
        }

        @Override
        public RunJob.Players open(RunJob.Scene scene) {
            return RemotePlayers.onCluster(cluster, scene, !sameMachine, parallel, notices);
        }
    }

    private record IsolatedStage(Isolation isolation, Consumer<String> notices) implements RunJob.Stage {
        @Override
        public void check(Registry registry, RunOptions options, Suite.Part part) {
            refuseRecording(
                    options,
                    " keeps the traffic of one process, and with --isolate each episode has its own",
                    "--isolate");
            RunJob.Stage.HERE.check(registry, options, part);
        }

        @Override
        public RunJob.Players open(RunJob.Scene scene) {
            Duration time = scene.part().limits().time();
            int parallel = scene.options().parallel();
            ChildCluster cluster =
                    new ChildCluster(isolation, parallel, time.isZero() ? Duration.ZERO : time.plus(GRACE));
            return RemotePlayers.isolated(cluster, scene, notices);
        }
    }
}
