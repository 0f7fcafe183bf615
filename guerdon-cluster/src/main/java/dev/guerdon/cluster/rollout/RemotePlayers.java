package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.Models;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cluster.spi.Cluster;
import dev.guerdon.cluster.spi.Job;
import dev.guerdon.core.Plugins;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Plays the episodes of a part on the machines of a cluster. */
@Internal
public final class RemotePlayers implements RunJob.Players {

    /** The kind of the job in its description. */
    public static final String KIND = "run";

    private final RunJob.Scene scene;
    private final Places places;
    private final Cluster.Work work;
    private final Consumer<String> notices;
    private final LimitDesk desk;

    /**
     * @param elsewhere whether the cluster has other machines than this one
     * @param parallel how many episodes at once on all machines; 0 for as many as its places take
     * @param notices receives what a user should know
     */
    public RemotePlayers(
            Cluster cluster, RunJob.Scene scene, boolean elsewhere, int parallel, Consumer<String> notices) {
        this.scene = scene;
        this.notices = notices;
        this.desk = LimitDesk.of(scene.part().model());
        Places.Load load = load(scene.part());
        RunOptions.Budget budget = scene.options().budget();
        // What is handed out is played, and paid: where that counts, nothing lies ready.
        boolean several = load != Places.Load.WAITING && budget.tokens() == 0 && budget.usd() == 0;
        this.places = new Places(cluster, parallel, load, new PieceSize(several));
        LocalPaths.notices(scene.part().environmentOptions(), elsewhere).forEach(notices);
        this.work = cluster.begin(job(scene));
    }

    private static Places.Load load(Suite.Part part) {
        if (part.model().startsWith("policy:")) {
            return Places.Load.COMPUTING;
        }
        // An agent without a model may be a program that asks one itself.
        return part.model().equals(Models.NONE) ? Places.Load.UNKNOWN : Places.Load.WAITING;
    }

    private static Job job(RunJob.Scene scene) {
        Map<String, @Nullable Object> description = new LinkedHashMap<>();
        description.put("kind", KIND);
        description.put("isolation", scene.registry().isolation().save());
        description.put("part", PartDescription.of(scene.part()));
        return new Job(JsonCodec.write(description).getBytes(StandardCharsets.UTF_8), Plugins.pack(scene.registry()));
    }

    @Override
    public RunningRollouts start(Iterable<RolloutPlan> plans, RolloutListener listener) {
        Keeper keeper = new Keeper(listener, scene.artifacts(), new RunLines(scene.folder()), notices);
        Dispatch dispatch = new Dispatch(work, places, keeper, desk);
        dispatch.start(plans.iterator());
        return dispatch;
    }

    @Override
    public void close() {
        work.close();
    }
}
