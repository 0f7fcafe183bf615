package dev.guerdon.cluster;

import dev.guerdon.agent.Models;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.Secrets;
import dev.guerdon.cluster.rollout.RemotePlayers;
import dev.guerdon.cluster.spi.Cluster;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Plays the episodes of a run on a cluster. The run itself, its store, its budgets and its retries stay in this process.
 *
 * @param cluster the cluster
 * @param sameMachine whether all of it is in this process or on this machine, so that secrets may be handed on
 * @param parallel how many episodes at once on all machines; 0 for as many as its places take
 * @param notices receives what a user should know, a sentence at a time
 */
@Experimental
public record ClusterStage(Cluster cluster, boolean sameMachine, int parallel, Consumer<String> notices)
        implements RunJob.Stage {

    /**
     * How often the engine of a cluster is to try a piece by itself. Lost episodes are handed out again here, each alone, so few tries
     * are enough; a second one is for the machine on which no process gets ready.
     */
    public static final int TRIES = 2;

    @Override
    public void check(Registry registry, RunOptions options, Suite.Part part) {
        if (options.record().isPresent() || options.replay().isPresent()) {
            throw new GuerdonException((options.record().isPresent() ? "--record" : "--replay")
                    + " keeps traffic in a folder of one machine, and with --on each machine has its own;"
                    + " run this without --on");
        }
        if (!sameMachine) {
            refuseSecrets(part, "setting", part.settings());
            refuseSecrets(part, "option", part.environmentOptions());
            if (!Secrets.known().redact(part.model()).equals(part.model())) {
                throw new GuerdonException("the model's spec holds a secret, which is not sent to other machines; put"
                        + " it into an environment variable of theirs and name it with ?key_env=NAME");
            }
        }
        try {
            Models.open(registry, part.model(), null, null).close();
        } catch (ModelException e) {
            if (e.kind() != ModelException.Kind.AUTHENTICATION) {
                throw e;
            }
            // The key need not be here: those who ask the model have it in their environment, or say that they have
            // not.
        }
    }

    private static void refuseSecrets(Suite.Part part, String what, Map<String, String> values) {
        Map<String, String> shown = Secrets.known().redact(values);
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
        return new RemotePlayers(cluster, scene, !sameMachine, parallel, notices);
    }
}
